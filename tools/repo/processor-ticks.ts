// How busy the processors of the computer are, by the kernel's table of their time.
import { readFileSync } from "node:fs";

/** Ticks of all processors since the start of the machine. */
export interface Ticks {
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

/** The ticks of now; undefined where the kernel does not tell them. */
export function readTicks(): Ticks | undefined {
  try {
    return ticksOf(readFileSync("/proc/stat", "utf8"));
  } catch {
    return undefined;
  }
}
