// The files of the repository that checks of its code read, by path from the root, each read once.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";

const skipped = new Set(["node_modules", "dist", ".turbo", ".results", ".samples", ".git"]);
const contents = new Map<string, string>();

/** What is made at the root: pages of the reference, and the coverage of tests. */
const made = ["docs/reference/", "coverage/"];

/** Paths that match any of the globs, sorted; what is made is left out. */
export function findFiles(...globs: readonly string[]): string[] {
  return globSync(globs, { cwd: root, exclude: (name) => skipped.has(name.split("/").at(-1) ?? "") })
    .filter((path) => !made.some((folder) => path.startsWith(folder)))
    .toSorted();
}

/** The content of a file of the repository. */
export function readSource(path: string): string {
  const known = contents.get(path);
  if (known !== undefined) return known;
  const content = readFileSync(join(root, path), "utf8");
  contents.set(path, content);
  return content;
}

const notSource = /\.test(?:-d)?\.ts$|\.d\.ts$|\/(?:testdata|generated)\//;
let productFiles: readonly string[] | undefined;

/** The product's own TypeScript: `src` of packages and generators, without tests and generated files. */
export function productSources(): readonly string[] {
  productFiles ??= findFiles("{packages,generators}/*/src/**/*.ts").filter((path) => !notSource.test(path));
  return productFiles;
}
