// A child together with everything that it starts: begun so that all of it can be ended, and ended when this process ends, also
// by Ctrl-C or a signal.
import { spawn, spawnSync, type ChildProcessByStdio, type SpawnOptions } from "node:child_process";
import type { Readable } from "node:stream";
import { onExit } from "signal-exit";

/** A child whose output is read. */
export type ReadChild = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a program without a shell. On POSIX the child leads a process group of its own. */
export function spawnTree(command: readonly string[], options: Pick<SpawnOptions, "cwd" | "env">): ReadChild {
  const [program = "", ...args] = command;
  const detached = process.platform !== "win32";
  const child = spawn(program, args, { ...options, detached, stdio: ["ignore", "pipe", "pipe"] });
  const forget = onExit(() => stopTree(child.pid));
  child.once("error", forget);
  child.once("close", forget);
  return child;
}

/** Asks a child and everything below it to end; on Windows, where signals do not exist, ends them. */
function stopTree(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // The group has ended by itself.
  }
}
