// The part of the configuration that `generate` follows: where the sources of the API are and where generated files go.
import { posix } from "node:path";
import {
  fieldProblems,
  isFilled,
  isRecord,
  shapeProblem,
  type ConfigProblem,
  type ConfigField,
} from "./field-table.ts";

/** Where `capstan generate` reads and writes; all paths are relative to the project, with `/`. */
export interface GenerateConfig {
  /** Folders, files or globs (`apis/*.ts`) with the API's types; `src/api` by default. */
  readonly sources?: string | readonly string[];
  /** The folder of CRDs and OpenAPI documents; `generated` by default. */
  readonly out?: string;
  /** The folder of generated TypeScript (conversions and their tests, the hook catalog); `src/generated` by default. */
  readonly code?: string;
  /** Accepts `Float` and `Double` in CRDs; false by default. */
  readonly allowFloats?: boolean;
  /** The profiles in which the OpenAPI document of the project's hooks is written beside itself; none by default. */
  readonly openapi?: readonly HookDocumentProfile[];
}

const profiles = ["upstream", "strict"] as const;

/** What a document of hooks is for: what Cluster API would write of the same types, or all that the wire demands. */
export type HookDocumentProfile = (typeof profiles)[number];

/** The same, with the defaults filled in. */
export interface GenerateFolders {
  readonly sources: readonly string[];
  readonly out: string;
  readonly code: string;
  /** The folder of the CRDs, inside `out`. */
  readonly crds: string;
}

/** The folders of a configuration; without one, the defaults. */
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

const paths: ConfigField = {
  expected: "a path or a list of paths",
  optional: true,
  accepts: (value) => isFilled(value) || (Array.isArray(value) && value.length > 0 && value.every(isFilled)),
};
const path: ConfigField = { expected: "a path", optional: true, accepts: isFilled };

const flag: ConfigField = { expected: "true or false", optional: true, accepts: (value) => typeof value === "boolean" };

const profileList: ConfigField = {
  expected: `a list of ${profiles.join(" and ")}, each at most once`,
  optional: true,
  accepts: (value) =>
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((each) => profiles.some((profile) => profile === each)),
};

const pathFields = { sources: paths, out: path, code: path } satisfies Partial<
  Record<keyof GenerateConfig, ConfigField>
>;
const fields: Readonly<Record<keyof GenerateConfig, ConfigField>> = {
  ...pathFields,
  allowFloats: flag,
  openapi: profileList,
};

/** The value of `generate`, or what is wrong with it. */
export type CheckedGenerate = { readonly generate: GenerateConfig } | { readonly problems: readonly ConfigProblem[] };

/** Checks the value of `generate`. */
export function checkGenerate(value: unknown): CheckedGenerate {
  if (value === undefined) return { generate: {} };
  if (!isRecord(value))
    return {
      problems: [
        shapeProblem("generate", { expected: "an object with sources, out, code, allowFloats or openapi" }, value),
      ],
    };
  const problems = fieldProblems(fields, value, "generate.");
  if (problems.length > 0) return { problems };
  const outside = Object.entries(value)
    .filter(([field]) => Object.hasOwn(pathFields, field))
    .flatMap(([field, given]) => outsideProblems(`generate.${field}`, given));
  // Every field was checked against the table above.
  return outside.length > 0 ? { problems: outside } : { generate: value as GenerateConfig };
}

function outsideProblems(field: string, given: unknown): ConfigProblem[] {
  return [given]
    .flat()
    .map(String)
    .filter((each) => !isInside(each))
    .map((each) => ({ code: "config/outside", values: { field, path: each }, field }));
}

/** A folder below the project: not the project itself, nothing above it, nothing elsewhere on the disk. */
function isInside(given: string): boolean {
  const normal = posix.normalize(given);
  return !posix.isAbsolute(normal) && !/^(?:\.\.?(?:\/|$)|[A-Za-z]:)/.test(normal) && !normal.includes("\\");
}
