// A release as it is made for real: changesets decide the version, everything is built, each package is packed and published.
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commit, pnpm } from "./tree-copy.ts";

/** Where a release comes from and goes to. */
export interface Release {
  /** The copy of the repository. */
  readonly tree: string;
  readonly registryUrl: string;
  /** npm's settings for that registry. */
  readonly npmrc: string;
}

/** Publishes all packages in the version that the pending changesets ask for, and returns that version. */
export async function publish({ tree, registryUrl, npmrc }: Release): Promise<string> {
  await mustRun([...pnpm, "exec", "changeset", "version"], { cwd: tree });
  await mustRun([...pnpm, "exec", "turbo", "run", "build", "--filter=./packages/*", "--output-logs=errors-only"], {
    cwd: tree,
  });
  const tarballs = join(tree, ".tarballs");
  rmSync(tarballs, { recursive: true, force: true });
  mkdirSync(tarballs);
  for (const folder of publishedFolders(tree))
    await mustRun([...pnpm, "pack", "--pack-destination", tarballs], { cwd: folder });
  for (const tarball of globSync("*.tgz", { cwd: tarballs }).toSorted()) {
    await mustRun(["npm", "publish", join(tarballs, tarball), "--registry", registryUrl, "--userconfig", npmrc], {
      cwd: tree,
    });
  }
  rmSync(tarballs, { recursive: true, force: true });
  const version = versionOf(tree);
  await commit(tree, `Release ${version}`);
  return version;
}

/** Records a change that asks for a new minor version. */
export async function addMinorChange(tree: string): Promise<void> {
  await writeFile(
    join(tree, ".changeset", "rehearsed-minor.md"),
    '---\n"@capstan/kube": minor\n---\n\nA change, for the rehearsal.\n',
  );
}

interface Manifest {
  readonly version: string;
  readonly private?: boolean;
}

function publishedFolders(tree: string): string[] {
  const manifests = globSync("packages/*/package.json", { cwd: tree }).toSorted();
  return manifests
    .filter((file) => readManifest(join(tree, file)).private !== true)
    .map((file) => join(tree, file, ".."));
}

function versionOf(tree: string): string {
  return readManifest(join(tree, "packages/create-capstan/package.json")).version;
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}
