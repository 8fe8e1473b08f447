// Outcomes as a Markdown table, the same text for the terminal and for docs/benchmarks.md.
import type { Figures, Outcome } from "./benchmark.ts";

/** One benchmark's figures and ratios. */
export function formatOutcome({ benchmark, rows, ratios }: Outcome): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const body = rows.map((row) => line([row.contender, ...cells(names, row.figures)]));
  const ratio = Object.keys(ratios).length === 0 ? [] : [line(["ratio, ours / peer", ...cells(names, ratios)])];
  return [
    `### ${benchmark.name}`,
    "",
    benchmark.how,
    "",
    line(["", ...names]),
    line(["---", ...names.map(() => "---:")]),
    ...body,
    ...ratio,
    "",
  ].join("\n");
}

function cells(names: readonly string[], figures: Figures): string[] {
  return names.map((name) => (figures[name] === undefined ? "" : format(figures[name])));
}

/** Three significant digits; whole numbers from a hundred on. */
function format(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
