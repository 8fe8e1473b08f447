// A Markdown table, aligned as oxfmt aligns it, so that generated pages pass the format check.

/** The table's lines; cells are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill: string): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  return [
    line(first, " "),
    line(
      widths.map(() => ""),
      "-",
    ),
    ...rest.map((row) => line(row, " ")),
  ].join("\n");
}
