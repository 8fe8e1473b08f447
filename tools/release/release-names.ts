// How a release is called in git and on disk.
import { join } from "node:path";

/** The first line of the release commit. */
export function releaseSubject(version: string): string {
  return `Release ${version}`;
}

/** The tag of the release as a whole; each package also has a tag, name@version, as changesets make it. */
export function releaseTag(version: string): string {
  return `v${version}`;
}

/** Where a release leaves its tarballs, its notes and the list of what is published: ignored by git, kept for people to read. */
export function releaseFolder(root: string, version: string): string {
  return join(root, "dist/release", version);
}
