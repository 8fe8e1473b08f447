// A package of the repository as the checks of the graph see it: its modules, its manifest, its place.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";

/** A source file of a package. */
export interface SourceFile {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** The parts of a package.json that are read. */
export interface Manifest {
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** One package. */
export interface PlannedPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** The packages that its manifest names. */
  readonly dependencies: ReadonlySet<string>;
  readonly files: readonly SourceFile[];
}

/** Reads the package in a folder. */
export function readPackage(name: string, folder: string): PlannedPackage {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
  const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
  return { name, folder, manifest, dependencies, files: sourceFiles(folder) };
}

function sourceFiles(folder: string): SourceFile[] {
  const ignored = /(?:^|\/)(?:node_modules|dist|testdata|generated|\.\w[\w-]*)\//;
  return globSync(`${folder}/**/*.{ts,mts,cts,tsx}`, {
    cwd: root,
    exclude: (name) => name === "node_modules" || name === "dist",
  })
    .filter((file) => !ignored.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

/** Suites that are never kept may read what they like. */
export function isUncached(file: string): boolean {
  return file.endsWith(".real.test.ts");
}

/** Suites that only `test:corpus` runs; their task's key has a digest of ../shared/corpus. */
export function isCorpus(file: string): boolean {
  return file.endsWith(".corpus.test.ts");
}

/** Suites that only `test:slow` runs. */
export function isSlow(file: string): boolean {
  return file.endsWith(".slow.test.ts");
}
