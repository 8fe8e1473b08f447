// Outcomes as a Markdown table, the same text for the terminal and for docs/benchmarks.md.
import type { Figures, Outcome } from "./benchmark.ts";

/** One benchmark's figures and ratios. */
export function formatOutcome(outcome: Outcome): string {
  const { benchmark, rows, ratios } = outcome;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const hasRatios = Object.keys(ratios).length > 0;
  const body = rows.map(({ contender, figures }) => [contender, ...cells(names, figures)]);
  const table = [["", ...names], ...body, ...(hasRatios ? [["ratio, ours / peer", ...cells(names, ratios)]] : [])];
  const { sizes } = benchmark;
  const tables = sizes === undefined ? [table] : [turned(table), bySize(sizes, ratios)];
  return [`### ${benchmark.name}`, "", benchmark.how, "", ...tables.flatMap((each) => [...lines(each), ""])].join("\n");
}

/** Rows as columns: a table of many figures is too wide. */
function turned(table: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return (table[0] ?? []).map((_, column) => table.map((row) => row[column] ?? ""));
}

/** The ratios of each figure at each size. */
function bySize(sizes: readonly string[], ratios: Figures): readonly (readonly string[])[] {
  const [first = ""] = sizes;
  const figures = Object.keys(ratios).flatMap((name) =>
    name.startsWith(`${first}:`) || name.startsWith(`${first},`) ? [name.slice(first.length)] : [],
  );
  const row = (figure: string): readonly string[] => [
    withoutSeparator(figure),
    ...cells(
      sizes.map((size) => `${size}${figure}`),
      ratios,
    ),
  ];
  return [["ratio, ours / peer", ...sizes], ...figures.map(row)];
}

/** What follows the size: ": seconds", or ", 200/s: p50 ms". */
function withoutSeparator(figure: string): string {
  return figure.slice(2);
}

function lines([head = [], ...body]: readonly (readonly string[])[]): readonly string[] {
  const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
  return [line(head), line(["---", ...head.slice(1).map(() => "---:")]), ...body.map(line)];
}

function cells(names: readonly string[], figures: Figures): string[] {
  return names.map((name) => (figures[name] === undefined ? "" : format(figures[name])));
}

/** Three significant digits; whole numbers from a hundred on. */
function format(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
