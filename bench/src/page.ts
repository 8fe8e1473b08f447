// docs/benchmarks.md: a section for each benchmark, written by `pnpm run bench --write`. Sections of benchmarks that did not run stay as they are.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runCommand } from "@capstan/repo";

/** A section of the page: a benchmark's name and its table. */
export interface Section {
  readonly name: string;
  readonly table: string;
  /** What other work the machine did when it was measured; undefined for none. */
  readonly beside?: string | undefined;
  /** A line for each figure that is past its limit. */
  readonly missed?: readonly string[] | undefined;
}

const heading = "### ";

/** The page with these sections, in the order of `names`; each says which machine its figures come from. */
export function pageWith(
  page: string,
  { sections, names, machine }: { sections: readonly Section[]; names: readonly string[]; machine: string },
): string {
  const [head = "", ...known] = page.split(`\n${heading}`);
  const texts = new Map(known.map((text) => [text.slice(0, text.indexOf("\n")), `${heading}${text}`]));
  for (const { name, table, beside, missed = [] } of sections) {
    const where = beside === undefined ? machine : `${machine}; ${beside}`;
    const past = missed.length === 0 ? "" : `Past their limits: ${missed.join("; ")}.\n\n`;
    texts.set(name, `${table.trimEnd()}\n\n${past}Measured on: ${where}.\n`);
  }
  const inOrder = names.flatMap((name) => texts.get(name)?.trimEnd() ?? []);
  return [head.trimEnd(), ...inOrder].join("\n\n").concat("\n");
}

/** Writes the sections of a run into the page, formatted with oxfmt. */
export async function writePage(
  machine: string,
  sections: readonly Section[],
  names: readonly string[],
): Promise<void> {
  const file = join(root, "docs", "benchmarks.md");
  writeFileSync(file, pageWith(readFileSync(file, "utf8"), { sections, names, machine }));
  const { code, output } = await runCommand(["oxfmt", file]);
  if (code !== 0) throw new Error(`oxfmt ${file} ended with ${code}:\n${output}`);
}
