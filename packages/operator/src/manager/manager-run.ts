// One run of a manager, from start to stop.
//
// Start: servers, caches, runnables without a leader, leadership, controllers and the other runnables. Stop: no new reconciles; running ones, functions of
// the leader, sources and runnables end or are abandoned at the deadline; caches, leadership, servers. Lost leadership skips the waiting: another process may lead already.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Clock, sleep } from "@capstan/client";
import { describeError, type Resource } from "@capstan/kube";
import { isTraced, type LeaderTrace, publishTrace } from "@capstan/kube/trace";
import {
  errorFields,
  type Logger,
  protectMetrics,
  type RunningServers,
  type ServersOptions,
  startServers,
} from "@capstan/process";
import type { ProbeCheck, RunningServer, ServerOptions } from "@capstan/serve";
import type { InformerSet } from "../cache/informer-set.ts";
import { Controller } from "../controller/controller.ts";
import type { ControllerWatch } from "../controller/controller-options.ts";
import { cachedKinds } from "../controller/watch-wiring.ts";
import { EventWriter } from "../events/event-writer.ts";
import { LeaseElector } from "../leader-election/lease-elector.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import type { PrometheusMetrics } from "../metrics/prometheus-page.ts";
import { operatorError } from "../operator-errors.ts";
import type { Runnable } from "./manager-options.ts";
import type { ControllerSettings, ManagerSettings } from "../settings.ts";

/** A server that the run starts, or that is started with what to do when it fails, and with what ends its start. */
export type StartedServer =
  | ServerOptions
  | ((onFailure: (error: Error) => void, signal: AbortSignal) => Promise<RunningServer>);

/** Everything that a run of a manager consists of. */
export interface ManagerParts {
  readonly settings: ManagerSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly informers: InformerSet;
  readonly controllers: readonly ControllerSettings[];
  readonly runnables: readonly Runnable[];
  readonly servers: readonly StartedServer[];
  /** Called when this process leads, before controllers start. */
  readonly onLeading: readonly ((signal: AbortSignal) => Promise<void>)[];
  readonly readyChecks: Readonly<Record<string, ProbeCheck>>;
  readonly prometheus: PrometheusMetrics | undefined;
  /** Called when this process does not lead any more. */
  readonly onLost: () => void;
}

/** How long the last events may take to be written. */
const flushMs = 2000;

/** A running manager. */
export class ManagerRun {
  readonly #parts: ManagerParts;
  readonly #metrics: Metrics;
  readonly #events: EventWriter;
  readonly #elector: LeaseElector | undefined;
  /** Ends controllers and runnables. */
  readonly #work = new AbortController();
  /** Ends the caches and the renewal of the lease, after the work. */
  readonly #base = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  /** The caches and the renewal of the lease. */
  readonly #tasks: Promise<void>[] = [];
  /** What ends with the work, by name: functions of the leader, runnables, and the sources of controllers. */
  readonly #working = new Map<Promise<void>, string>();
  readonly #controllers: Controller[] = [];
  /** What the controllers that are added later wait for, by name. */
  readonly #awaited = new Map<string, Resource[]>();
  /** The caches of the first controllers are filled, and this process leads: what is added later waits for both. */
  readonly #filled = Promise.withResolvers<void>();
  readonly #led = Promise.withResolvers<void>();

  constructor(parts: ManagerParts) {
    const { settings, clock, log, prometheus } = parts;
    const { client, leaderElection, eventSource = "capstan" } = settings;
    this.#parts = parts;
    this.#metrics = prometheus?.metrics ?? noMetrics;
    this.#events = new EventWriter({ client, clock, log, source: eventSource, leads: () => this.leads });
    const identity = leaderElection?.identity ?? `${hostname()}_${randomUUID()}`;
    const onSlowPath = (): void => this.#metrics.leaderSlowPath(leaderElection?.name ?? "");
    const onLeads = (): void => this.#controllers.forEach((controller) => controller.wake());
    const deps = { client, clock, log, identity, onSlowPath, onLeads };
    this.#elector = leaderElection && new LeaseElector(leaderElection, deps);
    // A rejection before anything waits for it must not end the process.
    this.#failed.promise.catch(() => undefined);
  }

  /** Starts, waits for the signal or a failure, and stops. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    const { settings, informers, log, readyChecks } = this.#parts;
    const stopped = new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    // Those that are added while servers start begin on their own.
    const first = this.#parts.controllers.map((controller) => this.#controller(controller));
    this.#controllers.push(...first);
    informers.checkIndexes(this.#parts.controllers.flatMap(({ indexes = [] }) => indexes));
    const readyz = { caches: () => informers.healthy, running: () => !signal.aborted, ...readyChecks };
    const healthz = {
      reconciles: () => this.#controllers.every(({ longestAbandoned }) => longestAbandoned * 1000 < settings.stuckMs),
    };
    const servers = await this.#startServers({ healthz, readyz }, signal);
    if (servers === undefined) return log.info("Stopped before the servers have started");
    const unobserve = settings.client.observe((outcome) => this.#metrics.request(outcome));
    // Node ends a process that waits for nothing but promises: a manager without controllers, whose task waits for its signal.
    const alive = setInterval(() => undefined, 2 ** 31 - 1);
    try {
      const over = Promise.race([this.#start(first).then(() => stopped), stopped, this.#failed.promise]);
      await this.#stopAfter(over, servers);
    } finally {
      clearInterval(alive);
      unobserve();
    }
  }

  /** Starts the servers; undefined when the signal ends the start. */
  async #startServers(
    checks: Pick<ServersOptions, "healthz" | "readyz">,
    signal: AbortSignal,
  ): Promise<RunningServers | undefined> {
    const { log, prometheus, settings } = this.#parts;
    const {
      client,
      healthAddress,
      metricsAddress,
      metricsCertificate,
      insecureDiagnostics = false,
      tlsLimits,
    } = settings;
    const address = { address: metricsAddress, certificate: metricsCertificate, insecure: insecureDiagnostics };
    try {
      return await startServers({
        ...checks,
        healthAddress,
        metricsAddress,
        metrics: prometheus,
        metricsProtection: await protectMetrics({ client, log, ...address }),
        servers: this.#parts.servers.map((server) =>
          typeof server === "function" ? () => server((error) => this.#failed.reject(error), signal) : server,
        ),
        onCertificateRead: (ok) => this.#metrics.certificateRead(ok),
        tlsLimits,
        log,
      });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** Stops when the work is over. The error that ends it is logged at once, as the stop takes its time, and is thrown, also when the stop fails, too. */
  async #stopAfter(over: Promise<void>, servers: RunningServers): Promise<void> {
    const { log } = this.#parts;
    try {
      await over;
    } catch (error) {
      log.error("Stopping", errorFields(error));
      await this.#stop(servers).catch((later: unknown) => {
        if (later !== error) log.error("The stop failed, too", errorFields(later));
      });
      throw error;
    }
    log.info("Stopping");
    await this.#stop(servers);
  }

  #controller(controller: ControllerSettings): Controller {
    const { clock, informers, log, settings } = this.#parts;
    return new Controller(controller, {
      client: settings.client,
      informers,
      events: this.#events,
      metrics: this.#metrics,
      log,
      clock,
      shutdownMs: settings.shutdownMs,
      mayRun: () => this.leads,
      lost: this.#elector?.lost,
    });
  }

  /** Whether this process leads; true without an election. */
  get leads(): boolean {
    return this.#elector?.leads ?? true;
  }

  async #start(first: readonly Controller[]): Promise<void> {
    const { informers, runnables } = this.#parts;
    this.#tasks.push(informers.run(this.#base.signal));
    await this.#cachesFilled();
    // The wait ends at the stop, too: what starts now would work beside it.
    if (this.#work.signal.aborted) return;
    for (const controller of first) controller.prepare(this.#work.signal);
    this.#filled.resolve();
    for (const runnable of runnables) if (runnable.needsLeader === false) this.#run(runnable);
    if (!(await this.#lead())) return;
    for (const call of this.#parts.onLeading) if (!this.#work.signal.aborted) await this.#callLeading(call);
    if (this.#work.signal.aborted) return;
    for (const controller of first) this.#startController(controller);
    for (const runnable of runnables) if (runnable.needsLeader !== false) this.#run(runnable);
    this.#led.resolve();
  }

  /** Adds a controller to a manager that runs: it starts when its caches are filled and this process leads. */
  addController(settings: ControllerSettings): void {
    const controller = this.#controller(settings);
    this.#controllers.push(controller);
    const indexed = (settings.indexes ?? []).map(({ resource }) => resource);
    this.#awaited.set(controller.name, [...cachedKinds(settings), ...indexed]);
    void this.#join(controller);
  }

  /** Adds a watch to a controller that runs. */
  addWatch(name: string, watch: ControllerWatch): void {
    this.#controllers.find((controller) => controller.name === name)?.addWatch(watch);
    this.#awaited.get(name)?.push(watch.resource);
  }

  /** Adds a task to a manager that runs. */
  addRunnable(runnable: Runnable): void {
    const turn = runnable.needsLeader === false ? this.#filled.promise : this.#led.promise;
    void turn.then(() => {
      if (!this.#work.signal.aborted) this.#run(runnable);
    });
  }

  async #join(controller: Controller): Promise<void> {
    const { informers, log } = this.#parts;
    const { signal } = this.#work;
    await this.#filled.promise;
    // Others may be of a controller that was added before, and never come.
    await informers.whenSettled(this.#awaited.get(controller.name));
    if (signal.aborted) return;
    controller.prepare(signal);
    await this.#led.promise;
    if (signal.aborted) return;
    log.info("Controller added", { controller: controller.name });
    this.#startController(controller);
  }

  #startController(controller: Controller): void {
    this.#works(`the sources of ${controller.name}`, controller.start(this.#work.signal));
  }

  /** The stop waits for it, too. */
  async #callLeading(call: ManagerParts["onLeading"][number]): Promise<void> {
    const task = call(this.#work.signal);
    const settled = task.catch(() => undefined);
    this.#works("a function of onLeading", settled);
    await task;
  }

  /** Waits for something at the stop. */
  #works(name: string, task: Promise<void>): void {
    this.#working.set(task, name);
    void task.then(() => this.#working.delete(task));
  }

  async #cachesFilled(): Promise<void> {
    const { clock, informers, log, settings } = this.#parts;
    const { cacheSyncMs } = settings;
    const done = new AbortController();
    const over = AbortSignal.any([done.signal, this.#work.signal]);
    const late = sleep(clock.steady ?? clock, cacheSyncMs, over).then(() => {
      if (!over.aborted)
        throw operatorError("operator/cache-not-synced", {
          seconds: cacheSyncMs / 1000,
          kinds: informers.missing().join("; "),
        });
    });
    try {
      await Promise.race([informers.whenSettled(), late]);
      if (!over.aborted) log.info("Caches are filled");
    } finally {
      done.abort();
    }
  }

  /** Waits for leadership, if there is an election; false when the stop came first. */
  async #lead(): Promise<boolean> {
    const elector = this.#elector;
    if (elector === undefined) return true;
    this.#reportLeading("waits");
    if (!(await elector.acquire(this.#work.signal))) return false;
    this.#reportLeading("leads");
    elector.lost.addEventListener("abort", () => {
      this.#reportLeading("lost");
      // First of all, every reconcile in progress must stop writing.
      this.#work.abort(elector.lost.reason);
      this.#parts.onLost();
      this.#failed.reject(elector.lost.reason);
    });
    this.#tasks.push(elector.renew(this.#base.signal));
    return true;
  }

  #run(runnable: Runnable): void {
    const { name } = runnable;
    const { signal } = this.#work;
    const log = this.#parts.log.child({ runnable: name });
    // One that throws before it returns a promise fails like one that rejects.
    const running = (async () => runnable.run(signal, { log }))().catch((error: unknown) => {
      if (!signal.aborted)
        this.#failed.reject(operatorError("operator/runnable-failed", { name, reason: describeError(error) }, error));
    });
    this.#works(name, running);
  }

  async #stop(servers: RunningServers): Promise<void> {
    const { clock, log, settings } = this.#parts;
    const { shutdownMs } = settings;
    this.#work.abort(new Error("the manager stops"));
    const drained = await within(clock, { ms: shutdownMs, end: this.#elector?.lost }, this.#workEnded());
    const lost = this.#elector?.lost.aborted ?? false;
    this.#base.abort();
    if (!lost) await within(clock, { ms: flushMs }, this.#events.flushed());
    // Before another process may lead.
    this.#events.end();
    // While a reconcile may still write, the next leader must wait until the lease expires.
    if (!lost && drained) await this.#release();
    this.#elector?.end();
    await servers.close(lost || !drained ? { drainMs: 0 } : {});
    log.info("Stopped");
    if (lost) throw this.#elector?.lost.reason;
    if (!drained) throw this.#stuck(shutdownMs);
    await within(clock, { ms: shutdownMs }, Promise.all(this.#tasks));
  }

  async #release(): Promise<void> {
    await this.#elector?.release();
    this.#reportLeading("released");
  }

  #reportLeading(state: LeaderTrace["state"]): void {
    const { clock, settings } = this.#parts;
    const { leaderElection } = settings;
    if (leaderElection === undefined) return;
    const { name } = leaderElection;
    this.#metrics.leader(name, state === "leads");
    if (!isTraced()) return;
    const reason = state === "lost" ? describeError(this.#elector?.lost.reason) : undefined;
    publishTrace({ type: "leader", at: clock.date().getTime(), lease: name, state, reason });
  }

  async #workEnded(): Promise<void> {
    await Promise.all(this.#controllers.map((controller) => controller.drained()));
    await Promise.all(this.#working.keys());
  }

  #stuck(shutdownMs: number): Error {
    const controllers = this.#controllers
      .filter(({ active, abandoned }) => active + abandoned > 0)
      .map(({ name, active, abandoned }) => {
        const counts = { running: active, abandoned };
        const open = Object.entries(counts).filter(([, count]) => count > 0);
        return `${name} (${open.map(([what, count]) => `${count} ${what}`).join(", ")})`;
      });
    const running = [...controllers, ...this.#working.values()].join(", ");
    return operatorError("operator/shutdown-timeout", { seconds: shutdownMs / 1000, running });
  }
}

/** Whether a promise settles in time, by the steady time of the clock, and before `end` aborts. */
async function within(
  clock: Clock,
  { ms, end }: { readonly ms: number; readonly end?: AbortSignal | undefined },
  promise: Promise<unknown>,
): Promise<boolean> {
  const done = new AbortController();
  const over = end === undefined ? done.signal : AbortSignal.any([done.signal, end]);
  const result = await Promise.race([
    promise.then(() => true),
    sleep(clock.steady ?? clock, ms, over).then(() => false),
  ]);
  done.abort();
  return result;
}
