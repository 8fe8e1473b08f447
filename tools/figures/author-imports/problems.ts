// The step `author imports` of `check`: starters, examples, samples of pages and generated code import what an author depends on, and
// nothing else of Capstan.
import { samplesOf } from "@capstan/repo";
import { findFiles, readSource } from "../source/files.ts";
import { importsIn, importsOf, type Import } from "../source/imports.ts";
import { manifestsIn } from "../source/manifests.ts";
import { parseSource } from "../source/parse.ts";
import { additions, authorPackages } from "./allowed.ts";

/** The pages whose samples authors read. */
export function findPages(): string[] {
  return findFiles("README.md", "docs/**/*.md", "{packages,examples}/*/README.md");
}

/** A line for each import of a package that authors do not depend on. */
export function authorImportProblems(): string[] {
  const sources = findFiles("examples/**/*.ts", "packages/create-capstan/project/**/*.ts").flatMap((path) =>
    importProblems(path, importsOf(path)),
  );
  const pages = findPages().flatMap((page) => pageProblems(page, readSource(page)));
  return [...sources, ...pages];
}

/** A line for each such import in the samples of a page. */
export function pageProblems(page: string, markdown: string): string[] {
  return samplesOf(page, markdown).flatMap(({ text, line }) =>
    importProblems(
      page,
      importsIn(parseSource(page, text)).map((each) => ({ ...each, line: line + each.line - 1 })),
    ),
  );
}

/** A line for each such import of a file. */
export function importProblems(path: string, imports: readonly Import[]): string[] {
  const allowed = allowedFor(path);
  return imports
    .filter(({ specifier }) => isCapstan(specifier))
    .filter(({ specifier }) => !allowed.some((name) => isOf(name, specifier)))
    .map(
      ({ specifier, line }) =>
        `${path}:${line} imports ${specifier}; authors import @capstan/api, a kit and @capstan/cli (tools/figures/author-imports/allowed.ts)`,
    );
}

/** The packages that the file or page at a path may import. */
export function allowedFor(path: string): string[] {
  const added = Object.entries(additions).flatMap(([start, names]) => (path.startsWith(start) ? names : []));
  return [...new Set([...authorPackages, ...added, ...aboutPackage(path)])];
}

/** The README of a package may import the package and what the page tells its reader to install. */
function aboutPackage(path: string): string[] {
  const folder = /^(packages\/[\w-]+)\/README\.md$/.exec(path)?.[1];
  const [manifest] = folder === undefined ? [] : manifestsIn(folder);
  return manifest === undefined ? [] : [manifest.name, ...installedBy(readSource(path))];
}

/** The packages of ours in the `npm install` commands of a page. */
export function installedBy(markdown: string): string[] {
  return [...markdown.matchAll(/npm install ([^`\n]+)/g)].flatMap(([, names = ""]) =>
    names.split(" ").filter(isCapstan),
  );
}

function isCapstan(name: string): boolean {
  return name.startsWith("@capstan/");
}

/** Whether a specifier is a package or a subpath of it. */
function isOf(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}
