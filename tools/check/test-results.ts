// Counts tests from the results that vitest wrote, package by package; logs are not read. A result that is missing is an error:
// the task reported success, and nothing shows what it ran.
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import type { TaskRun } from "./turbo-run.ts";

/** The results of several packages' suites. */
export interface TestCount {
  readonly passed: number;
  readonly skipped: number;
  readonly packages: number;
  /** What suites count in addition to tests, in their own words. */
  readonly notes: readonly string[];
}

interface Assertion {
  readonly meta?: { readonly note?: string };
}

interface VitestResult {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[];
}

/** The file that a package's suites of a mode are written to (vitest.shared.ts), relative to the root. */
function resultFile(folder: string, mode: string): string {
  return join(folder, ".results", `${mode}.json`);
}

/** Takes away what an earlier run left, so that only this run, or turbo's memory of it, can be counted. */
export function forgetResults(mode: string): void {
  const files = globSync(resultFile("{*,*/*}", mode), { cwd: root, exclude: (name) => name === "node_modules" });
  for (const file of files) rmSync(join(root, file), { force: true });
}

/** The count of the tasks that passed. */
export function countTests(runs: readonly TaskRun[], mode: string): TestCount {
  const results = runs
    .filter(({ outcome }) => outcome === "ran" || outcome === "cached")
    .map(({ folder }) => readResult(resultFile(folder, mode)))
    .filter(({ numTotalTests }) => numTotalTests > 0);
  const sum = (count: (result: VitestResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const assertions = results.flatMap(({ testResults }) => testResults.flatMap((each) => each.assertionResults));
  return {
    passed: sum((result) => result.numPassedTests),
    skipped: sum((result) => result.numPendingTests),
    packages: results.length,
    notes: assertions.flatMap(({ meta }) => (meta?.note === undefined ? [] : [meta.note])),
  };
}

function readResult(file: string): VitestResult {
  const path = join(root, file);
  if (!existsSync(path))
    throw new Error(`${file} is missing: its task passed without results; run it with turbo --force`);
  try {
    return JSON.parse(readFileSync(path, "utf8")) as VitestResult;
  } catch (cause) {
    throw new Error(`${file} is not what vitest wrote: run the task with turbo --force`, { cause });
  }
}

/** The count in one line. */
export function formatCount({ passed, skipped, packages, notes }: TestCount): string {
  const more = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} tests in ${packages} packages${more}${notes.map((note) => `\n     ${note}`).join("")}`;
}
