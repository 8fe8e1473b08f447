// Which published packages have other sources than the base: their own shipped files, and those of private packages that
// become part of them. Tests, pages, reports and settings of tools are no sources.
import { deepEqual } from "@capstan/kube";
import type { Manifest, WorkspacePackage } from "../packages.ts";
import { workspacePackages } from "../packages.ts";
import type { Tree } from "../tree.ts";
import { git } from "./git.ts";
import { takenIn, type TakenIn } from "./taken-in.ts";

/** The base and the working tree. */
export interface TreePair {
  readonly root: string;
  readonly commit: string;
  readonly old: Tree;
  readonly now: Tree;
}

/** Paths of changed sources, by the published package that they reach. */
export function changedSources(pair: TreePair): Map<string, string[]> {
  const packages = mergedPackages(workspacePackages(pair.old), workspacePackages(pair.now));
  const taken = takenIn(pair.now, packages);
  const found = new Map<string, string[]>();
  for (const path of changedPaths(pair)) {
    const owner = ownerOf(packages, path);
    if (owner === undefined) continue;
    for (const name of reached(pair, { owner, taken: taken.get(owner.name) ?? [], path }))
      found.set(name, [...(found.get(name) ?? []), path]);
  }
  return found;
}

/** Files that differ between the base and the disk, new ones that git ignores left out. */
function changedPaths({ root, commit }: TreePair): string[] {
  const list = (args: readonly string[]): string[] => git(root, args).split("\0").filter(Boolean);
  const tracked = list(["diff", "--name-only", "-z", "--no-renames", commit]);
  const untracked = list(["ls-files", "-z", "--others", "--exclude-standard"]);
  return [...new Set([...tracked, ...untracked])].toSorted();
}

/** Those of now, and those that were deleted. */
function mergedPackages(old: readonly WorkspacePackage[], now: readonly WorkspacePackage[]): WorkspacePackage[] {
  const folders = new Set(now.map((one) => one.folder));
  return [...now, ...old.filter((one) => !folders.has(one.folder))];
}

function ownerOf(packages: readonly WorkspacePackage[], path: string): WorkspacePackage | undefined {
  return packages
    .filter((one) => path.startsWith(`${one.folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

interface ChangedFile {
  readonly owner: WorkspacePackage;
  readonly taken: readonly TakenIn[];
  readonly path: string;
}

/** The published packages that a changed file is part of. */
function reached(pair: TreePair, { owner, taken, path }: ChangedFile): string[] {
  const inside = path.slice(owner.folder.length + 1);
  const counts = (how: "shipped" | "packed"): boolean =>
    inside === "package.json" ? publishedFieldsDiffer(pair, path) : isSource(owner, inside, how);
  if (owner.published) return counts("shipped") ? [owner.name] : [];
  return taken.filter(({ how }) => counts(how === "packed" ? "packed" : "shipped")).map(({ by }) => by);
}

const noSources = {
  shipped: [
    /^(?:README|CHANGELOG|LICENSE)[^/]*$/,
    /^(?:api|test|coverage|dist|node_modules)\//,
    /^(?:vitest\.config\.ts|turbo\.json|tsconfig\.json)$/,
    /(?:^|\/)testdata\//,
    /^src\/.*\.(?:test|test-d)\.ts$/,
    /(?:^|\/)\.[^/]+\//,
  ],
  // A starter is copied with its tests.
  packed: [
    /^(?:README\.md|vitest\.config\.ts|turbo\.json|tsconfig\.json)$/,
    /^(?:generated|dist|node_modules)\//,
    /(?:^|\/)testdata\//,
    /(?:^|\/)\.[^/]+\//,
  ],
} as const;

function isSource(owner: WorkspacePackage, inside: string, how: "shipped" | "packed"): boolean {
  const isScript = inside.startsWith("scripts/");
  const build = owner.manifest.scripts?.["build"] ?? "";
  if (isScript && how === "shipped" && !build.includes("scripts/")) return false;
  return !noSources[how].some((expression) => expression.test(inside));
}

/** Fields of a manifest that users do not get, or that a release writes. */
const ownFields = new Set(["version", "scripts", "devDependencies"]);

function publishedFieldsDiffer({ old, now }: TreePair, path: string): boolean {
  const fields = (tree: Tree): object => {
    const manifest = JSON.parse(tree.read(path) ?? "{}") as Manifest & Readonly<Record<string, unknown>>;
    return Object.fromEntries(Object.entries(manifest).filter(([field]) => !ownFields.has(field)));
  };
  return !deepEqual(fields(old), fields(now));
}
