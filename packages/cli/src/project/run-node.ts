// Starts a project's entry: this Node with the TypeScript hooks, in the project's folder. It ends when this process ends, and what it started ends with it.
import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { pathToFileURL } from "node:url";
import { followParent } from "@capstan/testenv/host";
import { debuggerOptions, type DebuggerSettings, inspectOptions, withoutDebugger } from "./say-alive.ts";
import type { TrustedProject } from "./foreign-project.ts";
import { entryVariables, hooksFile } from "./inherited-hooks.ts";

/** What to start and where. */
export interface NodeRun extends TrustedProject {
  /** Relative to the root. */
  readonly entry: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A debugger that listens from the start. Default: one that this command opens when it needs it. */
  readonly inspect?: DebuggerSettings | undefined;
}

/** Processes that run, each with whether it has a process group of its own. */
const running = new Map<ChildProcess, boolean>();

/**
 * Starts the entry; its output is piped, its input closed. Through the channel it notices the end of this process (register-typescript.ts); where the kernel can do that, it kills the entry then,
 * also one that is too busy to notice.
 */
export function startNode(
  { root, trusted, entry, args, env = {}, inspect }: NodeRun,
  preloads: readonly string[] = [],
): ChildProcess {
  const hooks = ["--import", pathToFileURL(hooksFile).href, ...preloads];
  const debuggers = inspect === undefined ? debuggerOptions : inspectOptions(inspect);
  return startFollowing([...process.execArgv, ...debuggers, ...hooks, entry, ...args], {
    cwd: root,
    env: { ...process.env, ...env, ...entryVariables(trusted) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Starts this Node with arguments. The process ends when this one ends, and what it started ends with it. */
export function startFollowing(nodeArgs: readonly string[], options: SpawnOptions): ChildProcess {
  const { command, args, detached } = followParent(process.execPath, nodeArgs);
  const child = spawn(command, args, { ...options, detached });
  running.set(child, detached);
  // A process that it started would keep its output open, and live on.
  child.once("exit", () => {
    killNow(child);
    running.delete(child);
  });
  return child;
}

/** Kills a process at once, with the processes that it started where they are in one group with it. */
export function killNow(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || running.get(child) !== true) return void child.kill("SIGKILL");
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

/** Kills everything that was started here and still runs. */
export function killAllNow(): void {
  for (const child of running.keys()) killNow(child);
}

/** How long output is waited for after the end of a process: another process can have inherited it. */
const outputMs = 500;

/** Resolves with the exit code when a process has ended and its output is read. Rejects when it cannot be started. */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
    child.once("exit", (code) => setTimeout(() => resolve(code), outputMs).unref());
  });
}

/** What a finished process printed, and its exit code. */
export interface NodeResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that stands by (stand-by.ts). */
export interface WaitingProcess {
  readonly child: ChildProcess;
  go(signal: AbortSignal): Promise<boolean>;
}

/** A process that stands by is as a new one would be, but faster. */
export async function processFor(
  run: NodeRun,
  { standby, signal }: Pick<NodeLimits, "standby" | "signal">,
): Promise<ChildProcess> {
  if (standby !== undefined && (await standby.go(signal))) return standby.child;
  if (standby !== undefined) killNow(standby.child);
  return startNode(run);
}

/** How long the entry runs at most, and what stops it before. */
export interface NodeLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** A process that was started for this run, and waits: it is used unless it is out of date. */
  readonly standby?: WaitingProcess | undefined;
  /** Called with the process. */
  readonly started?: (child: ChildProcess) => void;
}

/** Runs the entry to its end, or stops it after a while. */
export async function runNode(run: NodeRun, options: NodeLimits): Promise<NodeResult> {
  const child = await processFor(run, options);
  const printed = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  const stop = (): void => killNow(child);
  const timer = setTimeout(stop, options.timeoutMs);
  options.signal.addEventListener("abort", stop, { once: true });
  if (options.signal.aborted) stop();
  options.started?.(child);
  try {
    const code = await endOf(child);
    return { code, stdout: printed.stdout, stderr: withoutDebugger(printed.stderr) };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", stop);
  }
}
