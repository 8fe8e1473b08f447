// A whole child process as one run: wall-clock seconds from spawn to exit, and the peak of its resident memory as the
// kernel counted it (VmHWM, read every few milliseconds while it lives; Linux only, left out elsewhere).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Figures } from "./benchmark.ts";

const pollMs = 5;

/** Runs a command to its end; rejects when it fails, with the end of what it printed. */
export async function measureProcess(command: readonly string[], cwd: string): Promise<Figures> {
  const [program = "", ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let peak = 0;
  const poll = setInterval(() => (peak = Math.max(peak, peakMegabytes(child.pid))), pollMs);
  let output = "";
  const take = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => clearInterval(poll));
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output.slice(-2000)}`);
  return peak === 0 ? { seconds } : { seconds, "peak MB": peak };
}

function peakMegabytes(pid: number | undefined): number {
  try {
    const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(match?.[1] ?? 0) / 1024;
  } catch {
    return 0; // gone already, or no /proc here
  }
}
