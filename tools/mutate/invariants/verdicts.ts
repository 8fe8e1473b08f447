// What the results of tests say of a row: its test must pass on the sources as they are, and fail with the mutant.
import { StepFailure } from "@capstan/repo";
import type { Invariant } from "./invariant.ts";
import type { TestResult } from "./run-tests.ts";

/** Throws unless the tests of every row ran and passed. */
export function checkRightCode(group: readonly Invariant[], results: readonly TestResult[]): string {
  const problems = group.flatMap((row) => {
    const own = ownOf(row, results);
    if (own.length === 0) return [`${row.id}: no test "${row.title}" ran in ${row.file}`];
    return own
      .filter(({ passed }) => !passed)
      .map(({ title, message }) => `${row.id}: fails without a mutant: ${title}: ${message}`);
  });
  if (problems.length > 0) throw new StepFailure(problems.join("\n"), {});
  return `${results.length} tests pass`;
}

/** Throws unless a test of the row failed. */
export function checkMutant(row: Invariant, results: readonly TestResult[]): string {
  const own = ownOf(row, results);
  const noticed = own.find(({ passed }) => !passed);
  if (noticed !== undefined) return `killed: ${noticed.message.slice(0, 100)}`;
  const { source, from, to } = row.mutant;
  const change = `${source}: ${from.trim()} -> ${to.trim()}`;
  throw new StepFailure(
    own.length === 0
      ? `no test ran: the mutant may not be a program\n${change}`
      : `survived: no test "${row.title}" of ${row.file} notices it\n${change}`,
    {},
  );
}

function ownOf({ file, title }: Invariant, results: readonly TestResult[]): readonly TestResult[] {
  return results.filter((result) => result.file === file && result.title.includes(title));
}
