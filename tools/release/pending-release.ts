// What is to be released: read from the changesets, or, when they are deleted, from the release commit that has not been published.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastBody } from "./git.ts";
import { releaseNotes, type Bump, type Changeset } from "./notes.ts";
import type { ReleaseOptions } from "./options.ts";
import { currentVersion, pendingChangesets, publishedPackages, readJson, tool, type Repository } from "./repository.ts";

/** A release that is to be made. */
export interface PendingRelease {
  /** `new` versions and commits; `rest` publishes what a release commit has left; `snapshot` publishes and forgets. */
  readonly kind: "new" | "rest" | "snapshot";
  /** The version; of a snapshot it is known only when it is made. */
  readonly version: string;
  /** Markdown without a title. */
  readonly notes: string;
}

/** Reads it; changes nothing. */
export async function readPendingRelease(
  repository: Repository,
  { snapshot }: ReleaseOptions,
): Promise<PendingRelease> {
  if (pendingChangesets(repository).length === 0)
    return { kind: "rest", version: currentVersion(repository), notes: await lastBody(repository) };
  const { changesets, releases } = await changesetStatus(repository);
  const published = publishedPackages(repository).map(({ manifest }) => manifest.name);
  const bumped = releases.filter(({ name, type }) => published.includes(name) && type !== "none");
  const versions = [...new Set(bumped.map(({ newVersion }) => newVersion))];
  if (versions.length !== 1)
    throw new Error(
      `the changesets ask for ${versions.length} versions (${versions.join(", ")}), and all packages are released in one`,
    );
  const notes = releaseNotes(changesets);
  return { kind: snapshot === undefined ? "new" : "snapshot", version: versions[0] ?? "", notes };
}

interface Status {
  readonly changesets: readonly Changeset[];
  readonly releases: readonly { readonly name: string; readonly type: Bump; readonly newVersion: string }[];
}

async function changesetStatus(repository: Repository): Promise<Status> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-changesets-"));
  try {
    await tool(repository, "changeset", "status", "--output", join(folder, "status.json"));
    return readJson(join(folder, "status.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
