// Reconciles that have run for long, in words. The page is a program of a browser: nothing here may need Node.

/** A reconcile that has run for more than ten seconds, and runs. */
export interface LongRun {
  /** Its object, as `Kind namespace/name`. */
  readonly object: string;
  /** When it began, in milliseconds since the epoch by the clock of dev. */
  readonly since: number;
}

/** All of them in one line, of which the one that began first is named; empty without one. */
export function longRunWords(runs: readonly LongRun[], now: number): string {
  const [first, ...others] = runs.toSorted((a, b) => a.since - b.since);
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `reconcile of ${first.object} runs for ${lengthOf(now - first.since)}${more}`;
}

/** Seconds are of no interest after some minutes. */
function lengthOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 180 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
