// The table of a part, and its first failures.
import type { Outcome } from "./part.ts";

/** How many failures of one group are printed. */
const shownFailures = 3;

/** Rows of group, cases and failures, with what else an outcome says. */
export function table(outcomes: readonly Outcome[]): string {
  const hasNotes = outcomes.some(({ note }) => note !== undefined);
  const rows = outcomes.map(({ group, cases, failures, note = "" }) => [
    group,
    String(cases),
    String(failures.length),
    ...(hasNotes ? [note] : []),
  ]);
  const head = ["What", "Cases", "Failures", ...(hasNotes ? ["Note"] : [])];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The first failures of each group. */
export function firstFailures(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ group, failures }) =>
    failures.slice(0, shownFailures).map((failure) => `${group}:\n${failure}\n`),
  );
}
