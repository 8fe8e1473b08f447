// CRD YAML -> annotated TypeScript, one file per version, such that generating again gives the CRD back. What the scheme
// cannot say is refused with the reason, before anything is written. Called by `capstan import`.
import type { GeneratedFile } from "@capstan/generator-model";
import { hasErrors, pluralOfKind, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import type { CustomResourceDefinition, CustomResourceVersion } from "@capstan/kube/builtin";
import { checkCrd } from "@capstan/schema/structural";
import { parseYaml, type YamlDocument } from "@capstan/schema/yaml";
import { problem } from "../diagnostics.ts";
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

/** Imports every CRD of a YAML text. */
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
    const { apiVersion, kind } = (value ?? {}) as { apiVersion?: unknown; kind?: unknown };
    const of = typeof apiVersion === "string" ? `of ${apiVersion}` : "without apiVersion";
    const what = typeof kind === "string" ? `${kind} ${of}` : "the document";
    diagnostics.push(problem("crd/import-kind", { values: { what }, position: positionOf([]) }));
    return [];
  }
  const wrong = checkCrd(value, { positionOf }).filter(({ severity }) => severity === "error");
  const refused = wrong.length > 0 ? wrong : refusals(value, positionOf);
  diagnostics.push(...refused);
  if (hasErrors(refused)) return [];
  return value.spec.versions.flatMap((version, i) => {
    const schema = version.schema?.openAPIV3Schema;
    if (schema === undefined) return [];
    const position = positionOf(["spec", "versions", i]);
    const path = `${folder}/${version.name}/${kebabCase(value.spec.names.kind)}.ts`;
    return [{ path, content: importVersion({ crd: value, version, schema, position }, diagnostics) }];
  });
}

function isCrd(value: unknown): value is CustomResourceDefinition {
  if (typeof value !== "object" || value === null) return false;
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  return apiVersion === "apiextensions.k8s.io/v1" && kind === "CustomResourceDefinition";
}

/** What the annotation scheme has no words for: the reason and the mend. */
interface Refusal {
  readonly reason: string;
  readonly mend: string;
  readonly path: JsonPath;
}

function refusals(crd: CustomResourceDefinition, positionOf: (path: JsonPath) => Position): Diagnostic[] {
  const found = [...nameRefusals(crd), ...crd.spec.versions.flatMap((version, i) => versionRefusals(version, i))];
  return found.map(({ reason, mend, path }) =>
    problem("crd/import-refused", { values: { reason, mend }, position: positionOf(path) }),
  );
}

function nameRefusals({ spec: { names, conversion } }: CustomResourceDefinition): Refusal[] {
  const lower = names.kind.toLowerCase();
  const derived = { plural: pluralOfKind(names.kind), singular: lower, listKind: `${names.kind}List` };
  const refused = Object.entries(derived).flatMap(([field, wanted]): Refusal[] => {
    const given = names[field as keyof typeof derived];
    if (given === undefined || given === wanted) return [];
    const reason = `${field} "${given}" is not the one that Kubernetes' rules derive from ${names.kind}, "${wanted}"`;
    return [
      { reason, mend: "keep this kind as YAML: names are derived, never written", path: ["spec", "names", field] },
    ];
  });
  if (conversion?.strategy !== "Webhook") return refused;
  const mend = "remove spec.conversion: `capstan bundle` adds the webhook of your own provider";
  return [...refused, { reason: "the definition names a conversion webhook", mend, path: ["spec", "conversion"] }];
}

function versionRefusals(
  { schema, subresources, additionalPrinterColumns = [] }: CustomResourceVersion,
  i: number,
): Refusal[] {
  const path = ["spec", "versions", i] as const;
  const properties = schema?.openAPIV3Schema?.properties ?? {};
  const hasField = properties["status"] !== undefined;
  const refused: Refusal[] = [];
  if (hasField !== (subresources?.status !== undefined)) {
    const reason = hasField ? "status is a field but no subresource" : "status is a subresource but no field";
    refused.push({ reason, mend: "add the other of the two: Capstan makes every status a subresource", path });
  }
  const lacking = ["apiVersion", "kind", "metadata"].filter((name) => properties[name] === undefined);
  if (lacking.length > 0)
    refused.push({
      reason: `the schema has no ${lacking.join(", ")}`,
      mend: "add them, as every object has them",
      path,
    });
  const titles = additionalPrinterColumns.map(({ name }) => name);
  const twice = titles.find((title, at) => titles.indexOf(title) < at);
  if (twice !== undefined) refused.push({ reason: `two columns are titled "${twice}"`, mend: "rename one", path });
  const numbered = titles.find((title) => /^\d+$/.test(title));
  if (numbered !== undefined)
    refused.push({
      reason: `the column title "${numbered}" is a number, which loses its place`,
      mend: "rename it",
      path,
    });
  return refused;
}

/** `FooClusterTemplate` is `foo-cluster-template`; runs of capitals stay together: `OCICluster` is `oci-cluster`. */
function kebabCase(kind: string): string {
  return kind
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}
