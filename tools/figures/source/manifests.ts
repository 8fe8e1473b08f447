// The package.json files of the workspace.
import { posix } from "node:path";
import { findFiles, readSource } from "./files.ts";

/** The parts of a package.json that are read here, and its folder. */
export interface Manifest {
  readonly folder: string;
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The manifests that a glob of folders finds. */
export function manifestsIn(folders: string): Manifest[] {
  return findFiles(`${folders}/package.json`).map((path): Manifest => {
    // JSON.parse knows no type; manifests have been checked by the step `manifests`.
    const content = JSON.parse(readSource(path)) as Omit<Manifest, "folder">;
    return { ...content, folder: posix.dirname(path) };
  });
}

/** The sources of a published package's entries, by subpath. */
export function entrySources({ folder, exports = {} }: Manifest): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(exports).flatMap(([subpath, target]) => {
      const source: unknown =
        typeof target === "object" && target !== null ? Reflect.get(target, "@capstan/source") : undefined;
      return typeof source === "string" && source.endsWith(".ts") ? [[subpath, posix.join(folder, source)]] : [];
    }),
  );
}
