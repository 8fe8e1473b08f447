// Runs a program as a child process that never outlives this one: its output goes to a file and stopping it takes a bounded time.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { CapstanError } from "@capstan/kube";
import { hostError } from "./errors.ts";
import { followParent } from "./follow-parent.ts";
import { lastLines, openLog } from "./log-file.ts";

/** A program to run. */
export interface ProcessOptions {
  /** Its name in messages. */
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The file to append its output to. */
  readonly log: string;
}

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running child process. */
export interface LocalProcess {
  readonly name: string;
  readonly pid: number;
  readonly log: string;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** How it ended; undefined while it runs. */
  readonly exit: ProcessExit | undefined;
  /** Sends a signal (default SIGTERM), and SIGKILL after `withinMs` (default 10 s). Resolves when it has ended. Safe to call twice. */
  stop(options?: { readonly signal?: NodeJS.Signals; readonly withinMs?: number }): Promise<ProcessExit>;
  /** The last lines of its output, 20 by default. */
  lastLines(count?: number): string[];
}

/**
 * Starts a program. Resolves when it runs; rejects with `testenv/not-started` when the operating system cannot start it, and with
 * `testenv/folder-not-private` when its log belongs to another user.
 *
 * Its output is appended to `log`. The child is killed when this process ends, on Linux with util-linux even after kill -9. It is
 * not restarted when it exits: await `exited`, or read `exit`.
 *
 * @example
 * const etcd = await startProcess({ name: "etcd", command: "/usr/bin/etcd", log: "/tmp/etcd.log" });
 * await etcd.stop();
 */
export async function startProcess(options: ProcessOptions): Promise<LocalProcess> {
  // Logs hold what programs say about Secrets and tokens.
  const output = openLog(options.log);
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

/** Running children; killed when this process exits. */
const running = new Set<ChildProcess>();

function remember(child: ChildProcess): void {
  if (running.size === 0) process.once("exit", killAll);
  running.add(child);
}

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

function notStarted({ name, command }: ProcessOptions, cause: Error): CapstanError {
  return hostError("testenv/not-started", { name, command, reason: cause.message }, cause);
}
