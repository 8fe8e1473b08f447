// The tables of a run: what each attack did before and does now, and what the random inputs did.
import type { FuzzResult } from "./area.ts";
import type { AreaResult } from "./run-area.ts";

/** How many faults of one fuzz are printed. */
const shownFaults = 10;

/** One row for each attack. */
export function attackTable(results: readonly AreaResult[]): string {
  const rows = results.flatMap(({ attacks }) => attacks.map(({ name, before, now }) => [name, before, now]));
  return table(["Attack", "0.1", "Now"], rows);
}

/** One row for each fuzz. */
export function fuzzTable(results: readonly AreaResult[]): string {
  const rows = results.flatMap(({ fuzzes }) => fuzzes.map(fuzzRow));
  return table(
    ["Random input", "Inputs", "Executed", "Crashed", "Other faults", "Longest stall", "Memory growth"],
    rows,
  );
}

function fuzzRow({ name, inputs, faults, longestStallMs, growthMiB }: FuzzResult): string[] {
  const executed = faults.filter(({ kind }) => kind === "executed").length;
  const crashed = faults.filter(({ kind }) => kind === "crashed").length;
  const counts = [inputs, executed, crashed, faults.length - executed - crashed].map((count) =>
    count.toLocaleString("en"),
  );
  return [name, ...counts, `${longestStallMs.toFixed(0)} ms`, `${growthMiB.toFixed(0)} MiB`];
}

/** The first faults of each fuzz. */
export function faultLines({ fuzzes }: AreaResult): string[] {
  return fuzzes.flatMap(({ faults }) => faults.slice(0, shownFaults).map(({ kind, text }) => `${kind}: ${text}`));
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

/** A cell on one line; bars would end it. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|");
}
