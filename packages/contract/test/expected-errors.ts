// Reads the expectations of a type test: `// error: <text>` above a line says what the compiler prints there, and
// `// error(7): <text>` or `// error(5.8, 6): <text>` says it for some compilers alone.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompileError, Compiler } from "./compile.ts";

const comment = /^\s*\/\/ error(?:\(([^)]*)\))?: (.*)$/;

/** The errors that the files in the folders of a folder expect of a compiler. */
export function expectedErrors(compiler: Compiler, folder: string): CompileError[] {
  const files = globSync("*/*.ts", { cwd: folder });
  return files.flatMap((file) => expectedIn(compiler, file, readFileSync(join(folder, file), "utf8").split("\n")));
}

function expectedIn(compiler: Compiler, file: string, lines: readonly string[]): CompileError[] {
  return lines.flatMap((line, index) => {
    const [match, only, text = ""] = comment.exec(line) ?? [];
    if (match === undefined || (only !== undefined && !only.split(", ").includes(compiler))) return [];
    return [{ file, line: index + 2 + following(lines, index), text }];
  });
}

/** How many more expectation lines stand between this one and the code. */
function following(lines: readonly string[], index: number): number {
  let more = 0;
  while (comment.test(lines[index + 1 + more] ?? "")) more += 1;
  return more;
}
