// The steps before anything is for good: read what is pending, set the version, build, pack, check the tarballs.
import { changedFiles, hasTag } from "./git.ts";
import { packUnpublished, verifyTarballs } from "./packing.ts";
import { readPendingRelease, type PendingRelease } from "./pending-release.ts";
import { rejectUnlessReady } from "./rejections.ts";
import { publishedIn, registryUrl } from "./registry.ts";
import { releaseFolder, releaseTag } from "./release-names.ts";
import type { Release } from "./release-state.ts";
import { currentVersion, publishedPackages, tool, type Repository } from "./repository.ts";
import { describeTarball } from "./tarball.ts";

/** Rejects what cannot be released, and says what will be. */
export async function begin(release: Release): Promise<string> {
  const { repository, options } = release;
  await rejectUnlessReady(repository, options);
  release.pending = await readPendingRelease(repository, options);
  await rejectReleased(repository, release.pending);
  const { kind, version } = release.pending;
  const what = { new: version, rest: `the rest of ${version}`, snapshot: `a snapshot, ${options.snapshot}` }[kind];
  return `${what}; ${publishedPackages(repository).length} packages, to ${await registryUrl(repository)}`;
}

/** A new version may not be in the registry at all; the rest of one may not be there as a whole. */
async function rejectReleased(repository: Repository, { kind, version }: PendingRelease): Promise<void> {
  if (kind === "snapshot") return;
  const names = publishedPackages(repository).map(({ manifest }) => manifest.name);
  const there = await publishedIn(repository, names, version);
  if (kind === "new" && there.length > 0)
    throw new Error(
      `nothing was changed, because\n- the registry already has version ${version} of ${there.join(", ")}`,
    );
  if (kind === "rest" && there.length === names.length && (await hasTag(repository, releaseTag(version))))
    throw new Error(`nothing was changed, because\n- no changeset is pending, and ${version} is published and tagged`);
}

/** Lets changesets write versions and change logs. */
export async function setVersion(release: Release): Promise<string> {
  const { repository, options, pending } = release;
  if (pending.kind === "rest") {
    release.version = pending.version;
    return `${pending.version} was committed before`;
  }
  release.uncommitted = true;
  const snapshot = options.snapshot === undefined ? [] : ["--snapshot", options.snapshot];
  await tool(repository, "changeset", "version", ...snapshot);
  await tool(repository, "pnpm", "install", "--lockfile-only", "--prefer-offline");
  release.version = currentVersion(repository);
  return `${release.version}, ${(await changedFiles(repository)).length} files`;
}

/** Builds every package. */
export async function build({ repository }: Release): Promise<undefined> {
  await tool(repository, "turbo", "run", "build", "--filter=./packages/*", "--output-logs=errors-only");
}

/** Packs what the registry does not have. */
export async function pack(release: Release): Promise<string> {
  const { repository, options, version } = release;
  release.packed = await packUnpublished(repository, releaseFolder(repository.root, version), options.snapshot);
  return `${release.packed.length} of ${publishedPackages(repository).length} packages`;
}

/** Checks the tarballs and lists them. */
export async function verify(release: Release): Promise<string> {
  const { repository, options, version, packed } = release;
  release.tarballs = await verifyTarballs(repository, version, packed);
  const lines = release.tarballs.flatMap((tarball) => describeTarball(tarball, options.files === true).split("\n"));
  return ["publint, attw and the rules of this repository", ...lines].join("\n     ");
}
