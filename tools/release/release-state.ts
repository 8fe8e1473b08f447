// A release while it is made: what its steps have found and done so far.
import { putBack } from "./git.ts";
import type { ReleaseOptions } from "./options.ts";
import type { PendingRelease } from "./pending-release.ts";
import type { Repository } from "./repository.ts";
import type { Tarball } from "./tarball.ts";

/** A release while it is made. */
export interface Release {
  readonly repository: Repository;
  readonly options: ReleaseOptions;
  pending: PendingRelease;
  /** The version in the manifests, once it is set. */
  version: string;
  /** Whether manifests are changed and not committed. */
  uncommitted: boolean;
  /** Paths of the tarballs. */
  packed: readonly string[];
  /** The tarballs, once they are checked. */
  tarballs: readonly Tarball[];
  /** Where the notes are. */
  notesFile: string;
  tags: readonly string[];
  published: boolean;
}

/** A release of which nothing is done. */
export function newRelease(repository: Repository, options: ReleaseOptions): Release {
  return {
    repository,
    options,
    pending: { kind: "new", version: "", notes: "" },
    version: "",
    uncommitted: false,
    packed: [],
    tarballs: [],
    notesFile: "",
    tags: [],
    published: false,
  };
}

/** Takes back what is changed and not committed. Runs to its end at once, so that it also works while the process is being stopped. */
export function takeBack(release: Release): void {
  if (release.uncommitted) putBack(release.repository);
  release.uncommitted = false;
}
