// How long a version of a hook is supported after it was deprecated, by the rules of Cluster API's Runtime SDK. A product that has hooks of
// its own promises the same to its extensions.
import type { HookRelease } from "./hook-lock.ts";

/** How stable a version is, as its name says. */
export type Track = "stable" | "beta" | "alpha";

interface Support {
  readonly months: number;
  /** Minor releases, counted from the one that deprecates the version. */
  readonly releases: number;
}

const supports: Readonly<Record<Track, Support>> = {
  stable: { months: 12, releases: 3 },
  beta: { months: 6, releases: 2 },
  alpha: { months: 0, releases: 0 },
};

const tracks: readonly Track[] = ["alpha", "beta", "stable"];

/** The track of a version such as `v1beta1`. */
export function trackOf(version: string): Track {
  if (version.includes("alpha")) return "alpha";
  return version.includes("beta") ? "beta" : "stable";
}

/** Whether a track promises at least as much as another one. */
export function isAsStable(track: Track, as: Track): boolean {
  return tracks.indexOf(track) >= tracks.indexOf(as);
}

/** What a track promises, for messages. */
export function supportOf(track: Track): string {
  const { months, releases } = supports[track];
  return `${months} months and ${releases} minor releases`;
}

/** The numbers of a release such as `1.3` or `v1.3.0`; undefined for anything else. */
export function minorOf(release: string): readonly [number, number] | undefined {
  const [, major, minor] = /^v?(\d{1,9})\.(\d{1,9})(?:\.\d{1,9})?$/.exec(release) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

/** Whether a version that was deprecated in one release may be removed in another one, as far as their numbers say. */
export function mayRemove(track: Track, since: string, removal: string): boolean {
  const [from, to] = [minorOf(since), minorOf(removal)];
  if (from === undefined || to === undefined) return false;
  // How many minor releases a major one has is not known before they are made.
  return to[0] > from[0] || (to[0] === from[0] && to[1] - from[1] >= supports[track].releases);
}

/** When the support of a version ends. */
export interface SupportEnd {
  /** The first day on which a release may be without the version. */
  readonly day: string;
  /** How many minor releases have to have the version yet. */
  readonly missing: number;
}

/** When a version may be removed that was deprecated by one of the releases; the next release would be without it. */
export function supportEnd(track: Track, deprecatedBy: HookRelease, releases: readonly HookRelease[]): SupportEnd {
  const { months, releases: count } = supports[track];
  const after = releases.slice(releases.findIndex(({ version }) => version === deprecatedBy.version));
  const minors = new Set(after.map(({ version }) => minorOf(version)?.join(".")));
  return { day: monthsLater(deprecatedBy.date, months), missing: Math.max(0, count - minors.size) };
}

function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}
