// How much happened when: the changes as columns over the time that is shown.
import type { TraceEvent } from "@capstan/kube/trace";
import type { LogLine } from "../../src/console/wire.ts";
import { hookWords } from "../../src/session/words.ts";
import type { HistoryChange } from "./cluster-history.ts";

/** How many objects were added, changed and deleted in a part of the time. */
export interface TimeBucket {
  added: number;
  changed: number;
  deleted: number;
  /** Objects, reconciles, handlers and processes that failed. */
  failed: number;
}

/** The part of the time that is shown. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const failed: ReadonlySet<string> = new Set(["error", "terminal", "abandoned"]);

/** When a reconcile or a handler failed, and when dev found something wrong with the project. */
export function failureTimes(trace: readonly TraceEvent[], log: readonly LogLine[]): number[] {
  const isFailure = (record: TraceEvent): boolean =>
    (record.type === "run" && failed.has(record.outcome)) ||
    (record.type === "hook" && hookWords(record).look === "error");
  const isError = ({ level, goesOn }: LogLine): boolean => level === "error" && goesOn !== true;
  return [...trace.filter(isFailure).map(({ at }) => at), ...log.filter(isError).map(({ time }) => time)];
}

/** What is counted: changes, and the times of what failed. */
export interface CountedEvents {
  readonly changes: readonly HistoryChange[];
  readonly failures: readonly number[];
}

/** Counts in parts of equal length. */
export function timeBuckets(
  { changes, failures }: CountedEvents,
  { from, to }: TimeRange,
  count: number,
): TimeBucket[] {
  const buckets = Array.from({ length: count }, (): TimeBucket => ({ added: 0, changed: 0, deleted: 0, failed: 0 }));
  const length = Math.max(to - from, 1) / count;
  // What is later than the range belongs to no column: the range stays while somebody aims.
  const bucketAt = (time: number): TimeBucket | undefined =>
    time < from || time > to ? undefined : buckets[Math.min(count - 1, Math.floor((time - from) / length))];
  for (const time of failures) {
    const bucket = bucketAt(time);
    if (bucket !== undefined) bucket.failed += 1;
  }
  for (const { time, row, before } of changes) {
    const bucket = bucketAt(time);
    if (bucket === undefined) continue;
    if (row === null) bucket.deleted += 1;
    else if (before === null) bucket.added += 1;
    else bucket.changed += 1;
    if (row?.state === "failed" && before?.state !== "failed") bucket.failed += 1;
  }
  return buckets;
}

/** What a column counts, in words. */
export function bucketWords({ added, changed, deleted, failed: failures }: TimeBucket): string {
  const parts = [
    [added, "added"],
    [changed, "changed"],
    [deleted, "deleted"],
    [failures, "failed"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return words.length === 0 ? "no change" : words.join(", ");
}

/** `12:04:31.250`, in the time zone of the browser. */
export function clockTime(time: number, withMs = false): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return withMs ? `${clock}.${String(date.getMilliseconds()).padStart(3, "0")}` : clock;
}

/** A length of time as people say it: `350 ms`, `4.2 s`, `3 min`, `2 h`. */
export function lengthOfTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
