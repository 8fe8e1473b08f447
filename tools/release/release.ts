// A release as a table of steps, from its first check to its report. Until the commit everything can be taken back, and is: by the
// step "put the tree back", or by main.ts when the process is stopped.
import { ask, commit, publish, pushCommit, pushTags, tag } from "./finish.ts";
import type { ReleaseOptions } from "./options.ts";
import { begin, build, pack, setVersion, verify } from "./prepare.ts";
import { writeNotes, writeReport } from "./records.ts";
import { takeBack, type Release } from "./release-state.ts";
import type { ReleaseStep } from "./steps.ts";

/** A part of a release, and for which releases it is; without `when` for all. */
interface Part {
  readonly name: string;
  readonly when?: (options: ReleaseOptions) => boolean;
  readonly always?: boolean;
  readonly run: (release: Release) => Promise<string | undefined>;
}

const published = ({ dryRun }: ReleaseOptions): boolean => dryRun !== true;
const kept = (options: ReleaseOptions): boolean => published(options) && options.snapshot === undefined;
const pushed = (options: ReleaseOptions): boolean => kept(options) && options.push === true;

const parts: readonly Part[] = [
  { name: "ready", run: begin },
  { name: "version", run: setVersion },
  { name: "build", run: build },
  { name: "pack", run: pack },
  { name: "verify tarballs", run: verify },
  { name: "notes", run: writeNotes },
  { name: "ask", when: (options) => published(options) && options.yes !== true, run: ask },
  { name: "commit", when: kept, run: commit },
  { name: "push commit", when: pushed, run: pushCommit },
  { name: "publish", when: published, run: publish },
  { name: "tag", when: kept, run: tag },
  { name: "push tags", when: pushed, run: pushTags },
  { name: "put the tree back", always: true, run: putTreeBack },
  { name: "report", when: ({ json }) => json !== undefined, run: writeReport },
];

/** The steps of this release. */
export function releaseSteps(release: Release): ReleaseStep[] {
  return parts
    .filter(({ when }) => when?.(release.options) ?? true)
    .map(({ name, always = false, run }) => ({ name, always, run: () => run(release) }));
}

async function putTreeBack(release: Release): Promise<string | undefined> {
  if (!release.uncommitted) return "nothing to put back";
  takeBack(release);
  return undefined;
}
