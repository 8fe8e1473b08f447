// The releases of Cluster API that an extension serves. Only the oldest matters: hooks that it does not know are left out
// of discovery, because one unknown hook makes the whole response invalid.
import { extensionError } from "../errors.ts";

/** A release of Cluster API. */
export interface Release {
  readonly major: number;
  readonly minor: number;
}

const pattern = /^(?:>=|\^|~)?\s*v?(\d+)\.(\d+)(?:\.\d+)?(?:\s+(?:<=?\s*|-\s+)v?\d+(?:\.\d+){0,2})?$/;

/** The oldest release of a range such as ">=1.12", "1.12" or ">=1.11 <1.15". */
export function oldestRelease(range: string): Release {
  const match = pattern.exec(range.trim());
  if (match === null) throw extensionError("extension/cluster-api-range", { range });
  return { major: Number(match[1]), minor: Number(match[2]) };
}

/** Whether a release knows a hook that exists since another. */
export function knows(release: Release, since: string | undefined): boolean {
  if (since === undefined) return true;
  const { major, minor } = oldestRelease(since);
  return release.major > major || (release.major === major && release.minor >= minor);
}
