// What a running process has used so far, as the kernel counts it. Linux only; elsewhere there are no such figures.
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks in a second, for every Linux that Node and Go run on. */
const ticksPerSecond = 100;

/** Seconds of processor time, of all its threads. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Megabytes of resident memory now. */
export function residentMegabytes(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1]) / 1024;
}

/** The processes that a process has started and that run, the oldest first. */
export function childrenOf(pid: number): readonly number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const found = threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" "));
  const pids = found.filter((word) => word !== "").map(Number);
  return pids.toSorted((a, b) => startOf(a) - startOf(b) || a - b);
}

/** When a process was started, in ticks since the start of the computer. */
function startOf(pid: number): number {
  return Number(statFields(pid)[19]);
}

/** The name of the program may have spaces and brackets; the numbers come after its last bracket. */
function statFields(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
