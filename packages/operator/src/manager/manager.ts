// Collects what a manager runs: controllers, runnables, servers and ready checks.
import { type Client, type Clock, systemClock } from "@capstan/client";
import type { KubeObject } from "@capstan/kube";
import type { ProbeCheck } from "@capstan/serve";
import { createPinoLogger, type Logger, silentLogger } from "@capstan/process";
import type { Cache } from "../cache/cache.ts";
import { InformerSet } from "../cache/informer-set.ts";
import { protectsCaches } from "../cache/protected-object.ts";
import { CallGate } from "../controller/call-gate.ts";
import { RunClient } from "../controller/run-client.ts";
import type { ControllerOptions, ControllerWatch } from "../controller/controller-options.ts";
import { cachedKinds, checkWatch, declareWatches } from "../controller/watch-wiring.ts";
import { operatorError } from "../operator-errors.ts";
import type { ManagedServer, Manager, ManagerOptions, Runnable, ServerContext } from "./manager-options.ts";
import { measuredServer, serverContext } from "../metrics/measured-server.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import { createMetricsRegistry, metricsPageOf } from "../metrics/own-metrics.ts";
import { controllerRights } from "../rights/controller-rights.ts";
import { reportMissingRights } from "../rights/report-rights.ts";
import { ServerThreads } from "../threads/server-threads.ts";
import { ManagerRun, type StartedServer } from "./manager-run.ts";
import {
  type ControllerSettings,
  controllerSettings,
  limitedBy,
  type ManagerSettings,
  managerSettings,
} from "../settings.ts";

/**
 * Creates a manager: the process-wide owner of the cache, the controllers, the leader election and the servers of an operator.
 *
 * Nothing is opened or read before `Manager.run`. Add controllers, runnables, servers, ready checks and indexes first. It installs no signal
 * handlers and never ends the process. Throws `operator/duration` for an option that is not a duration.
 *
 * @example
 * const manager = createManager({ client: createClient(await loadCredentials()), healthAddress: ":9440" });
 * manager.addController({
 *   name: "website",
 *   for: Website,
 *   async reconcile(key, { cache, log }) {
 *     log.info("Reconciling", { exists: cache.get(Website, key) !== undefined });
 *   },
 * });
 * await manager.run(AbortSignal.timeout(60_000));
 */
export function createManager(options: ManagerOptions): Manager {
  return new ControllerManager(options);
}

class ControllerManager implements Manager {
  readonly client: Client;
  readonly leaderClient: Client;
  readonly #leaderGate = new CallGate(() => (this.#leads ? undefined : operatorError("operator/not-leading")));
  readonly #settings: ManagerSettings;
  readonly #clock: Clock;
  readonly #informers: InformerSet;
  readonly #controllers = new Map<string, ControllerSettings>();
  readonly #runnables: Runnable[] = [];
  readonly #onLeading: ((signal: AbortSignal) => Promise<void>)[] = [];
  readonly #servers: ManagedServer[] = [];
  readonly #readyChecks: Record<string, ProbeCheck> = {};
  #log: Logger = silentLogger;
  #metrics: Metrics = noMetrics;
  #run: ManagerRun | undefined;
  #started = false;
  #stopped = false;

  constructor(options: ManagerOptions) {
    this.#settings = managerSettings(options);
    this.client = options.client;
    this.leaderClient = new RunClient(options.client, this.#leaderGate);
    this.#clock = options.clock ?? systemClock;
    const { client, namespaces, cache, protectCache = protectsCaches(process.env), watchList = true } = options;
    this.#informers = new InformerSet({
      client,
      namespaces,
      cache,
      isProtected: protectCache,
      watchList,
      clock: this.#clock,
      log: () => this.#log,
      onFailure: (kind) => this.#metrics.watchFailed(kind),
    });
  }

  get #leads(): boolean {
    return this.#run?.leads ?? this.#settings.leaderElection === undefined;
  }

  get cache(): Cache {
    return this.#informers;
  }

  addController<T extends KubeObject>(options: ControllerOptions<T>): void {
    const { name } = options;
    this.#mustNotHaveStopped(`controller "${name}"`);
    if (this.#controllers.has(name)) throw operatorError("operator/duplicate-controller", { name });
    const settings = controllerSettings(limitedBy(options, this.#settings.limits));
    // Before the start, a controller that is added later may cache the kind of an index.
    if (this.#run !== undefined) this.#informers.checkIndexes(settings.indexes ?? [], cachedKinds(settings));
    for (const index of settings.indexes ?? [])
      this.#informers.checkIndexName(index.resource, index.name, index.values);
    declareWatches(this.#informers, name, settings);
    for (const index of settings.indexes ?? []) this.#informers.addIndex(index.resource, index.name, index.values);
    this.#controllers.set(name, settings);
    this.#run?.addController(settings);
  }

  addWatch<T extends KubeObject>(controller: string, given: ControllerWatch<T>): void {
    this.#mustNotHaveStopped(`a watch of ${given.resource.kind}`);
    const settings = this.#controllers.get(controller);
    if (settings === undefined) throw operatorError("operator/no-such-controller", { name: controller });
    const watch: ControllerWatch = given;
    const { watches = [] } = settings;
    checkWatch(watch, controller);
    declareWatches(this.#informers, controller, { for: watch.resource, ...watch });
    this.#controllers.set(controller, { ...settings, watches: [...watches, watch] });
    this.#run?.addWatch(controller, watch);
  }

  add(runnable: Runnable): void {
    this.#mustNotHaveStopped(runnable.name);
    this.#runnables.push(runnable);
    this.#run?.addRunnable(runnable);
  }

  addServer(server: ManagedServer): void {
    this.#mustNotRun("a server");
    this.#servers.push(server);
  }

  onLeading(call: (signal: AbortSignal) => Promise<void>): void {
    this.#mustNotRun("a function for the leader");
    this.#onLeading.push(call);
  }

  addReadyCheck(name: string, check: ProbeCheck): void {
    this.#readyChecks[name] = check;
  }

  /** Asks for what the controllers declare, where it is needed. */
  get #checks(): readonly Runnable[] {
    const { checkRights = false, namespaces } = this.#settings;
    if (!checkRights) return [];
    const { clusterRules, watchedRules } = controllerRights([...this.#controllers.values()]);
    const needed = [
      { rules: clusterRules, namespaces: [undefined] },
      { rules: watchedRules, namespaces: namespaces ?? [undefined] },
    ];
    const { client } = this;
    const run: Runnable["run"] = (signal, { log }) => reportMissingRights(needed, { client, log, signal });
    return [{ name: "rights", needsLeader: false, run }];
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#mustNotRun("a second run");
    this.#started = true;
    this.#log = this.#settings.log ?? (await createPinoLogger());
    const { metrics, metricsAddress } = this.#settings;
    const prometheus = metricsPageOf(metrics ?? (await createMetricsRegistry(metricsAddress)));
    this.#metrics = prometheus?.metrics ?? noMetrics;
    const context = serverContext(this.#log, this.#metrics);
    this.#run = new ManagerRun({
      settings: this.#settings,
      clock: this.#clock,
      log: this.#log,
      informers: this.#informers,
      controllers: [...this.#controllers.values()],
      runnables: [...this.#runnables, ...this.#checks],
      servers: this.#servers.map((server) => this.#measured(server, context)),
      onLeading: this.#onLeading,
      readyChecks: this.#readyChecks,
      prometheus,
      onLost: () => this.#leaderGate.close(operatorError("operator/not-leading")),
    });
    signal.addEventListener("abort", () => (this.#stopped = true), { once: true });
    try {
      await this.#run.untilStopped(signal);
    } finally {
      this.#stopped = true;
    }
  }

  #measured(server: ManagedServer, context: ServerContext): StartedServer {
    if (server instanceof ServerThreads)
      return (onFailure, signal) => server.start({ metrics: this.#metrics, onFailure, signal });
    return measuredServer(typeof server === "function" ? server(context) : server, this.#metrics);
  }

  #mustNotHaveStopped(what: string): void {
    if (this.#stopped) throw operatorError("operator/stopped", { what });
  }

  #mustNotRun(what: string): void {
    if (this.#started) throw operatorError("operator/started", { what });
  }
}
