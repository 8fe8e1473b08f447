// CRD YAML -> annotated TypeScript, one file per version, from which the same CRD is generated again. What annotated types cannot express
// is rejected with the reason, before anything is written.
import type { GeneratedFile } from "@capstan/generator-model/files";
import { getAt, hasErrors, isJsonObject, type Diagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { checkCrd, PatternBudget } from "@capstan/schema/structural";
import { parseYaml, type YamlDocument } from "@capstan/schema/yaml";
import { crdProblem } from "../diagnostics.ts";
import { fileNameOf } from "./type-names.ts";
import { leftOut } from "./left-out.ts";
import { rejections } from "./rejections.ts";
import { importVersion } from "./import-version.ts";

/** How CRDs are imported. */
export interface ImportCrdOptions {
  /** The name of the YAML file, for positions. */
  readonly file: string;
  /** The folder of the TypeScript files, relative to the project; `src/api` unless given. */
  readonly folder?: string;
  /** Is called before each document of the file. */
  readonly onDocument?: (document: NextDocument) => void;
}

/** A document that is imported next. */
export interface NextDocument {
  /** Its kind, or the kind that it defines; undefined where it names none. */
  readonly kind: string | undefined;
  /** Counts from 1. */
  readonly number: number;
  /** How many documents the file has. */
  readonly count: number;
}

/** The files, and what was left out or is wrong; with an error among the diagnostics there are no files. */
export interface ImportedCrd {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports every CRD of a YAML file. */
export function importCrd(text: string, { file, folder = "src/api", onDocument }: ImportCrdOptions): ImportedCrd {
  const { documents, diagnostics: unreadable } = parseYaml(text, { file });
  const diagnostics = [...unreadable];
  const patterns = new PatternBudget();
  const files = documents.flatMap((document, at) => {
    onDocument?.({ kind: kindOf(document), number: at + 1, count: documents.length });
    return importDocument(document, { folder, patterns, diagnostics });
  });
  return { files: hasErrors(diagnostics) ? [] : files, diagnostics };
}

function kindOf({ value }: YamlDocument): string | undefined {
  const defined = isCrd(value) ? getAt(value, ["spec", "names", "kind"]) : undefined;
  const kind = defined ?? (isJsonObject(value) ? value["kind"] : undefined);
  return typeof kind === "string" ? kind : undefined;
}

/** What the documents of one file have in common. */
interface Importing {
  readonly folder: string;
  readonly patterns: PatternBudget;
  readonly diagnostics: Diagnostic[];
}

/** Warnings about the definition that say what was not checked, and what the types leave out. */
const keptWarnings: ReadonlySet<string> = new Set([
  "crd/default-unchecked",
  "crd/pattern-unchecked",
  "crd/unknown-keyword",
]);

function importDocument(
  { value, positionOf }: YamlDocument,
  { folder, patterns, diagnostics }: Importing,
): GeneratedFile[] {
  if (!isCrd(value)) {
    const { apiVersion, kind } = isJsonObject(value) ? value : {};
    const of = typeof apiVersion === "string" ? `of ${apiVersion}` : "without apiVersion";
    const what = typeof kind === "string" ? `${kind} ${of}` : "the document";
    diagnostics.push(crdProblem("crd/import-kind", { values: { what }, position: positionOf([]) }));
    return [];
  }
  const found = checkCrd(value, { positionOf, patterns });
  const kept = found.filter(({ code }) => keptWarnings.has(code));
  const wrong = found.filter(({ severity }) => severity === "error");
  const rejected = wrong.length > 0 ? wrong : rejections(value, positionOf);
  const omitted = hasErrors(rejected) ? [] : leftOut(value, positionOf);
  // Not as arguments of one call: there can be more than a call may have.
  for (const each of [...kept, ...rejected, ...omitted]) diagnostics.push(each);
  if (hasErrors(rejected)) return [];
  return value.spec.versions.flatMap((version, i) => {
    const schema = version.schema?.openAPIV3Schema;
    if (schema === undefined) return [];
    const position = positionOf(["spec", "versions", i]);
    const path = `${folder}/${version.name}/${fileNameOf(value.spec.names.kind)}.ts`;
    return [{ path, content: importVersion({ crd: value, version, schema, position }, diagnostics) }];
  });
}

/** Whether a document is a CRD by its name; whether it is a valid one is another question. */
export function isCrd(value: unknown): value is CustomResourceDefinition {
  if (!isJsonObject(value)) return false;
  return value["apiVersion"] === "apiextensions.k8s.io/v1" && value["kind"] === "CustomResourceDefinition";
}
