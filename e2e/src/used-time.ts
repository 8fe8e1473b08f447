// How long a part of the run takes, and what of that counts: the time of the clock where the processors are ours. Where others have taken more than a tenth of them, the smaller of that and our own
// processor time, as for the turns of an event loop: a computer that is busy with other work must not fail the run.
import { readFileSync } from "node:fs";
import { readTicks, type Ticks } from "@capstan/repo";

/** Ticks of a second, in the tables of the kernel. */
const ticksOfSecond = 100;
/** What a computer at rest does beside us. */
const atRest = 0.1;

/** What a part has used, in seconds. */
export interface UsedTime {
  readonly clock: number;
  /** The processor time of this process and of those that it has started, as far as they have ended. */
  readonly processor: number;
  /** The share of the processors that others have taken; undefined where the kernel does not tell. */
  readonly others: number | undefined;
}

/** The processor time of a process and of its children that have ended, in ticks, from its line in /proc; 0 when it is another one. */
export function ownTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).map(Number);
  return ticks.length === 4 ? ticks.reduce((sum, each) => sum + each, 0) : 0;
}

/** Begins to measure; returns what was used until it is called. */
export function measureTime(): () => UsedTime {
  const began = { clock: performance.now(), own: readOwn(), all: readTicks() };
  return () => {
    const own = readOwn() - began.own;
    const clock = (performance.now() - began.clock) / 1000;
    return { clock, processor: own / ticksOfSecond, others: sharesOfOthers(began.all, readTicks(), own) };
  };
}

function readOwn(): number {
  try {
    return ownTicks(readFileSync("/proc/self/stat", "utf8"));
  } catch {
    return 0;
  }
}

function sharesOfOthers(before: Ticks | undefined, after: Ticks | undefined, own: number): number | undefined {
  if (before === undefined || after === undefined || after.all <= before.all) return undefined;
  const all = after.all - before.all;
  return Math.max(0, all - (after.idle - before.idle) - own) / all;
}

/** The seconds that count. */
export function countedSeconds({ clock, processor, others = 0 }: UsedTime): number {
  return others > atRest ? Math.min(clock, processor) : clock;
}

/** The figure beside its limit. */
export function usedTimeWords(used: UsedTime, limit: number): string {
  const { clock, processor, others } = used;
  const beside = others === undefined ? "" : `, and others had ${Math.round(others * 100)}% of the processors`;
  const took = `took ${Math.round(clock)} s, ${Math.round(processor)} s of processor time${beside}`;
  return `${took}: ${Math.round(countedSeconds(used))} s count, of ${limit}`;
}
