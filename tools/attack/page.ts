// docs/attacks.md: the tables of one whole run, written by `pnpm run attack --write`.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, runCommand } from "@capstan/repo";
import type { AreaResult } from "./run-area.ts";
import { attackTable, fuzzTable } from "./tables.ts";

/** The page's text. */
export function pageOf(results: readonly AreaResult[]): string {
  return [
    "# Attacks",
    "",
    "What was tried on Capstan 0.1 and worked, and what the same attempt does now; then random hostile input, counted. `pnpm run attack`",
    "tries all of it again and fails if anything works, with `--write` it writes this page. [Threats](threats.md) says who can send what",
    "where, and what is trusted; `tools/attack/` is how.",
    "",
    `Measured with Node ${process.versions.node} on ${availableParallelism()} processors. A stall is the longest turn of an event loop.`,
    "",
    attackTable(results),
    "",
    fuzzTable(results),
    "",
  ].join("\n");
}

/** Writes the page, formatted with oxfmt. */
export async function writePage(results: readonly AreaResult[]): Promise<void> {
  const file = join(root, "docs", "attacks.md");
  writeFileSync(file, pageOf(results));
  const { code, output } = await runCommand(["oxfmt", file]);
  if (code !== 0) throw new Error(`oxfmt ${file} ended with ${code}:\n${output}`);
}
