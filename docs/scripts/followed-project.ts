// A project that a page makes: its samples are written as files into a new folder, and programs of the repository run there from source.
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, runCommand, samplesOf } from "@capstan/repo";

/** A new folder with the packages that samples import. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-followed-"));
  symlinkSync(join(root, "docs/node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Writes the samples of a page that name a file. */
export function writeSamples(folder: string, page: string): void {
  const named = samplesOf(page, readFileSync(join(root, "docs", page), "utf8"));
  for (const { path, text } of named) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // Packages are read from their sources, which are there before anything is built.
  const compilerOptions = { typeRoots: [join(root, "node_modules/@types")] };
  const paths = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(paths));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "followed", type: "module" }));
  const settings = `import { packageTests } from ${JSON.stringify(join(root, "vitest.shared.ts"))};\nexport default packageTests("src/**");\n`;
  writeFileSync(join(folder, "vitest.config.ts"), settings);
}

/** Runs a program of the repository from source in the project. */
export async function runProgram(folder: string, [program, ...args]: readonly [string, ...string[]]): Promise<string> {
  const condition = "--conditions=@capstan/source";
  // Programs that a sample starts read the packages from their sources, too.
  const env = { NODE_OPTIONS: [process.env["NODE_OPTIONS"] ?? "", condition].join(" ") };
  const { code, output } = await runCommand([process.execPath, condition, join(root, program), ...args], {
    cwd: folder,
    env,
  });
  return code === 0 ? output : `ended with ${code}:\n${output}`;
}
