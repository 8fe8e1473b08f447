// The table of what enforces or shows something, and its figures.
import { type CatalogRule, enforcers } from "@capstan/contract/catalog";
import type { Problem } from "./check-evidence.ts";
import type { CitedDocument } from "./check-lines.ts";

/** How many rules of a group are enforced by what. */
export interface GroupFigures {
  readonly group: string;
  readonly ids: number;
  /** By the columns of the table. */
  readonly by: Readonly<Record<string, number>>;
}

/** The columns of contracts: what enforces rules, and `unchecked`. */
export const contractColumns: readonly string[] = [...enforcers, "unchecked"];

/** The lines of documents, as subjects. */
export function linesOf(documents: readonly CitedDocument[]): readonly string[] {
  return documents.flatMap(({ document, lines }) => lines.map(({ line }) => `${document}:${line}`));
}

/** How many subjects passed and failed, each once. */
export function passedAndFailed(
  subjects: readonly string[],
  problems: readonly Problem[],
): { readonly passed: number; readonly failed: number } {
  const bad = new Set(problems.map(({ subject }) => subject));
  return { passed: subjects.filter((subject) => !bad.has(subject)).length, failed: bad.size };
}

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
      by: Object.fromEntries(contractColumns.map((column) => [column, count(column)])),
    };
  });
}

/** The table, with a row of sums. */
export function tableOf(figures: readonly GroupFigures[], columns: readonly string[]): string {
  const numbers = ({ ids, by }: GroupFigures): number[] => [ids, ...columns.map((column) => by[column] ?? 0)];
  const titles = ["ids", ...columns];
  const sums = titles.map((_, i) => figures.reduce((sum, row) => sum + (numbers(row)[i] ?? 0), 0));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(18), ...cells.map((cell) => String(cell).padStart(11))].join("");
  const rows = figures.map((row) => line(row.group, numbers(row)));
  return [line("", titles), ...rows, line("all", sums)].join("\n");
}
