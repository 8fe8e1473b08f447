// Releases of the copied tree, by the command that real releases are made with.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mustRun } from "@capstan/repo";
import { commit, committer, pnpm } from "./tree-copy.ts";

/** Where a release comes from and goes to. */
export interface Release {
  /** The copy of the repository. */
  readonly tree: string;
  readonly registryUrl: string;
  /** npm's settings for that registry. */
  readonly npmrc: string;
}

/** Runs `pnpm run release` in the copy; returns the version that it says it published. */
export async function release({ tree, registryUrl, npmrc }: Release, ...options: readonly string[]): Promise<string> {
  const report = join(tree, "..", "release.json");
  const where = ["--registry", registryUrl, "--userconfig", npmrc, "--json", report];
  await mustRun([...pnpm, "run", "release", "--yes", ...where, ...options], { cwd: tree, env: committer });
  const { version, published } = JSON.parse(readFileSync(report, "utf8")) as { version: string; published: boolean };
  if (!published) throw new Error(`the release of ${version} ended well and published nothing`);
  return version;
}

/** Publishes a snapshot, which may leave nothing in the copy. */
export async function releaseSnapshot(from: Release, name: string): Promise<string> {
  const state = async (): Promise<string> =>
    mustRun(["git", "for-each-ref", "--format=%(refname) %(objectname)"], { cwd: from.tree });
  const before = await state();
  const version = await release(from, "--snapshot", name);
  const changed = await mustRun(["git", "status", "--porcelain"], { cwd: from.tree });
  if (changed !== "" || (await state()) !== before)
    throw new Error(`the snapshot left something in the tree:\n${changed}`);
  return version;
}

/** Records a change that asks for a new minor version. */
export async function addMinorChange(tree: string): Promise<void> {
  await writeFile(
    join(tree, ".changeset", "rehearsed-minor.md"),
    '---\n"@capstan/kube": minor\n---\n\nA change, for the rehearsal.\n',
  );
  await commit(tree, "Change something");
}
