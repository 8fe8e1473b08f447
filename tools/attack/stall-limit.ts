// The longest that input of tenants may hold the event loop: 100 ms, and as much more as this processor is slower than a usual one. Most of what
// holds a loop is the parsing and writing of JSON, so that is what is measured, when the limit is first needed.
import { busyMs } from "@capstan/repo/loop-watch";

const usualLimitMs = 100;
/** What `referenceMs` is where the limit is 100 ms: a choice. It is 72 on the idle machine on which an attack needed 101 ms beside other work. */
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

let measured: number | undefined;

/** The limit on this machine, which is measured once. */
export function stallLimitMs(): number {
  measured ??= Math.round(usualLimitMs * Math.min(mostSlowness, Math.max(1, referenceMs() / usualReferenceMs)));
  return measured;
}
