// Reads the expectations of a type test: `// error: <text>` above a line says what the compiler prints there, and
// `// error(7): <text>` or `// error(5.8, 6): <text>` says it for some compilers alone. Further lines of an error follow
// in comments of their own, with the two or more spaces that the compiler puts before them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompileError, Compiler } from "./compile.ts";

const comment = /^\s*\/\/ error(?:\(([^)]*)\))?: (.*)$/;
const furtherLine = /^\s*\/\/ ( {2,}\S.*)$/;

/** The errors that the files in the folders of a folder expect of a compiler. */
export function expectedErrors(compiler: Compiler, folder: string): CompileError[] {
  const files = globSync("*/*.ts", { cwd: folder });
  return files.flatMap((file) => expectedIn(compiler, file, readFileSync(join(folder, file), "utf8").split("\n")));
}

function expectedIn(compiler: Compiler, file: string, lines: readonly string[]): CompileError[] {
  return lines.flatMap((line, index) => {
    const [match, only, text = ""] = comment.exec(line) ?? [];
    if (match === undefined || (only !== undefined && !only.split(", ").includes(compiler))) return [];
    const more = furtherLines(lines, index + 1);
    return [{ file, line: codeAfter(lines, index) + 1, text: [text, ...more].join("\n") }];
  });
}

/** The further lines of an error, from an index on. */
function furtherLines(lines: readonly string[], index: number): readonly string[] {
  const [, text] = furtherLine.exec(lines[index] ?? "") ?? [];
  return text === undefined ? [] : [text, ...furtherLines(lines, index + 1)];
}

/** The index of the line that the expectation at an index is for: the first after it that is no part of an expectation. */
function codeAfter(lines: readonly string[], index: number): number {
  const line = lines[index] ?? "";
  return comment.test(line) || furtherLine.test(line) ? codeAfter(lines, index + 1) : index;
}
