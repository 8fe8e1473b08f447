// Runs one controller: takes keys from its queue, a few at once and each key once at a time, and decides when a key runs again.
// Made by manager.ts. What a reconcile does is the author's; nothing it does, not even never ending, stops the others.
import type { Client, Clock } from "@capstan/client";
import { describeError, formatKey, parseKey } from "@capstan/kube";
import { type ControllerOptions, type ReconcileResult, TerminalError } from "./controller-options.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { InformerSet } from "./informer-set.ts";
import type { Logger } from "./logger.ts";
import type { Metrics, ReconcileOutcome } from "./metrics.ts";
import { OwnWrites, staleCacheMs } from "./own-writes.ts";
import { failureDelay, spacing } from "./rate-limiter.ts";
import { ReconcileRun } from "./reconcile-run.ts";
import { wireWatches } from "./watch-wiring.ts";
import { lowPriority, type Taken, WorkQueue } from "./work-queue.ts";

/** What a controller needs of its manager. */
export interface ControllerDeps {
  readonly client: Client;
  readonly informers: InformerSet;
  readonly events: EventRecorder;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: Clock;
  /** Whether a run may start now: asked before each, so that a lapsed lease stops work even before its timer is served. */
  readonly mayRun: () => boolean;
}

type Defaults = Required<Pick<ControllerOptions, "concurrency" | "timeoutMs" | "minIntervalMs">>;

const defaults: Defaults = { concurrency: 10, timeoutMs: 60_000, minIntervalMs: 1000 };

/** What is remembered of a key between its runs. */
interface KeyState {
  failures: number;
  /** The bucket of `spacing`. */
  arrival: number;
}

/** One controller at work. */
export class Controller {
  readonly #options: ControllerOptions & Defaults;
  readonly #deps: ControllerDeps;
  readonly #queue: WorkQueue;
  readonly #ownWrites: OwnWrites;
  readonly #states = new Map<string, KeyState>();
  readonly #running = new Map<string, ReconcileRun>();
  readonly #log: Logger;
  #stop: AbortSignal | undefined;
  #idle: (() => void) | undefined;
  #pumping = false;

  constructor(options: ControllerOptions, deps: ControllerDeps) {
    this.#options = { ...defaults, ...options };
    this.#deps = deps;
    this.#log = deps.log.child({
      controller: options.name,
      controllerGroup: options.for.group,
      controllerKind: options.for.kind,
    });
    this.#ownWrites = new OwnWrites(deps.informers);
    this.#queue = new WorkQueue(deps.clock, () => this.#pumpSoon());
    wireWatches(options, deps.informers, (key, priority) => {
      deps.metrics.queueAdded(options.name);
      this.#queue.add(formatKey(key), { priority });
    });
    this.#offerMetrics();
  }

  get name(): string {
    return this.#options.name;
  }

  /** Starts runs, until the signal aborts; keys have been gathering since the caches began to fill. */
  start(stop: AbortSignal): void {
    this.#stop = stop;
    stop.addEventListener("abort", () => this.#queue.close(), { once: true });
    this.#pump();
  }

  /** Resolves when no run is left; new ones have stopped with the signal. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle = resolve;
      if (this.#running.size === 0) resolve();
    });
  }

  /** How many runs have not ended. */
  get active(): number {
    return this.#running.size;
  }

  /** After the batch of events that filled the queue, so that runs see all of it. */
  #pumpSoon(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    queueMicrotask(() => this.#pump());
  }

  #pump(): void {
    const stop = this.#stop;
    this.#pumping = false;
    if (stop === undefined) return;
    while (!stop.aborted && this.#running.size < this.#options.concurrency && this.#deps.mayRun()) {
      const taken = this.#queue.take();
      if (taken === undefined) return;
      if (this.#isDue(taken)) void this.#run(taken, stop);
    }
  }

  /** Puts a key off that ran too often of late, or whose own writes the cache has not seen. */
  #isDue({ key, priority }: Taken): boolean {
    const now = this.#deps.clock.now();
    const behind = this.#ownWrites.behind(key);
    if (behind !== undefined && now - behind.since < staleCacheMs) {
      for (const kind of new Set(behind.kinds)) this.#deps.metrics.staleCacheDeferred(this.name, kind);
      this.#putOff(key, priority, behind.since + staleCacheMs - now);
      this.#ownWrites.whenCloser(key, () => this.#queue.add(key, { priority }));
      return false;
    }
    if (behind !== undefined) {
      this.#log.warn("Cache did not see own writes in time, reconciling anyway", { object: key, kinds: behind.kinds });
      this.#ownWrites.forget(key);
    }
    const state = this.#state(key);
    const { waitMs, arrival } = spacing(state.arrival, now, this.#options.minIntervalMs);
    state.arrival = arrival;
    if (waitMs > 0) this.#putOff(key, priority, waitMs);
    return waitMs === 0;
  }

  #putOff(key: string, priority: number, afterMs: number): void {
    this.#queue.done(key);
    this.#queue.add(key, { priority, afterMs });
  }

  async #run({ key, priority, waitedMs }: Taken, stop: AbortSignal): Promise<void> {
    const { client, informers, events, metrics, clock } = this.#deps;
    const run = new ReconcileRun({
      key: parseKey(key),
      kind: this.#options.for.kind,
      failures: this.#state(key).failures,
      timeoutMs: this.#options.timeoutMs,
      stop,
      client,
      cache: informers,
      events,
      log: this.#log,
      clock,
      onWrite: (resource, object) => this.#ownWrites.add(key, clock.now(), { resource, object }),
    });
    this.#running.set(key, run);
    metrics.queueWaited(this.name, waitedMs / 1000);
    metrics.activeWorkers(this.name, this.#running.size);
    const outcome = await this.#call({ key, priority }, run);
    metrics.reconciled(this.name, outcome, (clock.now() - run.startedAt) / 1000);
    run.end();
    this.#ended(key);
  }

  /** A reconcile that throws before it returns a promise fails as one that rejects. */
  async #call({ key, priority }: Pick<Taken, "key" | "priority">, run: ReconcileRun): Promise<ReconcileOutcome> {
    try {
      const result = (await this.#options.reconcile(parseKey(key), run)) ?? {};
      return this.#succeeded(key, priority, result);
    } catch (error) {
      return this.#failed(key, priority, { run, error });
    }
  }

  #ended(key: string): void {
    const { metrics, informers } = this.#deps;
    this.#running.delete(key);
    metrics.activeWorkers(this.name, this.#running.size);
    // A key without an object has nothing left to remember, unless it is about to run again.
    if (this.#state(key).failures === 0 && informers.informer(this.#options.for).store.get(parseKey(key)) === undefined)
      this.#states.delete(key);
    this.#queue.done(key);
    if (this.#running.size === 0) this.#idle?.();
    this.#pump();
  }

  /** The result of this run alone decides what is scheduled; an event that came meanwhile is in the queue already. */
  #succeeded(key: string, priority: number, { requeueAfterMs }: ReconcileResult): ReconcileOutcome {
    this.#state(key).failures = 0;
    if (requeueAfterMs !== undefined) this.#queue.add(key, { priority, afterMs: requeueAfterMs });
    this.#resync(key);
    return requeueAfterMs === undefined ? "success" : "requeue_after";
  }

  #failed(
    key: string,
    priority: number,
    { run, error }: { readonly run: ReconcileRun; readonly error: unknown },
  ): ReconcileOutcome {
    const { metrics } = this.#deps;
    // A run that ends by the stop has not failed: it runs again after the restart.
    if (this.#stop?.aborted === true) return "error";
    const state = this.#state(key);
    const terminal = error instanceof TerminalError;
    state.failures += 1;
    run.log.error("Reconciler error", { error: describeError(error), failures: state.failures, terminal });
    if (run.timedOut) metrics.reconcileProblem(this.name, "timeout");
    if (terminal) metrics.reconcileProblem(this.name, "terminal");
    else {
      metrics.queueRetried(this.name);
      this.#queue.add(key, { priority, afterMs: failureDelay(state.failures) });
    }
    this.#resync(key);
    return "error";
  }

  /** Armed after every run, whatever it returned, so that no path through a reconcile can lose it. */
  #resync(key: string): void {
    const { resyncEveryMs } = this.#options;
    const exists = this.#deps.informers.informer(this.#options.for).store.get(parseKey(key)) !== undefined;
    if (resyncEveryMs !== undefined && exists) this.#queue.add(key, { priority: lowPriority, afterMs: resyncEveryMs });
  }

  #state(key: string): KeyState {
    const found = this.#states.get(key);
    if (found !== undefined) return found;
    const state: KeyState = { failures: 0, arrival: 0 };
    this.#states.set(key, state);
    return state;
  }

  #offerMetrics(): void {
    const { metrics, clock } = this.#deps;
    const ages = (): number[] => [...this.#running.values()].map((run) => (clock.now() - run.startedAt) / 1000);
    metrics.controllerAdded(this.name, this.#options.concurrency);
    metrics.gauge("workqueue_depth", this.name, () => this.#queue.size);
    metrics.gauge("workqueue_unfinished_work_seconds", this.name, () => ages().reduce((sum, age) => sum + age, 0));
    metrics.gauge("workqueue_longest_running_processor_seconds", this.name, () => Math.max(0, ...ages()));
  }
}
