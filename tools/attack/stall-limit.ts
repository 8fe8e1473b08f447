// The longest that input of tenants may hold the event loop: 100 ms, and as much more as this processor is slower than a usual one. Most of what
// holds a loop is the parsing and writing of JSON, so that is what is measured, when the process of an area starts.
import { busyMs } from "@capstan/repo/loop-watch";

const usualLimitMs = 100;
/** What `referenceMs` is on a usual processor. */
const usualReferenceMs = 50;
/** A machine that is slower still, or too busy, is not one to measure on. */
const mostSlowness = 3;

/** The processor time of a fixed amount of work: the least of several runs, as any of them may meet a collection of garbage. */
function referenceMs(): number {
  const objects = Array.from({ length: 20_000 }, (_, i) => ({ [`k${i % 977}`]: i, name: "x".repeat(i % 13) }));
  const runs = Array.from({ length: 5 }, () => {
    const from = busyMs();
    for (let round = 0; round < 3; round += 1) JSON.stringify(JSON.parse(JSON.stringify(objects)));
    return busyMs() - from;
  });
  return Math.min(...runs);
}

const slowness = Math.min(mostSlowness, Math.max(1, referenceMs() / usualReferenceMs));

/** The limit on this machine. */
export const stallLimitMs: number = Math.round(usualLimitMs * slowness);
