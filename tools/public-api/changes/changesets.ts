// The changesets of a tree, and which of them are new: what a change adds, not what was waiting for a release before it.
// The format is read by @changesets/parse, the library behind `changeset`.
import { posix } from "node:path";
import { errorFrom, CapstanError } from "@capstan/kube";
import { parseChangesetFile } from "@changesets/parse";
import type { WorkspacePackage } from "../packages.ts";
import { globExpression, type Tree } from "../tree.ts";

/** A changeset file. */
export interface Changeset {
  readonly path: string;
  readonly text: string;
  readonly releases: readonly { readonly name: string; readonly type: "none" | "patch" | "minor" | "major" }[];
}

/** What of .changeset/config.json is used here. */
export interface ChangesetConfig {
  readonly baseBranch: string;
  /** Groups of packages that are released together, always with one version. */
  readonly fixed: readonly (readonly string[])[];
}

/** The configuration, with the defaults of `changeset`. */
export function changesetConfig(tree: Tree): ChangesetConfig {
  const text = tree.read(".changeset/config.json");
  if (text === undefined)
    throw new CapstanError("public-api/no-config", "there is no .changeset/config.json", {
      help: "run `npx --yes pnpm@12.21.0 changeset init`",
    });
  const { baseBranch = "main", fixed = [] } = JSON.parse(text) as Partial<ChangesetConfig>;
  return { baseBranch, fixed };
}

/** The changesets of a tree. */
export function allChangesets(tree: Tree): Changeset[] {
  return changesetPaths(tree).map((path) => readChangeset(path, tree.read(path) ?? ""));
}

/** The changesets of `now` that `old` has not, under any name. */
export function newChangesets(old: Tree, now: Tree): Changeset[] {
  const before = new Set(changesetPaths(old));
  const texts = new Set([...before].map((path) => old.read(path)));
  return allChangesets(now).filter(({ path, text }) => !before.has(path) && !texts.has(text));
}

function changesetPaths(tree: Tree): string[] {
  return tree.find(".changeset/*.md").filter((path) => posix.basename(path).toLowerCase() !== "readme.md");
}

function readChangeset(path: string, text: string): Changeset {
  try {
    return { path, text, releases: parseChangesetFile(text).releases };
  } catch (caught) {
    throw new CapstanError("public-api/changeset", `${path} cannot be read: ${errorFrom(caught).message}`, {
      help: "write it with `npx --yes pnpm@12.21.0 changeset`",
    });
  }
}

/** The packages that are released whenever this one is, itself among them. */
export function fixedGroup({ fixed }: ChangesetConfig, name: string, packages: readonly WorkspacePackage[]): string[] {
  const matches = (patterns: readonly string[], candidate: string): boolean =>
    patterns.some((pattern) => globExpression(pattern).test(candidate));
  const patterns = fixed.find((group) => matches(group, name));
  if (patterns === undefined) return [name];
  return packages.filter((one) => one.published && matches(patterns, one.name)).map((one) => one.name);
}
