// Keeps one Deployment's process running: prepares its files and identity, starts it, asks whether it is ready, starts it again
// when it ends. Used by node.ts; tests reach it through the node to kill, stop and start it. One process, however many replicas.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describeError, isCapstanError } from "@capstan/kube";
import type { Deployment } from "@capstan/kube/builtin";
import { lastLines, type LocalProcess } from "@capstan/testenv/host";
import { probe } from "./probe.ts";
import { type Run, startRun } from "./run.ts";
import type { WorkloadHost } from "./workload-host.ts";

/** A Deployment's process. */
export interface Workload {
  readonly namespace: string;
  readonly name: string;
  /** The running process; undefined while none runs. */
  readonly pid: number | undefined;
  /** How often it was started. */
  readonly starts: number;
  /** Whether it answered its readiness probe last time; without a probe, whether it runs. */
  readonly ready: boolean;
  /** Why it does not run, in words. */
  readonly problem: string | undefined;
  /** The file of its output, over all starts. */
  readonly log: string;
  lastLines(count?: number): string[];
  /** The local port behind one of its container ports, by name or number. */
  localPort(port: string | number): number | undefined;
  /** Sends its process a signal (default SIGKILL); what ends is started again, as after a crash. */
  kill(signal?: NodeJS.Signals): void;
  /** Ends its process, which then stays down until `start`. */
  stop(): Promise<void>;
  /** Starts it after `stop`, with more variables when given; resolves when the process runs. */
  start(options?: { readonly env?: Readonly<Record<string, string>> }): Promise<void>;
}

/** A workload as its node sees it. */
export interface OwnedWorkload extends Workload {
  readonly deployment: Deployment;
  /** Ends its process for good. */
  close(): Promise<void>;
}

/** How long to wait before each start after a crash; the first is at once, the last goes on. */
const backoffMs = [100, 1000, 2000, 4000, 8000, 16_000];
/** Who has run this long has not crashed at start: the backoff begins anew. */
const steadyMs = 30_000;
const probeEveryMs = 250;

interface State {
  readonly host: WorkloadHost;
  readonly deployment: Deployment;
  readonly folder: string;
  readonly log: string;
  readonly ports: Map<number, number>;
  env: Readonly<Record<string, string>>;
  run: Run | undefined;
  process: LocalProcess | undefined;
  starts: number;
  failures: number;
  ready: boolean;
  problem: string | undefined;
  held: boolean;
  closed: boolean;
}

/** Starts keeping the Deployment's process running. */
export function startWorkload(host: WorkloadHost, deployment: Deployment): OwnedWorkload {
  const { namespace = "", name = "" } = deployment.metadata;
  const folder = join(host.folder, "workloads", namespace, name);
  mkdirSync(folder, { recursive: true });
  const state: State = {
    host,
    deployment,
    folder,
    log: join(host.folder, "logs", `${namespace}.${name}.log`),
    ports: new Map(),
    env: {},
    run: undefined,
    process: undefined,
    starts: 0,
    failures: 0,
    ready: false,
    problem: undefined,
    held: false,
    closed: false,
  };
  const done = Promise.all([keepRunning(state), keepProbing(state)]);
  return controls(state, async () => {
    state.closed = true;
    await endProcess(state);
    await done;
  });
}

function controls(state: State, close: () => Promise<void>): OwnedWorkload {
  const { namespace = "", name = "" } = state.deployment.metadata;
  return {
    namespace,
    name,
    deployment: state.deployment,
    log: state.log,
    get pid() {
      return state.process?.pid;
    },
    get starts() {
      return state.starts;
    },
    get ready() {
      return state.ready;
    },
    get problem() {
      return state.problem;
    },
    lastLines: (count = 20) => lastLines(state.log, count),
    localPort: (port) => state.run?.localPort(port),
    kill: (signal = "SIGKILL") => {
      if (state.process !== undefined) process.kill(state.process.pid, signal);
    },
    stop: async () => {
      state.held = true;
      await endProcess(state);
    },
    start: async ({ env = {} } = {}) => {
      state.env = env;
      state.held = false;
      while (state.process === undefined && !state.closed) await sleep(50);
    },
    close,
  };
}

async function keepRunning(state: State): Promise<void> {
  while (!state.closed) {
    if (state.held) {
      await sleep(50);
      continue;
    }
    const startedAt = Date.now();
    await runOnce(state);
    state.failures = Date.now() - startedAt > steadyMs ? 0 : state.failures + 1;
    await pause(state);
  }
}

/** Prepares and runs the process to its end; what goes wrong becomes the workload's problem. */
async function runOnce(state: State): Promise<void> {
  try {
    state.run = await startRun(state);
    state.process = state.run.process;
    state.problem = undefined;
    state.starts++;
    // Held or closed while it was being prepared: nobody saw a process to end.
    if (state.held || state.closed) await endProcess(state);
    const { code, signal } = await state.process.exited;
    state.problem = `the process ended with ${signal ?? `code ${code}`}`;
  } catch (error) {
    state.problem = describeError(error);
    // What waits for another object is no crash and is tried again soon.
    if (isCapstanError(error, "local-cluster/not-yet")) state.failures = 0;
  } finally {
    state.process = undefined;
    state.ready = false;
  }
}

async function pause(state: State): Promise<void> {
  const until = Date.now() + (backoffMs[Math.min(state.failures - 1, backoffMs.length - 1)] ?? 0);
  while (Date.now() < until && !state.closed && !state.held) await sleep(50);
}

async function keepProbing(state: State): Promise<void> {
  while (!state.closed) {
    const { process, run } = state;
    const answer = process !== undefined && (run?.readiness === undefined || (await probe(run.readiness)));
    if (process === state.process) state.ready = answer;
    await run?.refresh().catch((error: unknown) => {
      state.problem = `cannot renew its token: ${describeError(error)}`;
    });
    await sleep(probeEveryMs);
  }
}

async function endProcess(state: State): Promise<void> {
  const grace = state.deployment.spec?.template.spec.terminationGracePeriodSeconds ?? 10;
  await state.process?.stop({ withinMs: grace * 1000 });
}
