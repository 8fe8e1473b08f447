// For tests of generators: models of TypeScript in strings, what tools would obey in written modules, and how often random tests run.
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import { readModel, type ReadModelResult } from "./read-model.ts";
import type { TypeModel } from "./type-model.ts";

export { commentsInside, directiveStrings, literalValues, toolsMisledBy } from "./testing/directives.ts";

/** The model of one source, or of several by path. Imports of packages are resolved as in this package. */
export function modelOf(source: string | Readonly<Record<string, string>>): ReadModelResult {
  const sources = typeof source === "string" ? { "api.ts": source } : source;
  const root = fileURLToPath(new URL("..", import.meta.url));
  return readModel({ root, files: Object.keys(sources), sources });
}

/** The model of a source that must be without mistakes; throws with the diagnostics otherwise. */
export function soundModelOf(source: string | Readonly<Record<string, string>>): TypeModel {
  const { model, diagnostics } = modelOf(source);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

/** How many of all runs of a random test this process makes: vitest.shared.ts sets the share of `check` and that of the slow suites. */
export function runsOf(all: number): number {
  return Math.ceil(all * Number(process.env["CAPSTAN_SHARE_OF_RUNS"] ?? 1));
}
