// Runs one controller: takes keys from its queue, a few at once and each key once at a time, and decides when a key is reconciled again.
// A reconcile that throws, or never ends, does not stop the other keys.
import { formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import type { RunCause, RunOutcome } from "@capstan/kube/trace";
import { errorFields, type Logger } from "@capstan/process";
import type { Informer } from "../cache/informer.ts";
import type { ReconcileOutcome } from "../metrics/metrics.ts";
import { engineTurns } from "../in-slices.ts";
import { ControllerTrace, type EndRun } from "../trace/controller-trace.ts";
import { tracedError } from "../trace/traced-error.ts";
import { jittered } from "../queue/rate-limiter.ts";
import type { ControllerSettings } from "../settings.ts";
import { type AddOptions, lowPriority, type Taken, WorkQueue } from "../queue/work-queue.ts";
import { operatorError } from "../operator-errors.ts";
import { loadOf, registerController } from "./controller-metrics.ts";
import type { ControllerWatch } from "./controller-options.ts";
import { failureOutcomes, logFailure, problemsOf, reconcileFailureOf, tracedOutcomes } from "./reconcile-failure.ts";
import { runSource, type SourceDeps } from "./key-source.ts";
import { KeyStates } from "./key-states.ts";
import { loopWatch, type WatchedController } from "./loop-watch.ts";
import { OpenRuns } from "./open-runs.ts";
import { OwnEchoes } from "./own-echoes.ts";
import { OwnWrites, staleCacheMs } from "./own-writes.ts";
import { requeueMsOf } from "./reconcile-result.ts";
import type { ReconcileRun } from "./reconcile-run.ts";
import { type ControllerDeps, RunFactory } from "./run-factory.ts";
import type { WatchMapper } from "./watch-mapper.ts";
import { wireWatch, wireWatches, type Wiring } from "./watch-wiring.ts";

type Running = Pick<Taken, "key" | "priority"> & {
  readonly run: ReconcileRun;
  /** Ends its record, when somebody listens to the trace. */
  readonly traced: EndRun | undefined;
};

/** A running controller. */
export class Controller {
  readonly #settings: ControllerSettings;
  readonly #deps: ControllerDeps;
  readonly #queue: WorkQueue;
  readonly #ownWrites: OwnWrites;
  readonly #echoes = new OwnEchoes(() => this.#informer.keepsWhole);
  readonly #states: KeyStates;
  readonly #runs = new OpenRuns();
  readonly #runFactory: RunFactory;
  readonly #log: Logger;
  readonly #trace: ControllerTrace;
  readonly #mappers: WatchMapper[];
  readonly #wiring: Wiring;
  /** That of its own kind. */
  readonly #informer: Informer;
  readonly #watched: WatchedController;
  #prepared: AbortSignal | undefined;
  #stop: AbortSignal | undefined;
  #pumping = false;
  readonly #piece = (): void => this.#pump();

  constructor(settings: ControllerSettings, deps: ControllerDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#log = deps.log.child({
      controller: settings.name,
      controllerGroup: settings.for.group,
      controllerKind: settings.for.kind,
    });
    this.#states = new KeyStates(settings, deps.clock);
    this.#ownWrites = new OwnWrites(deps.informers);
    const recorded = { writes: this.#ownWrites, echoes: this.#echoes };
    this.#runFactory = new RunFactory({ ...deps, ...recorded, settings, log: this.#log });
    this.#trace = new ControllerTrace({
      controller: settings.name,
      kind: settings.for.kind,
      clock: deps.clock,
      load: () => loadOf(this.#queue, this.#runs),
    });
    const ready = (isNew: boolean): void => {
      if (isNew) deps.metrics.queueAdded(settings.name);
      this.#trace.changed();
      this.wake();
    };
    this.#informer = deps.informers.informer(settings.for, settings);
    // Where there is no other namespace, none has to wait for a worker.
    const shared = this.#informer.hasOneNamespace ? undefined : settings.concurrency;
    this.#queue = new WorkQueue(deps.clock, ready, shared);
    this.#wiring = {
      ...deps,
      controller: settings.name,
      log: this.#log,
      trace: this.#trace,
      enqueue: (key, priority, { change, traced }) => {
        const onSorted =
          traced && ((isOwn: boolean): void => (isOwn ? traced.ignored("own write") : traced.queued(key)));
        if (change !== undefined && this.#echoes.holds(key, { ...change, priority, onSorted })) return;
        traced?.queued(key);
        this.#enqueue(key, priority);
      },
    };
    this.#watched = {
      name: settings.name,
      log: this.#log,
      objects: () => this.#runs.objects,
      count: () => deps.metrics.reconcileProblem(settings.name, "blocked"),
    };
    this.#mappers = [...wireWatches(settings, this.#wiring)];
    // What its predicate dropped causes no reconcile that could forget the key, or the echo.
    this.#informer.addHandler(({ type, object }) => {
      if (type === "update") this.#echoes.seen(keyOf(object), object.metadata.resourceVersion ?? "");
      else if (type === "delete" && !this.#queue.has(keyOf(object))) this.#forget(keyOf(object));
    });
    registerController(deps.metrics, settings, { queue: this.#queue, runs: this.#runs, mappers: this.#mappers });
  }

  get name(): string {
    return this.#settings.name;
  }

  /** Adds a watch, also while reconciles run. Its objects cause reconciles from its first list on. */
  addWatch(watch: ControllerWatch): void {
    const mapper = wireWatch(watch, this.#informer, this.#wiring);
    this.#mappers.push(mapper);
    if (this.#prepared !== undefined) mapper.start(this.#prepared);
  }

  /** The caches are filled: maps events to keys until the signal aborts, whether this process leads or not. */
  prepare(stop: AbortSignal): void {
    this.#prepared = stop;
    stop.addEventListener("abort", () => this.#trace.close(), { once: true });
    for (const mapper of this.#mappers) mapper.start(stop);
  }

  /** Starts reconciles until the signal aborts. Keys have been queued since the caches began to fill. Resolves when the sources have ended. */
  async start(stop: AbortSignal): Promise<void> {
    const { clock, metrics, shutdownMs } = this.#deps;
    this.#stop = stop;
    stop.addEventListener("abort", () => this.#queue.close(), { once: true });
    loopWatch.add(this.#watched, stop);
    this.wake();
    const enqueue: SourceDeps["enqueue"] = (key, traced) => {
      traced?.queued(key);
      this.#enqueue(key, 0);
    };
    const deps = { controller: this.name, clock, log: this.#log, metrics, shutdownMs, enqueue, trace: this.#trace };
    await Promise.all((this.#settings.sources ?? []).map((source) => runSource(source, deps, stop)));
  }

  /** Resolves when no reconcile is left, abandoned or not. Call it after the signal has aborted, when no new one starts. */
  drained(): Promise<void> {
    return this.#runs.drained();
  }

  /** How many reconciles have a worker. */
  get active(): number {
    return this.#runs.running;
  }

  /** How many reconciles were abandoned and have not ended. */
  get abandoned(): number {
    return this.#runs.abandoned;
  }

  /** Seconds since the start of the oldest of them; 0 when there is none. */
  get longestAbandoned(): number {
    return this.#runs.longestAbandoned;
  }

  #enqueue(key: ObjectKey, priority: number): void {
    this.#queue.add(key, { priority });
  }

  /** Starts reconciles, after the batch of events that filled the queue, so that they see all of it. Call it, too, when this process leads again. */
  wake(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    engineTurns.later(this.#piece, this);
  }

  /** Starts the next reconcile if one is due: what becomes due later wakes this controller itself. */
  #goOn(): void {
    if (this.#queue.hasDue) this.wake();
  }

  /**
   * Starts one reconcile, in the turns of all controllers: reconciles that end without waiting for anything would otherwise follow one another in the same turn of the event loop, and keep leases, probes
   * and all other objects waiting.
   */
  #pump(): void {
    const stop = this.#stop;
    this.#pumping = false;
    if (stop === undefined || stop.aborted || this.active >= this.#settings.concurrency) return;
    if (!this.#deps.mayRun()) return;
    const taken = this.#queue.take();
    if (taken === undefined) return;
    if (this.#cacheIsCurrent(taken) && this.#isSpaced(taken)) void this.#run(taken, stop);
    this.#goOn();
  }

  /** Postpones a key while the cache has not seen its own writes; not for longer than `staleCacheMs` after each. */
  #cacheIsCurrent({ key, priority }: Taken): boolean {
    const now = this.#deps.clock.now();
    const late = { object: formatKey(key), kinds: this.#ownWrites.giveUp(key, now - staleCacheMs) };
    if (late.kinds.length > 0) this.#log.warn("Cache did not see own writes in time, no longer waiting for them", late);
    for (const kind of late.kinds) this.#deps.metrics.ownWriteNotSeen(this.name, kind);
    const unseen = this.#ownWrites.unseenWrites(key);
    if (unseen === undefined) return true;
    const { since, kinds } = unseen;
    for (const kind of new Set(kinds)) this.#deps.metrics.staleCacheDeferred(this.name, kind);
    this.#queue.postpone(key, { priority, afterMs: since + staleCacheMs - now });
    this.#ownWrites.onNextSeen(key, () => this.#queue.add(key, { priority }));
    return false;
  }

  /** Postpones a key that ran too often recently. */
  #isSpaced({ key, priority }: Taken): boolean {
    const waitMs = this.#states.spacedMs(key);
    if (waitMs === 0) return true;
    this.#deps.metrics.reconcileSpaced(this.name);
    this.#queue.postpone(key, { priority, afterMs: waitMs });
    return false;
  }

  async #run({ key, priority, waitedMs }: Taken, stop: AbortSignal): Promise<void> {
    const { metrics } = this.#deps;
    let report: Promise<void> = Promise.resolve();
    const run: ReconcileRun = this.#createRun(key, stop, () => {
      report = this.#abandon({ key, priority, run, traced });
    });
    const traced = this.#trace.run({ key, run, waitedMs });
    this.#runs.begin(run);
    this.#echoes.begin(key, this.#version(key));
    metrics.queueWaited(this.name, waitedMs / 1000);
    metrics.activeWorkers(this.name, this.active);
    const running = { key, priority, run, traced };
    let outcome: ReconcileOutcome = "error";
    // A reconcile that throws before it returns a promise fails like one that rejects. The end of an abandoned one decides nothing.
    try {
      const start = (): Promise<unknown> => this.#settings.reconcile(key, run);
      const result = await loopWatch.start(this.#watched, () => run.object, start);
      if (!run.abandoned) outcome = this.#succeeded(running, result);
    } catch (error) {
      if (!run.abandoned) outcome = this.#failed(running, error);
    }
    run.end();
    loopWatch.look();
    if (run.abandoned) return this.#endedLate(running, report);
    metrics.reconciled(this.name, outcome, run.age);
    this.#runs.end(run);
    this.#ended(key);
  }

  /** Frees the worker of a reconcile that did not end in time. Its key waits until its promise settles: what it does there cannot be recalled. Resolves when that is reported. */
  #abandon({ key, run, traced }: Running): Promise<void> {
    const { metrics } = this.#deps;
    const error = operatorError("operator/reconcile-abandoned", { seconds: Math.round(run.age) });
    this.#runs.abandon(run);
    const failures = (this.#states.of(key).failures += 1);
    this.#echoed(key);
    metrics.reconciled(this.name, "error", run.age);
    metrics.reconcileProblem(this.name, "timeout");
    metrics.reconcileProblem(this.name, "abandoned");
    run.log.error("Reconcile abandoned", errorFields(error));
    traced?.({ outcome: "abandoned", error: tracedError(error), failures });
    this.#queue.release(key);
    const reported = this.#reportAbandoned(key, error);
    this.#freed();
    return reported;
  }

  /** Lets the author say so in the object, with a context of its own. */
  async #reportAbandoned(key: ObjectKey, error: Error): Promise<void> {
    const { abandoned } = this.#settings;
    if (abandoned === undefined || this.#stop === undefined) return;
    const run = this.#createRun(key, this.#stop, () => undefined);
    this.#echoes.begin(key, this.#version(key));
    try {
      await abandoned(key, run, error);
    } catch (problem) {
      run.log.error("Abandoned reconcile not reported", errorFields(problem, { frames: true }));
    }
    run.end();
    this.#echoed(key);
  }

  /** It is open until its report has ended: that writes for the same key. */
  async #endedLate({ key, priority, run }: Running, report: Promise<void>): Promise<void> {
    run.log.warn("Abandoned reconcile ended", { seconds: Math.round(run.age) });
    await report;
    this.#runs.end(run);
    this.#again(key, "retry", { priority, afterMs: this.#backoff(key) });
    this.#queue.done(key);
  }

  #createRun(key: ObjectKey, stop: AbortSignal, onAbandoned: () => void): ReconcileRun {
    return this.#runFactory.create({ key, stop, onAbandoned, failures: this.#states.of(key).failures });
  }

  /** Queues a key for the changes of its object during its reconcile that others made. */
  #echoed(key: ObjectKey): void {
    const { store } = this.#informer;
    const priority = this.#echoes.end(key, (version) => store.hasReached(key.namespace, version));
    if (priority !== undefined) this.#enqueue(key, priority);
  }

  #ended(key: ObjectKey): void {
    this.#echoed(key);
    this.#queue.done(key);
    // A key without an object has nothing left to remember, unless it is about to run again.
    if (this.#states.of(key).failures === 0 && !this.#exists(key) && !this.#queue.has(key)) this.#forget(key);
    this.#freed();
  }

  #forget(key: ObjectKey): void {
    this.#states.forget(key);
    this.#echoes.forget(key);
    this.#trace.forget(key);
    this.#ownWrites.forgetSeen(key);
  }

  /** A worker is free. */
  #freed(): void {
    this.#deps.metrics.activeWorkers(this.name, this.active);
    this.#trace.changed();
    this.#goOn();
  }

  /** The result of this reconcile alone decides what is scheduled; an event that came meanwhile is in the queue already. */
  #succeeded({ key, priority, traced }: Running, result: unknown): ReconcileOutcome {
    const afterMs = requeueMsOf(result, this.name);
    const nextMs = afterMs === undefined ? undefined : this.#jittered(afterMs);
    this.#states.of(key).failures = 0;
    if (nextMs !== undefined) this.#again(key, "requeueAfter", { priority, afterMs: nextMs });
    this.#resync(key);
    traced?.({ outcome: nextMs === undefined ? "done" : "requeueAfter", nextMs, failures: 0 });
    return afterMs === undefined ? "success" : "requeue_after";
  }

  #failed({ key, priority, run, traced }: Running, error: unknown): ReconcileOutcome {
    const ends = (outcome: RunOutcome, nextMs?: number): void =>
      traced?.({ outcome, nextMs, error: tracedError(error), failures: this.#states.of(key).failures });
    // A reconcile that was ended by the stop has not failed: it is repeated after the restart.
    if (this.#stop?.aborted === true) {
      ends("stopped");
      return "error";
    }
    const failure = reconcileFailureOf(error);
    if (failure.kind !== "wait") this.#states.of(key).failures += 1;
    for (const problem of problemsOf(run, error, failure)) this.#deps.metrics.reconcileProblem(this.name, problem);
    logFailure(run, error, failure);
    const { kind, waitMs } = failure;
    const backoffMs = kind === "wait" ? 0 : this.#states.backoffMs(key);
    const nextMs = kind === "terminal" ? undefined : this.#jittered(Math.max(waitMs, backoffMs));
    ends(tracedOutcomes[kind], nextMs);
    if (nextMs !== undefined) {
      this.#deps.metrics.queueRetried(this.name);
      this.#again(key, "retry", { priority, afterMs: nextMs });
    } else if (!this.#exists(key)) this.#states.of(key).failures = 0;
    // The next sync is scheduled by the reconcile after the wait: one before it would call a cloud that asked for the wait.
    if (waitMs === 0) this.#resync(key);
    return failureOutcomes[kind];
  }

  /** Queues a key as its last reconcile asks for it. */
  #again(key: ObjectKey, why: RunCause["cause"], options: Required<AddOptions>): void {
    this.#trace.scheduled(key, why, options.afterMs);
    this.#queue.add(key, options);
  }

  #backoff(key: ObjectKey): number {
    return this.#jittered(this.#states.backoffMs(key));
  }

  #jittered(ms: number): number {
    return jittered(ms, this.#deps.clock.random());
  }

  /** Scheduled after every reconcile, whatever it returned, so that no path through one can lose it. */
  #resync(key: ObjectKey): void {
    const { syncPeriodMs } = this.#settings;
    if (syncPeriodMs !== undefined && this.#exists(key))
      this.#again(key, "resync", { priority: lowPriority, afterMs: this.#jittered(syncPeriodMs) });
  }

  #exists(key: ObjectKey): boolean {
    return this.#informer.store.get(key) !== undefined;
  }

  #version(key: ObjectKey): string | undefined {
    return this.#informer.store.get(key)?.metadata.resourceVersion;
  }
}
