// The identity of a process. Pids are reused, so a process is identified by its pid and start time; a state file with another start
// time refers to a process that has ended.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The identity of a process on this computer. No later process has the same one. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** The identity of a pid; undefined when no such process runs. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const started = process.platform === "linux" ? await startedByProc(pid) : await startedByPs(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether the process still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identify(identity.pid))?.started === identity.started;
}

/** Whether the process was started with the folder as its last argument, as `ensureProcess` starts them. */
export async function wasStartedFor({ pid }: ProcessIdentity, folder: string): Promise<boolean> {
  if (process.platform !== "linux") return (await ps(pid, "command=")).endsWith(` ${folder}`);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return commandLine.endsWith(`\0${folder}\0`);
}

/** Field 22 of /proc/<pid>/stat, clock ticks since boot, and which boot. A zombie has ended, though its pid is still taken. */
async function startedByProc(pid: number): Promise<string | undefined> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The second field is the program's name in parentheses and may contain spaces: count after its end.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields === undefined || fields[0] === "Z" || fields[0] === "X" ? undefined : `${fields[19]} ${boot.trim()}`;
}

async function startedByPs(pid: number): Promise<string | undefined> {
  const started = await ps(pid, "lstart=");
  return started === "" ? undefined : started;
}

async function ps(pid: number, column: string): Promise<string> {
  const args = ["-ww", "-o", column, "-p", String(pid)];
  const { stdout } = await promisify(execFile)("ps", args).catch(() => ({ stdout: "" }));
  return stdout.trim();
}
