// The part of the configuration that `generate` follows: where the API's sources lie and where files made of them go. The subpath
// `./generate-config`: light, since `generate` reads this part alone, without the rest of the configuration.
import { posix } from "node:path";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { bundleDiagnostics } from "../diagnostics.ts";
import { fieldProblems, isRecord, isText, shapeProblem, type ConfigProblem, type Field } from "./field-table.ts";

/** Where `capstan generate` reads and writes; all paths are relative to the project, with `/`. */
export interface GenerateConfig {
  /** Folders, files or globs (`apis/*.ts`) with the API's types; `src/api` unless said otherwise. */
  readonly sources?: string | readonly string[];
  /** The folder of CRDs and OpenAPI documents; `generated` unless said otherwise. */
  readonly out?: string;
  /** The folder of generated TypeScript (conversions and their tests, the hook catalog); `src/generated` unless said otherwise. */
  readonly code?: string;
}

/** The same with nothing left open. */
export interface GenerateFolders {
  readonly sources: readonly string[];
  readonly out: string;
  readonly code: string;
  /** The folder of the CRDs, inside of `out`. */
  readonly crds: string;
}

/** The folders of a configuration, or those of a project that has none. */
export function generateFolders({
  sources = "src/api",
  out = "generated",
  code = "src/generated",
}: GenerateConfig = {}): GenerateFolders {
  const folder = plain(out);
  const given = typeof sources === "string" ? [sources] : sources;
  return { sources: given.map(plain), out: folder, code: plain(code), crds: `${folder}/crds` };
}

/** `./a//b/` as `a/b`. */
function plain(path: string): string {
  return posix.normalize(path).replace(/\/$/, "");
}

const paths: Field = {
  expected: "a path or a list of paths",
  optional: true,
  holds: (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
};
const path: Field = { expected: "a path", optional: true, holds: isText };

const fields: Readonly<Record<keyof GenerateConfig, Field>> = { sources: paths, out: path, code: path };

/** What is wrong with the value of `generate`. */
export function generateProblems(value: unknown): ConfigProblem[] {
  if (value === undefined) return [];
  if (!isRecord(value)) return [shapeProblem("generate", "an object with sources, out or code", value)];
  const shape = fieldProblems(fields, value, "generate.");
  if (shape.length > 0) return shape;
  return Object.entries(value).flatMap(([field, given]) =>
    [given].flat().flatMap((each) => (isInside(String(each)) ? [] : [outside(`generate.${field}`, String(each))])),
  );
}

function outside(field: string, given: string): ConfigProblem {
  return { code: "config/outside", values: { field, path: given } };
}

/** A folder below the project: neither the project itself, nor above it, nor elsewhere on the disk. */
function isInside(given: string): boolean {
  const normal = posix.normalize(given);
  return !posix.isAbsolute(normal) && !/^(?:\.\.?(?:\/|$)|[A-Za-z]:)/.test(normal) && !normal.includes("\\");
}

/** Judges the value of `generate` alone; `file` is the configuration it stands in. */
export function checkGenerateConfig(value: unknown, file: string): readonly Diagnostic[] {
  return generateProblems(value).map(({ code, values }) =>
    diagnose(bundleDiagnostics, code, { values, position: { file } }),
  );
}
