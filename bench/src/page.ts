// docs/benchmarks.md: the figures of one whole run, written by `pnpm run bench --write`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runCommand } from "@capstan/repo";

/** The page's text. */
export function pageOf(machine: string, tables: readonly string[]): string {
  return [
    "# Benchmarks",
    "",
    "Capstan beside the Go tools, on the same work, in the same run, the contenders taking turns. Figures are medians, a ratio is the",
    "median of ours / the peer's, run by run: better below 1 for times and memory, better above 1 for calls a second.",
    "`pnpm run bench` measures again, with `--write` into this page; `bench/` is how.",
    "",
    `Measured on: ${machine}.`,
    "",
    ...tables,
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

/** Writes the page, formatted with oxfmt. */
export async function writePage(machine: string, tables: readonly string[]): Promise<void> {
  const file = join(root, "docs", "benchmarks.md");
  writeFileSync(file, pageOf(machine, tables));
  const { code, output } = await runCommand(["oxfmt", file]);
  if (code !== 0) throw new Error(`oxfmt ${file} ended with ${code}:\n${output}`);
}
