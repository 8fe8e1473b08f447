// What a running process has used so far, as the kernel counts it. Linux only; elsewhere there are no such figures.
import { readFileSync } from "node:fs";

/** Clock ticks in a second, for every Linux that Node and Go run on. */
const ticksPerSecond = 100;

/** Seconds of processor time, of all its threads. */
export function cpuSeconds(pid: number): number {
  // The name of the program may have spaces and brackets; the numbers come after its last bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Megabytes of resident memory now. */
export function residentMegabytes(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1]) / 1024;
}
