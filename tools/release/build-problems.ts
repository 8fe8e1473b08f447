// What stands between a package and a tarball that works: targets that its manifest names and that are not there, and output that
// is not what a build of the present sources gives. Imports nothing that must be built.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { builtFiles, readStamp, turboHashNow, type BuildStamp } from "./build-stamp.ts";

/** The fields of a manifest that say what is packed. */
export interface PackedManifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>> };
}

/** A path that must be there, and who says so. */
interface Promised {
  readonly path: string;
  readonly by: string;
}

/** A line for everything that keeps the package in `folder` from being packed. */
export function buildProblems(folder: string, manifest: PackedManifest): string[] {
  if (!existsSync(join(folder, "dist"))) return ["it has no dist folder: it was not built"];
  const stamp = readStamp(folder);
  if (stamp === undefined)
    return [
      ...missingProblems(folder, promisedBy(manifest)),
      "dist was not built by turbo, so nothing says what it was built from",
    ];
  return [
    ...missingProblems(folder, [...promisedBy(manifest), ...leftBy(stamp)]),
    ...changedProblems(folder, stamp),
    ...staleProblems(folder, manifest.name, stamp),
  ];
}

/** Paths that the manifest promises to users. */
function promisedBy({ bin = {}, files = [], publishConfig }: PackedManifest): Promised[] {
  const exported = Object.values(publishConfig?.exports ?? {}).flatMap((conditions) => Object.values(conditions));
  // The change log is written by the first release; what is negated need not be there.
  const kept = files.filter((file) => !file.startsWith("!") && file !== "CHANGELOG.md");
  return [
    ...exported.map((path) => ({ path, by: "publishConfig.exports names it" })),
    ...Object.values(bin).map((path) => ({ path, by: "bin names it" })),
    ...kept.map((path) => ({ path, by: "files names it" })),
  ];
}

/** What the build left, templates of create-capstan and shared chunks included, which no manifest names. */
function leftBy({ files }: BuildStamp): Promised[] {
  return Object.keys(files).map((path) => ({ path, by: "the build wrote it" }));
}

function missingProblems(folder: string, promised: readonly Promised[]): string[] {
  const reasons = new Map(promised.toReversed().map(({ path, by }) => [posix.normalize(path), by]));
  return [...reasons]
    .filter(([path]) => !existsSync(join(folder, path)))
    .map(([path, by]) => `${path} is missing; ${by}`)
    .toSorted();
}

function changedProblems(folder: string, { files }: BuildStamp): string[] {
  return Object.entries(builtFiles(folder))
    .filter(([path, hash]) => files[path] !== hash)
    .map(([path]) => `${path} is not from the last build`);
}

function staleProblems(folder: string, name: string, { turboHash }: BuildStamp): string[] {
  return turboHashNow(folder, name) === turboHash
    ? []
    : ["what it is built from has changed since it was built (turbo compares the inputs that turbo.json names)"];
}
