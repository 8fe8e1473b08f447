// A whole child process as one run: wall-clock seconds from spawn to exit, and the peak of its own memory, read every few
// milliseconds while it lives. For programs that end by themselves.
import { spawn } from "node:child_process";
import type { Figures } from "./benchmark.ts";
import { peakMegabytes } from "./peak-memory.ts";

const pollMs = 5;

/** Runs a command to its end; rejects when it fails, with the end of what it printed. It does not outlive this process. */
export async function measureProcess(command: readonly string[], cwd: string): Promise<Figures> {
  const [program = "", ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let peak = 0;
  const poll = setInterval(() => (peak = Math.max(peak, peakMegabytes(child.pid) ?? 0)), pollMs);
  let output = "";
  const take = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => {
    clearInterval(poll);
    process.off("exit", kill);
  });
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output.slice(-2000)}`);
  return peak === 0 ? { seconds } : { seconds, "peak MB": peak };
}
