// The table of what enforces the rules, and its figures.
import { type Entries, enforcers, isOpen } from "./entry.ts";

/** How many rules of a group are enforced by what. */
export interface GroupFigures {
  readonly group: string;
  readonly ids: number;
  /** By what enforces them, and `unchecked`. */
  readonly by: Readonly<Record<string, number>>;
  /** Unchecked although something could check them. */
  readonly open: number;
}

const columns = [...enforcers, "unchecked"] as const;

/** The figures of each group. */
export function figuresOf(groups: readonly string[], ids: readonly string[], entries: Entries): GroupFigures[] {
  return groups.map((group) => {
    const own = ids.filter((id) => id.startsWith(`${group}/`));
    const entriesOfGroup = own.map((id) => entries[id]);
    const count = (column: string): number => entriesOfGroup.filter((entry) => entry?.enforcedBy === column).length;
    return {
      group,
      ids: own.length,
      by: Object.fromEntries(columns.map((column) => [column, count(column)])),
      open: entriesOfGroup.filter(isOpen).length,
    };
  });
}

/** The table, with a row of sums. */
export function tableOf(figures: readonly GroupFigures[]): string {
  const numbers = ({ ids, by, open }: GroupFigures): number[] => [
    ids,
    ...columns.map((column) => by[column] ?? 0),
    open,
  ];
  const titles = ["ids", ...columns, "not yet"];
  const sums = titles.map((_, i) => figures.reduce((sum, row) => sum + (numbers(row)[i] ?? 0), 0));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(18), ...cells.map((cell) => String(cell).padStart(11))].join("");
  const rows = figures.map((row) => line(row.group, numbers(row)));
  return [line("", titles), ...rows, line("all", sums)].join("\n");
}
