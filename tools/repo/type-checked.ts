// Checks that the tsconfig.json of each package names every source file of its folder; a folder with a tsconfig.json of its own is a program of its own. tsc does not check a file that is left out, and
// the linter then resolves its imports to `dist`, which a fresh clone does not have.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run-command.ts";

const packages = "{packages/*,generators/*,examples/*,tools/*,docs,bench,e2e}/package.json";
const others = /(?:^|\/)(?:node_modules|dist|testdata|project|\.[\w-]+)\//;

/** The sources of a folder, by path in it, that none of its `include` patterns names. */
export function uncheckedFiles(files: readonly string[], include: readonly string[], folder: string): string[] {
  const included = new Set(
    include.flatMap((pattern) => globSync([pattern, `${pattern}/**/*.ts`], { cwd: folder, exclude: isForeign })),
  );
  return files.filter((file) => !included.has(file));
}

/** A line for each source file that no type check reads. */
export function typeCheckProblems(): string[] {
  return globSync(packages, { cwd: root })
    .map((file) => dirname(file))
    .toSorted()
    .flatMap((folder) => {
      const cwd = join(root, folder);
      const files = globSync("**/*.ts", { cwd, exclude: isForeign }).filter((file) => !others.test(file));
      const programs = globSync("{,*/}tsconfig.json", { cwd, exclude: isForeign });
      const include = programs.flatMap((program) => includeOf(cwd, program));
      return uncheckedFiles(files, include, cwd).map((file) => `${folder}/tsconfig.json does not include ${file}`);
    });
}

/** The patterns of a program, relative to the package. */
function includeOf(cwd: string, program: string): string[] {
  const { include } = JSON.parse(readFileSync(join(cwd, program), "utf8")) as { include: string[] };
  return include.map((pattern) => join(dirname(program), pattern));
}

function isForeign(name: string): boolean {
  return name === "node_modules" || name === "dist";
}
