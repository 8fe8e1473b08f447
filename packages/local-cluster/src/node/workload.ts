// Keeps one Deployment's process running: prepares its files and identity, starts it, probes it, restarts it. One process for any
// number of replicas.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describeError, isCapstanError } from "@capstan/kube";
import type { Deployment } from "@capstan/kube/builtin";
import { lastLines, type LocalProcess } from "@capstan/testenv/host";
import { listenerOf } from "./listeners.ts";
import { probe } from "./probe.ts";
import { type Run, startRun, type WorkloadHost } from "./run.ts";

/** A Deployment's process. */
export interface Workload {
  readonly namespace: string;
  readonly name: string;
  /** The running process; undefined while none runs. */
  readonly pid: number | undefined;
  /** How often it was started. */
  readonly starts: number;
  /** Whether the last readiness probe succeeded; without a probe, whether it runs. */
  readonly ready: boolean;
  /** Why it does not run. */
  readonly problem: string | undefined;
  /** The file of its output, over all starts. */
  readonly log: string;
  lastLines(count?: number): string[];
  /** The local port behind one of its container ports, by name or number. */
  localPort(port: string | number): number | undefined;
  /** Sends its process a signal (default SIGKILL). A process that ends is restarted, as after a crash. */
  kill(signal?: NodeJS.Signals): void;
  /** Stops its process until `start`. */
  stop(): Promise<void>;
  /** Starts it after `stop`, with more variables when given; resolves when the process runs. */
  start(options?: { readonly env?: Readonly<Record<string, string>> }): Promise<void>;
}

/** A workload, for its node. */
export interface OwnedWorkload extends Workload {
  readonly deployment: Deployment;
  /** Stops its process for ever. */
  close(): Promise<void>;
}

/** The delays before restarts after a crash; the last one repeats. */
const backoffMs = [100, 1000, 2000, 4000, 8000, 16_000];
/** After running this long, the backoff starts again. */
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

/** Starts the Deployment's process and keeps it running. */
export function startWorkload(host: WorkloadHost, deployment: Deployment): OwnedWorkload {
  const { namespace = "", name = "" } = deployment.metadata;
  const folder = join(host.folder, "workloads", namespace, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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

/** Prepares the process and runs it to its end; errors become the workload's problem. */
async function runOnce(state: State): Promise<void> {
  try {
    state.run = await startRun(state);
    state.process = state.run.process;
    state.problem = undefined;
    state.starts++;
    // Held or closed during the preparation, when there was no process to stop.
    if (state.held || state.closed) await endProcess(state);
    const { code, signal } = await state.process.exited;
    state.problem = `the process ended with ${signal ?? `code ${code}`}`;
  } catch (error) {
    state.problem = describeError(error);
    // Waiting for an object is not a crash and is retried soon.
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
    const answer = process !== undefined && (run?.readiness === undefined || (await isReady(run.readiness)));
    if (process === state.process) state.ready = answer;
    await run?.refresh().catch((error: unknown) => {
      state.problem = `cannot renew its token: ${describeError(error)}`;
    });
    await sleep(probeEveryMs);
  }
}

/** What another user answers at the port of the probe does not count. */
async function isReady(readiness: string): Promise<boolean> {
  const { port, protocol } = new URL(readiness);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return (await listenerOf(number)) === "ours" && (await probe(readiness));
}

async function endProcess(state: State): Promise<void> {
  const grace = state.deployment.spec?.template.spec.terminationGracePeriodSeconds ?? 10;
  await state.process?.stop({ withinMs: grace * 1000 });
}
