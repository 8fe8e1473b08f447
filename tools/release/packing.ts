// Packs what is to be published, once: the tarballs that are checked here are the very files that are published later.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@capstan/repo";
import { tarballFaults } from "@capstan/tool-package-check";
import { inParallel } from "./in-parallel.ts";
import { publishedPackages, tool, type Repository } from "./repository.ts";
import { tarballProblems } from "./tarball-problems.ts";
import { readTarball, type Tarball } from "./tarball.ts";

/** The list that `changeset pack` writes beside the tarballs, and `changeset publish --from-pack-dir` publishes. */
interface PackedPlan {
  readonly version: number;
  readonly plan: readonly (readonly PlannedPackage[])[];
}

interface PlannedPackage {
  readonly name: string;
  readonly tag: string;
  readonly tarball: { readonly path: string };
}

/** Packs, with pnpm, every package that the registry does not have in its present version. Returns the tarballs' paths. */
export async function packUnpublished(repository: Repository, folder: string, tag?: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  await tool(repository, "changeset", "pack", "--out-dir", folder);
  const file = join(folder, "publish-plan.json");
  const packed = JSON.parse(readFileSync(file, "utf8")) as PackedPlan;
  if (tag !== undefined) {
    // changesets do not let a packed release have a dist-tag of its own, but take the one that the plan says.
    const tagged = { ...packed, plan: packed.plan.map((group) => group.map((planned) => ({ ...planned, tag }))) };
    writeWhole(file, `${JSON.stringify(tagged, undefined, 2)}\n`);
  }
  return packed.plan.flat().map(({ tarball }) => join(folder, tarball.path));
}

/** Reads and checks tarballs: by the rules of tarball-problems.ts, by publint and by attw. Throws with everything that is wrong. */
export async function verifyTarballs(
  repository: Repository,
  version: string,
  files: readonly string[],
): Promise<Tarball[]> {
  const names = publishedPackages(repository).map(({ manifest }) => manifest.name);
  const checked = await inParallel(files, async (file) => {
    const tarball = await readTarball(file);
    const faults = await tarballFaults(file).catch(messageOf);
    return { tarball, problems: [...tarballProblems(tarball, { version, names }), ...faults] };
  });
  const bad = checked.filter(({ problems }) => problems.length > 0);
  if (bad.length > 0)
    throw new Error(
      bad.map(({ tarball, problems }) => `${tarball.manifest.name}:\n  ${problems.join("\n  ")}`).join("\n"),
    );
  return checked.map(({ tarball }) => tarball);
}

function messageOf(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)];
}
