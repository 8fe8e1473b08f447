// Compiles a folder of type tests with one of the three TypeScript versions and gives back what it printed. Only the
// type tests use it.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The TypeScript versions that users of the SDK may have beside this repository's own. */
export const olderCompilers = ["5.8", "6"] as const;
/** This repository's own. */
export const ownCompiler = "7";
export type Compiler = (typeof olderCompilers)[number] | typeof ownCompiler;
/** All of them. */
export const allCompilers: readonly Compiler[] = [...olderCompilers, ownCompiler];

/** One error of the compiler, with all lines of its text: the last one says what is wrong, those before it where. */
export interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** What compiling a project gave. */
export interface Compiled {
  readonly errors: readonly CompileError[];
  readonly instantiations: number;
}

const packages: Readonly<Record<Compiler, string>> = {
  "5.8": "typescript-5.8",
  "6": "typescript-6",
  "7": "typescript",
};

/** The compiler's script: every version of the package puts it at the same place. */
function scriptOf(compiler: Compiler): string {
  const manifest = createRequire(import.meta.url).resolve(`${packages[compiler]}/package.json`);
  return join(manifest, "..", "bin", "tsc");
}

const errorLine = /^(.+?)\((\d+),\d+\): error TS\d+: (.*(?:\n {2}.*)*)$/gm;

/** Compiles the tsconfig in a folder. */
export async function compile(compiler: Compiler, folder: string): Promise<Compiled> {
  const args = [scriptOf(compiler), "-p", folder, "--pretty", "false", "--extendedDiagnostics"];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout) => resolve(stdout));
  });
  const errors = Array.from(output.matchAll(errorLine), ([, file = "", line, text = ""]) => ({
    file,
    line: Number(line),
    text,
  }));
  const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1] ?? Number.NaN);
  if (Number.isNaN(instantiations)) throw new Error(`TypeScript ${compiler} printed no statistics:\n${output}`);
  return { errors, instantiations };
}
