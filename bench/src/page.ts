// docs/benchmarks.md: the figures of one whole run, written by `pnpm run bench --write`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/house";

/** The page's text. */
export function pageOf(machine: string, tables: readonly string[]): string {
  return [
    "# Benchmarks",
    "",
    "Capstan beside the Go tools, on the same work, in the same run, the contenders taking turns. Figures are medians, ratios the",
    "median of the ratios run by run; below 1 we take less. `pnpm run bench` measures again, with `--write` into this page;",
    "`bench/` is how.",
    "",
    `Measured on: ${machine}.`,
    "",
    ...tables,
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

/** Writes the page. */
export function writePage(machine: string, tables: readonly string[]): void {
  writeFileSync(join(root, "docs", "benchmarks.md"), pageOf(machine, tables));
}
