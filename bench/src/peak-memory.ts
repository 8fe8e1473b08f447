// The peak of a process's resident memory as the kernel counts it (VmHWM). Linux only; elsewhere there is no such figure.
import { readFileSync } from "node:fs";

/** Megabytes, or undefined when the process has ended or nothing here counts them. */
export function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? undefined : Number(match[1]) / 1024;
  } catch {
    return undefined;
  }
}
