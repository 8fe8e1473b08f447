// docs/ten-lines.md as what it asks for: two files, and the commands in their order.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, type Sample, samplesOf } from "@capstan/repo";

const page = "docs/ten-lines.md";
const text = readFileSync(join(root, page), "utf8");

/** The files. */
export const tenLinesFiles: readonly Sample[] = samplesOf(page, text);

/** The commands, as they are typed. */
export const tenLinesCommands: readonly string[] = Array.from(
  text.matchAll(/^ {4}(np[mx] .+)$/gm),
  ([, command = ""]) => command,
);

/** What an answered call prints. */
export const answered: RegExp = /Success after/;

const limits = { files: 2, lines: 10, seconds: 30 };

/** What is more than the page promises, after it took so many seconds. */
export function tenLinesProblems(seconds: number): readonly string[] {
  const measured = { files: tenLinesFiles.length, lines: countedLines(), seconds };
  const rows = [
    ["files", measured.files, limits.files],
    ["lines", measured.lines, limits.lines],
    ["seconds", measured.seconds, limits.seconds],
  ] as const;
  return rows.flatMap(([what, is, most]) => (is > most ? [`${is} ${what}, more than ${most}`] : []));
}

/** Lines of code: not the path of the file, and none that is empty. */
export function countedLines(): number {
  const lines = tenLinesFiles.flatMap(({ text: code }) => code.split("\n"));
  return lines.filter((line) => line.trim() !== "" && !line.startsWith("//")).length;
}
