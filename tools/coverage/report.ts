// The table of what enforces the rules, and its figures.
import { type CatalogRule, enforcers } from "@capstan/contract/catalog";

/** How many rules of a group are enforced by what. */
export interface GroupFigures {
  readonly group: string;
  readonly ids: number;
  /** By what enforces them, and `unchecked`. */
  readonly by: Readonly<Record<string, number>>;
}

const columns = [...enforcers, "unchecked"] as const;

/** The figures of each group. */
export function figuresOf(
  groups: readonly string[],
  rules: Readonly<Record<string, Pick<CatalogRule, "enforcedBy">>>,
): GroupFigures[] {
  return groups.map((group) => {
    const own = Object.entries(rules).filter(([id]) => id.startsWith(`${group}/`));
    const count = (column: string): number => own.filter(([, { enforcedBy }]) => enforcedBy === column).length;
    return {
      group,
      ids: own.length,
      by: Object.fromEntries(columns.map((column) => [column, count(column)])),
    };
  });
}

/** The table, with a row of sums. */
export function tableOf(figures: readonly GroupFigures[]): string {
  const numbers = ({ ids, by }: GroupFigures): number[] => [ids, ...columns.map((column) => by[column] ?? 0)];
  const titles = ["ids", ...columns];
  const sums = titles.map((_, i) => figures.reduce((sum, row) => sum + (numbers(row)[i] ?? 0), 0));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(18), ...cells.map((cell) => String(cell).padStart(11))].join("");
  const rows = figures.map((row) => line(row.group, numbers(row)));
  return [line("", titles), ...rows, line("all", sums)].join("\n");
}
