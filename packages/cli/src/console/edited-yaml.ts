// YAML that somebody edits in the console: its documents with the positions of problems, and what a schema has against one.
import { deepClone, type JsonPath, oneLine } from "@capstan/kube";
import type { CompiledSchema } from "@capstan/schema/structural";
import { parseYaml, type YamlDocument } from "@capstan/schema/yaml";
import type { YamlProblem } from "./wire.ts";

/** What is wrong, without the place. */
export type ProblemWords = Pick<YamlProblem, "severity" | "message" | "help">;

/** A problem of a field. */
export interface PlacedProblem extends ProblemWords {
  readonly path: JsonPath;
}

/** A document with positions. */
export interface EditedDocument extends YamlDocument {
  readonly problemAt: (path: JsonPath, problem: ProblemWords) => YamlProblem;
}

/** More is not edited by hand. */
export const editLimits: Readonly<Record<"characters" | "documents" | "parts", number>> = {
  characters: 1_000_000,
  documents: 100,
  parts: 100_000,
};

/** Reads all documents. */
export function readEdited(source: string): {
  readonly documents: readonly EditedDocument[];
  readonly problems: YamlProblem[];
} {
  const { documents, diagnostics } = parseYaml(source, { limits: editLimits });
  const problems = diagnostics.map(({ severity, message, help = "", position }): YamlProblem => {
    return {
      severity: severity === "error" ? "error" : "warning",
      line: position?.line ?? 0,
      column: position?.column ?? 0,
      message,
      help,
    };
  });
  const placed = documents.map((document): EditedDocument => ({
    ...document,
    problemAt: (path, problem) => {
      const { line = 0, column = 0 } = document.positionOf(path);
      // It names what somebody has typed, also characters that nobody sees.
      return { ...problem, message: oneLine(problem.message), line, column };
    },
  }));
  return { documents: placed, problems };
}

/** An error with what to do. */
export function error(message: string, help: string): ProblemWords {
  return { severity: "error", message, help };
}

/** What a schema has against a value. */
export function schemaProblems(schema: CompiledSchema, value: unknown, kind: string): PlacedProblem[] {
  const checked = deepClone(value);
  // What is unknown stays for the other checks: an object that is empty without it is no second mistake.
  const unknown = schema.prune(deepClone(value)).map((field) => ({
    path: pathOf(field),
    ...error(`${field} is not a field of ${kind}`, "check its spelling and its indentation"),
  }));
  schema.applyDefaults(checked);
  const invalid = schema
    .validate(checked)
    .map(({ field, message, path }) => ({ path, ...error(`${field}: ${message}`, "") }));
  return [...unknown, ...invalid];
}

/** The steps of a field in the notation of the API server: `spec.items[0].name`, `metadata.labels[a.b/c]`. */
export function pathOf(field: string): JsonPath {
  const steps: (string | number)[] = [];
  let rest = field;
  while (rest !== "") {
    const isKey = rest.startsWith("[");
    const end = isKey ? rest.indexOf("]") : nextEnd(rest);
    const step = rest.slice(isKey ? 1 : 0, end === -1 ? undefined : end);
    steps.push(isKey && step !== "" && Number.isInteger(Number(step)) ? Number(step) : step);
    rest = end === -1 ? "" : rest.slice(isKey ? end + 1 : end);
    if (rest.startsWith(".")) rest = rest.slice(1);
  }
  return steps;
}

function nextEnd(rest: string): number {
  const ends = [rest.indexOf("."), rest.indexOf("[")].filter((at) => at !== -1);
  return ends.length === 0 ? -1 : Math.min(...ends);
}
