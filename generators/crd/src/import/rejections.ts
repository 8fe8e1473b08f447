// What annotated types cannot express of a CRD, so that a CRD generated from them would differ. Nothing of such a CRD is written.
import { isFileName, isTypeName, isUnsafeName, reservedNames } from "@capstan/generator-model/writing";
import { pluralOfKind, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion, JSONSchema } from "@capstan/kube/builtin";
import { crdProblem } from "../diagnostics.ts";
import { lostNumbers } from "@capstan/schema/structural";
import { fileNameOf } from "./type-names.ts";

/** What annotated types cannot express: the reason and what to do. */
interface Rejection {
  readonly reason: string;
  readonly help: string;
  readonly path: JsonPath;
}

/** Every reason why a CRD cannot be imported, at its place. */
export function rejections(crd: CustomResourceDefinition, positionOf: (path: JsonPath) => Position): Diagnostic[] {
  const found = [
    ...unwritableNames(crd),
    ...nameRejections(crd),
    ...crd.spec.versions.flatMap((version, i) => versionRejections(version, i)),
  ];
  return found.map(({ reason, help, path }) =>
    crdProblem("crd/import-rejected", { values: { reason, help }, position: positionOf(path) }),
  );
}

/** Names that cannot be those of a type, a file or a property. */
function unwritableNames({ metadata, spec: { names, versions } }: CustomResourceDefinition): Rejection[] {
  const kind = names.kind;
  const rejected: Rejection[] = [];
  if (!isTypeName(kind) || reservedNames.includes(kind))
    rejected.push({
      reason: `the kind "${kind}" cannot be the name of a type`,
      help: "keep this kind as YAML: the name has another meaning in TypeScript, or is not one",
      path: ["spec", "names", "kind"],
    });
  for (const field of ["labels", "annotations"] as const) {
    if (!Object.hasOwn(metadata[field] ?? {}, "__proto__")) continue;
    rejected.push({ reason: `one of the ${field} is named "__proto__"`, help: "remove it", path: ["metadata", field] });
  }
  for (const [i, { name }] of versions.entries()) {
    const unusable = [name, fileNameOf(kind)].find((part) => !isFileName(part));
    if (unusable === undefined) continue;
    const help = "keep this kind as YAML: some systems reserve the name, or it is too long";
    rejected.push({ reason: `"${unusable}" cannot be the name of a file`, help, path: ["spec", "versions", i] });
  }
  return rejected;
}

/** Properties of every JavaScript object, which no API can have, in a schema and in all below it. */
function unsafeProperties(schema: JSONSchema, path: JsonPath): Rejection[] {
  const { properties = {}, items, additionalProperties } = schema;
  const below: (readonly [JSONSchema, JsonPath])[] = Object.entries(properties).map(([name, property]) => [
    property,
    [...path, "properties", name],
  ]);
  if (items !== undefined) below.push([items, [...path, "items"]]);
  if (typeof additionalProperties === "object") below.push([additionalProperties, [...path, "additionalProperties"]]);
  const own = Object.keys(properties).filter(isUnsafeName);
  const reason = (name: string): string => `a property cannot be named "${name}"`;
  const help = "keep this kind as YAML: every JavaScript object has a property of that name";
  return [
    ...own.map((name) => ({ reason: reason(name), help, path: [...path, "properties", name] })),
    ...below.flatMap(([each, at]) => unsafeProperties(each, at)),
  ];
}

function nameRejections({ spec: { names } }: CustomResourceDefinition): Rejection[] {
  const lower = names.kind.toLowerCase();
  const derived = { plural: pluralOfKind(names.kind), singular: lower, listKind: `${names.kind}List` };
  return (["plural", "singular", "listKind"] as const).flatMap((field): Rejection[] => {
    const [given, wanted] = [names[field], derived[field]];
    if (given === undefined || given === wanted) return [];
    const reason = `${field} "${given}" is not the name that Kubernetes derives from ${names.kind}, "${wanted}"`;
    return [{ reason, help: "keep this kind as YAML: Capstan derives these names", path: ["spec", "names", field] }];
  });
}

function versionRejections(
  { schema, subresources, additionalPrinterColumns = [] }: CustomResourceDefinitionVersion,
  i: number,
): Rejection[] {
  const path = ["spec", "versions", i] as const;
  const at = [...path, "schema", "openAPIV3Schema"];
  const properties = schema?.openAPIV3Schema?.properties ?? {};
  const hasField = properties["status"] !== undefined;
  const rejected: Rejection[] = [
    ...unsafeProperties(schema?.openAPIV3Schema ?? {}, at),
    ...lostNumbers(schema?.openAPIV3Schema, at).map((place) => ({
      reason: "this whole number is beyond 2^53, where JavaScript loses digits",
      help: "keep this kind as YAML: the digits could change when it is generated again",
      path: place,
    })),
  ];
  if (hasField !== (subresources?.status !== undefined)) {
    const reason = hasField ? "status is a field and not a subresource" : "status is a subresource and not a field";
    rejected.push({ reason, help: "add the missing one: Capstan declares every status as a subresource", path });
  }
  const lacking = ["apiVersion", "kind", "metadata"].filter((name) => properties[name] === undefined);
  if (lacking.length > 0)
    rejected.push({
      reason: `the schema has no ${lacking.join(", ")}`,
      help: "add them: every object has them",
      path,
    });
  const titles = additionalPrinterColumns.map(({ name }) => name);
  const twice = firstRepeated(titles);
  if (twice !== undefined) rejected.push({ reason: `two columns are titled "${twice}"`, help: "rename one", path });
  if (titles.includes("__proto__"))
    rejected.push({ reason: 'a column cannot be titled "__proto__"', help: "rename it", path });
  const numbered = titles.find((title) => /^\d+$/.test(title));
  if (numbered !== undefined)
    rejected.push({
      reason: `the column title "${numbered}" is a number, and the order of such columns would be lost`,
      help: "rename it",
      path,
    });
  return rejected;
}

function firstRepeated(titles: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return titles.find((title) => {
    const repeated = seen.has(title);
    seen.add(title);
    return repeated;
  });
}
