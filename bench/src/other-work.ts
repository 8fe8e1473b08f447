// Whether the machine does other work when a measurement begins: figures taken then are noisy, and must say so.
import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

/** How long is looked. */
const lookMs = 2000;
/** What a machine at rest does beside us: its own services. */
const atRest = 0.1;

/** Ticks of all processors since the start of the machine. */
interface Ticks {
  readonly all: number;
  readonly idle: number;
}

/** The ticks in the first line of /proc/stat; undefined when it has none. */
export function ticksOf(stat: string): Ticks | undefined {
  const [name, ...fields] = stat.slice(0, stat.indexOf("\n")).split(" ").filter(Boolean);
  // User, nice, system, idle, waiting for disks, interrupts, and what other machines on the same processors have taken.
  const ticks = fields.slice(0, 8).map(Number);
  if (name !== "cpu" || ticks.length < 8) return undefined;
  return { all: ticks.reduce((sum, each) => sum + each, 0), idle: (ticks[3] ?? 0) + (ticks[4] ?? 0) };
}

/** The share of the processors that was in use between two moments. */
export function busyShare(before: Ticks, after: Ticks): number {
  const all = after.all - before.all;
  return all <= 0 ? 0 : 1 - (after.idle - before.idle) / all;
}

/** What other work there is, in words; undefined when the machine is at rest or does not tell. It must be looked for before our own work begins. */
export async function otherWork(): Promise<string | undefined> {
  const before = readTicks();
  await new Promise((resolve) => setTimeout(resolve, lookMs));
  const after = readTicks();
  if (before === undefined || after === undefined) return undefined;
  return otherWorkIn(busyShare(before, after), loadavg()[0] ?? 0);
}

/** A share of the processors and the load in words. */
export function otherWorkIn(share: number, load: number): string | undefined {
  if (share <= atRest) return undefined;
  const percent = Math.round(share * 100);
  return `measured beside other work: ${percent}% of ${availableParallelism()} processors were in use before it began (load ${load.toFixed(1)})`;
}

function readTicks(): Ticks | undefined {
  try {
    return ticksOf(readFileSync("/proc/stat", "utf8"));
  } catch {
    return undefined;
  }
}
