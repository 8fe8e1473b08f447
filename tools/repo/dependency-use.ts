// Checks that what a package declares is what it imports: nothing unused in its manifest, nothing in its published sources
// that only its tests were given. Versions and layers are checked in manifests.ts.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The dependencies of a package.json. */
export interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** What the files of a package name, by who reads it. */
export interface UsedPackages {
  /** Packages of this repository that published sources name. */
  readonly atRunTime: ReadonlySet<string>;
  /** Those and the ones that tests, scripts and golden cases name. */
  readonly anywhere: ReadonlySet<string>;
}

/** What stands between a manifest and the imports; `bundled` are the packages that a build takes in, so that users need none. */
export function dependencyProblems(
  manifest: Dependencies,
  used: UsedPackages,
  bundled: (name: string) => boolean,
): string[] {
  const { dependencies = {}, devDependencies = {} } = manifest;
  const ours = (names: object): string[] => Object.keys(names).filter((name) => name.startsWith("@capstan/"));
  return [
    ...ours(dependencies)
      .filter((name) => !used.atRunTime.has(name))
      .map((name) => `dependencies has ${name}, which no source imports`),
    ...ours(devDependencies)
      .filter((name) => !used.anywhere.has(name))
      .map((name) => `devDependencies has ${name}, which nothing imports`),
    ...ours(devDependencies)
      .filter((name) => used.atRunTime.has(name) && !bundled(name))
      .map((name) => `devDependencies has ${name}, which published sources import`),
  ];
}

/** Reads the TypeScript of a package's folder. */
export function usedPackages(folder: string): UsedPackages {
  const files = globSync("{src,test,testdata,scripts}/**/*.ts", { cwd: folder });
  const published = files.filter((file) => file.startsWith("src/") && !/\.(?:test|test-d)\.ts$/.test(file));
  return { atRunTime: named(folder, published), anywhere: named(folder, files) };
}

/** Sources of templates and samples are strings: whatever looks like an import counts. */
function named(folder: string, files: readonly string[]): ReadonlySet<string> {
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import\(?|resolve\()\s*["'](@capstan\/[\w-]+)/g)].map((m) => m[1] ?? ""),
    ),
  );
}
