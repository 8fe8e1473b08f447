// Runs a program of this computer as a child that does not outlive us: its output goes to a file, it is stopped within a bound,
// and it ends when we end, however that happens. Used by the real backend and by local-cluster. It restarts nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { type CapstanError, errorOf } from "@capstan/kube";
import { hostErrors } from "./errors.ts";
import { followParent } from "./follow-parent.ts";
import { lastLines } from "./log-file.ts";

/** What to run. */
export interface ProcessOptions {
  /** What messages call it. */
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment; nothing is inherited. Default: ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The file that its output is appended to. */
  readonly log: string;
}

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running child. */
export interface LocalProcess {
  readonly name: string;
  readonly pid: number;
  readonly log: string;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** How it ended; undefined while it runs. */
  readonly exit: ProcessExit | undefined;
  /** Asks it to end with a signal, and kills it when it has not after `withinMs` (default 10 s). Resolves when it has ended. */
  stop(options?: { readonly signal?: NodeJS.Signals; readonly withinMs?: number }): Promise<ProcessExit>;
  /** The last lines of its output. */
  lastLines(count?: number): string[];
}

/** Starts a program; resolves once it runs, rejects when it cannot be started. */
export function startProcess(options: ProcessOptions): Promise<LocalProcess> {
  mkdirSync(dirname(options.log), { recursive: true });
  const output = openSync(options.log, "a");
  const { command, args, detached } = followParent(options.command, options.args ?? []);
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ["ignore", output, output],
    detached,
  });
  closeSync(output);
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(track(child, options)));
    child.once("error", (cause) => reject(notStarted(options, cause)));
  });
}

function track(child: ChildProcess, { name, log }: ProcessOptions): LocalProcess {
  const pid = child.pid ?? 0;
  let exit: ProcessExit | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      running.delete(child);
      resolve(exit);
    });
  });
  remember(child);
  return {
    name,
    pid,
    log,
    exited,
    get exit() {
      return exit;
    },
    stop: ({ signal = "SIGTERM", withinMs = 10_000 } = {}) => stop({ child, exited, signal, withinMs }),
    lastLines: (count = 20) => lastLines(log, count),
  };
}

interface Stop {
  readonly child: ChildProcess;
  readonly exited: Promise<ProcessExit>;
  readonly signal: NodeJS.Signals;
  readonly withinMs: number;
}

async function stop({ child, exited, signal, withinMs }: Stop): Promise<ProcessExit> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), withinMs);
  const exit = await exited;
  clearTimeout(timer);
  return exit;
}

/** Children that run now; those left at our exit are killed. */
const running = new Set<ChildProcess>();

function remember(child: ChildProcess): void {
  if (running.size === 0) process.once("exit", killAll);
  running.add(child);
}

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

function notStarted({ name, command }: ProcessOptions, cause: Error): CapstanError {
  return errorOf(hostErrors, "testenv/not-started", { values: { name, command, reason: cause.message }, cause });
}
