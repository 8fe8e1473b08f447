// Whether README shows what the demo prints. Numbers and the ends of names, which differ from run to run, do not count, nor does the mark of a state.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import type { TaskRun } from "./turbo-run.ts";

/** How many lines of README the demo has printed; throws for one that it has not. */
export function demoInReadme(runs: readonly TaskRun[]): string {
  const printed = new Set(runs.flatMap(({ logFile }) => linesOf(readFileSync(join(root, logFile), "utf8"))));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, block = ""] = readme.split("<!-- demo-output -->\n\n```\n");
  const [shown = ""] = block.split("\n```", 1);
  const lines = linesOf(shown).filter((line) => line !== "..." && line !== "");
  if (lines.length === 0) throw new Error("README has no output of the demo: it stands after <!-- demo-output -->");
  const other = lines.find((line) => !printed.has(line));
  if (other !== undefined)
    throw new Error(
      `README shows a line that the demo does not print:\n  ${other}\nrun it and copy its lines to README`,
    );
  return `README shows ${lines.length} of its lines`;
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) =>
    line
      .trim()
      .replace(/^[✓◌~·!✗] /u, "")
      .replaceAll(/demo-workers-[a-z0-9]{5}-[a-z0-9]{5}/g, "demo-workers-0")
      .replaceAll(/[0-9]+(?:\.[0-9]+)?/g, "0"),
  );
}
