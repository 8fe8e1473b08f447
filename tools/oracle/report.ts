// The table of an area, and its first differences.
import type { Comparison } from "./area.ts";

/** How many differences of one operation are printed. */
const shownDifferences = 3;

/** Rows of operation, cases and differences; below them the first differences. */
export function report(comparisons: readonly Comparison[]): string {
  const groups = Map.groupBy(comparisons, ({ operation }) => operation);
  const rows = Array.from(groups, ([operation, group]) => [
    operation,
    String(group.length),
    String(differing(group).length),
  ]);
  const table = [["Operation", "Cases", "Differences"], ["---", "---", "---"], ...rows];
  const shown = [...groups.values()].flatMap((group) => differing(group).slice(0, shownDifferences));
  return [
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    ...shown.flatMap(({ operation, difference }) => [
      "",
      `${operation}:`,
      ...Object.entries(difference ?? {}).map(([name, value]) => `  ${name.padEnd(8)} ${JSON.stringify(value)}`),
    ]),
  ].join("\n");
}

function differing(group: readonly Comparison[]): readonly Comparison[] {
  return group.filter(({ difference }) => difference !== undefined);
}
