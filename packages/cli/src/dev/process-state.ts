// What Linux tells about another process: whether a signal has stopped it, and how long it has waited for a processor. Other systems tell neither.
import { readFileSync } from "node:fs";

/** Whether a signal has stopped the process, by the state after the name of its program. */
export function isStopped(pid: number): boolean {
  const stat = read(pid, "stat");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

/** How long the main thread of a process could have run since its start, but had no processor, in milliseconds. */
export function waitedForProcessorMs(pid: number): number {
  const [, waitedNs = "0"] = read(pid, "schedstat").split(" ");
  return Number(waitedNs) / 1e6;
}

/** The share of each time in which a process was not waiting for a processor. */
export class RunShare {
  readonly #pid: number;
  #waitedMs = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** That of the time since the last call, which was so long. */
  next(ms: number): number {
    const waitedMs = waitedForProcessorMs(this.#pid);
    const share = 1 - (waitedMs - this.#waitedMs) / ms;
    this.#waitedMs = waitedMs;
    return Math.min(1, Math.max(0, share));
  }
}

function read(pid: number, file: "stat" | "schedstat"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
