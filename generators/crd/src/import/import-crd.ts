// CRD YAML -> annotated TypeScript, one file per version, from which the same CRD is generated again. What annotated types cannot express
// is rejected with the reason, before anything is written.
import type { GeneratedFile } from "@capstan/generator-model/files";
import { hasErrors, isJsonObject, pluralOfKind, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "@capstan/kube/builtin";
import { checkCrd } from "@capstan/schema/structural";
import { parseYaml, type YamlDocument } from "@capstan/schema/yaml";
import { crdProblem } from "../diagnostics.ts";
import { importVersion } from "./import-version.ts";

/** How CRDs are imported. */
export interface ImportCrdOptions {
  /** The name of the YAML file, for positions. */
  readonly file: string;
  /** The folder of the TypeScript files, relative to the project; `src/api` unless given. */
  readonly folder?: string;
}

/** The files, and what was left out or is wrong; with an error among the diagnostics there are no files. */
export interface ImportedCrd {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports every CRD of a YAML file. */
export function importCrd(text: string, { file, folder = "src/api" }: ImportCrdOptions): ImportedCrd {
  const { documents, diagnostics: unreadable } = parseYaml(text, { file });
  const diagnostics = [...unreadable];
  const files = documents.flatMap((document) => importDocument(document, folder, diagnostics));
  return { files: hasErrors(diagnostics) ? [] : files, diagnostics };
}

function importDocument(
  { value, positionOf }: YamlDocument,
  folder: string,
  diagnostics: Diagnostic[],
): GeneratedFile[] {
  if (!isCrd(value)) {
    const { apiVersion, kind } = isJsonObject(value) ? value : {};
    const of = typeof apiVersion === "string" ? `of ${apiVersion}` : "without apiVersion";
    const what = typeof kind === "string" ? `${kind} ${of}` : "the document";
    diagnostics.push(crdProblem("crd/import-kind", { values: { what }, position: positionOf([]) }));
    return [];
  }
  const wrong = checkCrd(value, { positionOf }).filter(({ severity }) => severity === "error");
  const rejected = wrong.length > 0 ? wrong : rejections(value, positionOf);
  diagnostics.push(...rejected);
  if (hasErrors(rejected)) return [];
  return value.spec.versions.flatMap((version, i) => {
    const schema = version.schema?.openAPIV3Schema;
    if (schema === undefined) return [];
    const position = positionOf(["spec", "versions", i]);
    const path = `${folder}/${version.name}/${kebabCase(value.spec.names.kind)}.ts`;
    return [{ path, content: importVersion({ crd: value, version, schema, position }, diagnostics) }];
  });
}

/** Whether a document is a CRD by its name; whether it is a valid one is another question. */
export function isCrd(value: unknown): value is CustomResourceDefinition {
  if (!isJsonObject(value)) return false;
  return value["apiVersion"] === "apiextensions.k8s.io/v1" && value["kind"] === "CustomResourceDefinition";
}

/** What annotated types cannot express: the reason and what to do. */
interface Rejection {
  readonly reason: string;
  readonly help: string;
  readonly path: JsonPath;
}

function rejections(crd: CustomResourceDefinition, positionOf: (path: JsonPath) => Position): Diagnostic[] {
  const found = [...nameRejections(crd), ...crd.spec.versions.flatMap((version, i) => versionRejections(version, i))];
  return found.map(({ reason, help, path }) =>
    crdProblem("crd/import-rejected", { values: { reason, help }, position: positionOf(path) }),
  );
}

function nameRejections({ spec: { names, conversion } }: CustomResourceDefinition): Rejection[] {
  const lower = names.kind.toLowerCase();
  const derived = { plural: pluralOfKind(names.kind), singular: lower, listKind: `${names.kind}List` };
  const rejected = (["plural", "singular", "listKind"] as const).flatMap((field): Rejection[] => {
    const [given, wanted] = [names[field], derived[field]];
    if (given === undefined || given === wanted) return [];
    const reason = `${field} "${given}" is not the name that Kubernetes derives from ${names.kind}, "${wanted}"`;
    return [{ reason, help: "keep this kind as YAML: Capstan derives these names", path: ["spec", "names", field] }];
  });
  if (conversion?.strategy !== "Webhook") return rejected;
  const help = "remove spec.conversion: `capstan bundle` adds the webhook of your own provider";
  return [...rejected, { reason: "the CRD names a conversion webhook", help, path: ["spec", "conversion"] }];
}

function versionRejections(
  { schema, subresources, additionalPrinterColumns = [] }: CustomResourceDefinitionVersion,
  i: number,
): Rejection[] {
  const path = ["spec", "versions", i] as const;
  const properties = schema?.openAPIV3Schema?.properties ?? {};
  const hasField = properties["status"] !== undefined;
  const rejected: Rejection[] = [];
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
  const twice = titles.find((title, at) => titles.indexOf(title) < at);
  if (twice !== undefined) rejected.push({ reason: `two columns are titled "${twice}"`, help: "rename one", path });
  const numbered = titles.find((title) => /^\d+$/.test(title));
  if (numbered !== undefined)
    rejected.push({
      reason: `the column title "${numbered}" is a number, and the order of such columns would be lost`,
      help: "rename it",
      path,
    });
  return rejected;
}

/** `FooClusterTemplate` is `foo-cluster-template`; runs of capitals stay together: `OCICluster` is `oci-cluster`. */
function kebabCase(kind: string): string {
  return kind
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}
