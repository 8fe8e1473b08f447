// A manager that runs a provider: one controller per definition, and webhooks as routes of one server.
import { Cluster } from "@capstan/api/core/v1beta2";
import type { Client, ClientLimits } from "@capstan/client";
import { type DurationString, formatKey, type ObjectKey } from "@capstan/kube";
import type {
  AuthoritySource,
  BodyLimits,
  CertificateSource,
  Route,
  ServerLimits,
  ServerOptions,
  TlsLimits,
} from "@capstan/serve";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { Provider } from "../authoring/provider.ts";
import {
  type Cache,
  type ControllerLimits,
  type ControllerRead,
  createManager,
  type LeaderElectionOptions,
  type Logger,
  type Manager,
  type ManagerOptions,
  type MetricsRegistry,
  type ReconcileContext,
  type ReconcileResult,
  reportMissingRights,
  type ServerContext,
} from "@capstan/operator";
import { conversionReporter, type ConversionRouteOptions, conversionRoutes } from "@capstan/operator/conversions";
import { admissionRoute, type ServerThreads, webhookRoute } from "@capstan/operator/webhooks";
import { Reservations } from "../ipam/reservations.ts";
import { crdMigrator } from "../migration/crd-migrator.ts";
import { migratedKinds } from "../migration/migrated-kinds.ts";
import { type MigrationPhase, phasesWithout } from "../migration/phases.ts";
import { Sightings } from "../once/sightings.ts";
import { ClusterHealth, type ClusterHealthOptions } from "../remote/cluster-health.ts";
import { KeptStore } from "../remote/kept-parts.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import { ownEventCounts } from "../roles/core-predicates.ts";
import { clusterIndex, clusterIndexValues } from "../roles/core-watches.ts";
import { roles } from "../roles/roles.ts";
import { validationPath, validationsOf } from "../webhooks/validations.ts";
import { OneByOne } from "../workflow/one-by-one.ts";
import { reportAbandoned, runPass } from "../workflow/pass.ts";
import type { PassDeps } from "../workflow/pass-deps.ts";
import { type LeaderServices, servicesOf } from "./services.ts";
import { checkMachineVersions } from "./check-machine-versions.ts";
import { checkWatchFilter } from "./check-watch-filter.ts";
import { sourcesOf } from "./controller-sources.ts";
import { depsOf, inputOf } from "./pass-of-run.ts";
import { rulesOf } from "./policy-rules.ts";
import { readsOf, selectionOf, watchesOf } from "./watches.ts";

/** Where the webhooks are served. */
export interface WebhookServerOptions {
  /** The address to listen on. Default: every address. */
  readonly host?: string;
  readonly port: number;
  /** The server's certificate. */
  readonly tls: CertificateSource;
  /** Which versions and cipher suites of TLS it accepts. Default: those of the manager. */
  readonly tlsLimits?: TlsLimits;
  /** Authorities (PEM) that must have signed a caller's certificate, or a file of them, which is read again when it changes. Default: anyone may call. */
  readonly clientCa?: AuthoritySource;
  /** Limits of the server: bytes, time, connections, size of JSON. Default: those of `@capstan/serve`. */
  readonly limits?: Partial<ServerLimits>;
  /** Limits of conversion reviews: `bodyBytes` of a whole review, which can have many objects, the others of each object. Default: 64 MiB, and those of `@capstan/serve`. */
  readonly conversionLimits?: Partial<BodyLimits>;
}

/** How long a manager waits before it gives up. */
export type ManagerTimes = Pick<ManagerOptions, "shutdownTimeout" | "cacheSyncTimeout" | "stuckTimeout">;

/** How a provider's manager runs. */
export interface ProviderManagerOptions<S> extends ManagerTimes {
  /** The API server to work on. The manager does not close it. */
  readonly client: Client;
  /** What controllers get as `ctx.services`. */
  readonly services: S | LeaderServices<S>;
  /** Watches and caches these namespaces only. Default: all namespaces. */
  readonly namespaces?: readonly string[];
  /** Works only on objects whose label `cluster.x-k8s.io/watch-filter` has this value. Default: all objects. */
  readonly watchFilter?: string;
  /** How many objects of each kind are reconciled at the same time. Default: the `concurrency` of each controller. */
  readonly concurrency?: number;
  /** The same for single controllers, by the names that they have in metrics. Default: `concurrency`. */
  readonly concurrencies?: Readonly<Record<string, number>>;
  /** How long one pass may take. Default: the `timeout` of each controller. */
  readonly timeout?: DurationString;
  /** Reconciles every object again after this time. Default: never. */
  readonly syncPeriod?: DurationString;
  /** The average time between two passes over one object. Default: the `minInterval` of each controller. */
  readonly minInterval?: DurationString;
  /** The waits after failures, each in place of that of the controllers. Default: the `backoff` of each controller. */
  readonly backoff?: ControllerLimits["backoff"];
  /** The address of `/metrics`, for example ":8443"; protected by TLS, TokenReview and SubjectAccessReview except on loopback addresses. Default: not served. */
  readonly metricsAddress?: string;
  /** Metrics of the provider's own, from `createMetricsRegistry`. */
  readonly metrics?: MetricsRegistry;
  /** The certificate of `/metrics`. Default: a self-signed one that is created at the start. */
  readonly metricsCertificate?: CertificateSource;
  /** Serves `/metrics` in plain HTTP and to everyone, on every address. Default: false. */
  readonly insecureDiagnostics?: boolean;
  /** Which versions and cipher suites of TLS the servers of the manager accept. Default: TLS 1.2 and 1.3, with forward secrecy and authenticated encryption. */
  readonly tlsLimits?: TlsLimits;
  /** The address of `/healthz` and `/readyz`, for example ":9440". Default: not served. */
  readonly healthAddress?: string;
  /** Freezes the objects of the cache, so that code that changes one throws there. Default: false; true for `startProvider`, and under `capstan dev`. */
  readonly protectCache?: boolean;
  /** Whether kinds are listed by watches that begin with the list, where the server offers that. Default: true. */
  readonly watchList?: boolean;
  /** Default: no election, controllers start at once. */
  readonly leaderElection?: LeaderElectionOptions;
  /** The server of the provider's webhooks; it is started only when the provider has some. Default: not served. */
  readonly webhooks?: WebhookServerOptions;
  /** Threads that serve the webhooks in place of this one. */
  readonly webhookThreads?: ServerThreads;
  /**
   * What is not done after a change of the provider's own CustomResourceDefinitions: storing their objects in the storage version, or removing
   * managed fields of versions that are not served. Default: both are done, unless `namespaces` is set, because the objects of other namespaces count too.
   */
  readonly skipCrdMigrationPhases?: readonly MigrationPhase[];
  /** How much the API servers of workload clusters may send, where it differs from `foreignLimits` of `@capstan/client`. */
  readonly workloadLimits?: Partial<ClientLimits>;
  /** Default: JSON lines on standard error, written by pino. */
  readonly log?: Logger;
}

/**
 * Creates the manager of a provider without flags and signals, for programs that run it themselves. `run` and `startProvider` use it. Nothing is
 * opened before `Manager.run`. Throws `operator/duration` for an option that is not a duration.
 *
 * @example
 * const manager = createProviderManager(provider, { client, services: { cloud }, healthAddress: ":9440" });
 * await manager.run(AbortSignal.timeout(60_000));
 */
export function createProviderManager<S>(provider: Provider<S>, options: ProviderManagerOptions<S>): Manager {
  const { client, namespaces, healthAddress, metricsAddress, metricsCertificate, leaderElection, log } = options;
  const manager = createManager({
    client,
    eventSource: `capstan-${provider.name}`,
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(healthAddress === undefined ? {} : { healthAddress }),
    ...(metricsAddress === undefined ? {} : { metricsAddress }),
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    ...(metricsCertificate === undefined ? {} : { metricsCertificate }),
    insecureDiagnostics: options.insecureDiagnostics ?? false,
    ...(options.tlsLimits === undefined ? {} : { tlsLimits: options.tlsLimits }),
    ...(options.backoff === undefined ? {} : { limits: { backoff: options.backoff } }),
    ...(options.protectCache === undefined ? {} : { protectCache: options.protectCache }),
    watchList: options.watchList ?? true,
    ...(leaderElection === undefined ? {} : { leaderElection }),
    ...(log === undefined ? {} : { log }),
    ...timesOf(options),
  });
  const { cache } = manager;
  const remote = new RemoteClusters({
    client,
    limits: options.workloadLimits ?? {},
    exists: (key) => clusterExists(cache, key),
    passes: provider.controllers.reduce((sum, controller) => sum + concurrencyOf(controller, options), 0),
    isWatched: provider.controllers.some(({ workload }) => workload.some((source) => "resource" in source)),
  });
  manager.add({ name: "remote-clusters", needsLeader: false, run: (signal) => closeWhenDone(remote, signal) });
  const services = servicesOf(provider, manager, options.services);
  addRunnables(manager, provider, services);
  const [reservations, sightings] = [new Reservations(client), new Sightings()];
  const health = addHealth(manager, provider, { ...options, remote });
  const { controllers } = provider;
  const shared = { controllers, options, services, remote, health, reservations, sightings, lists: new OneByOne() };
  for (const controller of controllers) addController(manager, controller, shared);
  addMigrator(manager, provider, options);
  addChecks(manager, provider, options);
  const { webhooks } = options;
  if (webhooks !== undefined && hasWebhooks(provider)) {
    manager.addServer(
      options.webhookThreads ?? ((context) => serverOfWebhooks(provider, webhooks, { services, context })),
    );
  }
  return manager;
}

/** Whether a Cluster exists, as far as the cache can say: of one in a namespace that is not watched it cannot. */
export function clusterExists(cache: Cache, key: ObjectKey): boolean {
  return !cache.has(Cluster, key.namespace) || cache.view(Cluster, key) !== undefined;
}

function timesOf({ shutdownTimeout, cacheSyncTimeout, stuckTimeout }: ManagerTimes): ManagerTimes {
  return {
    ...(shutdownTimeout === undefined ? {} : { shutdownTimeout }),
    ...(cacheSyncTimeout === undefined ? {} : { cacheSyncTimeout }),
    ...(stuckTimeout === undefined ? {} : { stuckTimeout }),
  };
}

/** Logs once what keeps a start from doing what its author expects. */
function addChecks(
  manager: Manager,
  provider: Provider,
  {
    client,
    namespaces,
    watchFilter = "",
  }: Pick<ProviderManagerOptions<unknown>, "client" | "namespaces" | "watchFilter">,
): void {
  const kinds = provider.controllers.map(({ resource }) => resource);
  const needed = [
    { rules: rulesOf(provider, "Cluster"), namespaces: [undefined] },
    { rules: rulesOf(provider, "Namespaced"), namespaces: namespaces ?? [undefined] },
  ];
  manager.add({
    name: "checks",
    needsLeader: false,
    async run(signal, { log }) {
      checkWatchFilter(kinds, { cache: manager.cache, log, watchFilter });
      await checkMachineVersions(provider, { client, log, signal });
      await reportMissingRights(needed, { client, log, signal });
    },
  });
}

function addRunnables<S>(manager: Manager, { runnables }: Pick<Provider<S>, "runnables">, services: () => S): void {
  for (const runnable of runnables) {
    const { name, needsLeader = true } = runnable;
    const client = needsLeader ? manager.leaderClient : manager.client;
    manager.add({
      name,
      needsLeader,
      run: (signal, { log }) => runnable.run({ services: services(), client, log, signal }),
    });
  }
}

/** Workload clusters are looked at when a controller has something that waits for them. */
function addHealth(
  manager: Manager,
  { controllers }: Pick<Provider<never>, "controllers">,
  { metrics, remote }: Pick<ClusterHealthOptions, "remote" | "metrics">,
): ClusterHealth {
  const isUsed = controllers.some(({ workload }) => workload.length > 0);
  const health = new ClusterHealth({ cache: manager.cache, remote, metrics: isUsed ? metrics : undefined });
  if (isUsed) manager.add({ name: "workload-clusters", run: (signal, { log }) => health.run(signal, log) });
  return health;
}

/** The migrator has to see all objects of a kind. */
function addMigrator(
  manager: Manager,
  provider: Provider,
  { client, namespaces, skipCrdMigrationPhases = [] }: ProviderManagerOptions<unknown>,
): void {
  const kinds = migratedKinds(provider);
  const phases = phasesWithout(skipCrdMigrationPhases);
  if (namespaces === undefined && kinds.length > 0 && phases.size > 0)
    manager.addController(crdMigrator({ client, kinds, phases }));
}

/** Whether the provider needs a server for webhooks. */
export function hasWebhooks<S>(provider: Provider<S>): boolean {
  return provider.webhooks.length > 0 || webhookRoutes(provider).length > 0;
}

/** The server of a provider's webhooks. */
export function serverOfWebhooks<S>(
  provider: Provider<S>,
  { conversionLimits: limits, ...server }: WebhookServerOptions,
  parts: Pick<RouteParts<S>, "services" | "context">,
): ServerOptions {
  return { ...server, routes: allRoutes(provider, { ...parts, limits }) };
}

/** What routes are made with. */
export interface RouteParts<S> {
  /** Called where a webhook of the author's own uses them. */
  readonly services: () => S;
  readonly context: ServerContext;
  /** Of conversion reviews. */
  readonly limits?: Partial<BodyLimits> | undefined;
}

/** All webhooks that a provider serves. */
export function allRoutes<S>(provider: Provider<S>, { services, context, limits }: RouteParts<S>): readonly Route[] {
  return [
    ...webhookRoutes(provider, { report: conversionReporter(context), onPanic: context.countPanic, limits }),
    ...provider.webhooks.map((webhook) =>
      webhookRoute(webhook, { ...context, contextOf: (own) => ({ ...own, services: services() }) }),
    ),
  ];
}

/** The webhooks of the kit: conversions, and the checks of templates and marks. */
export function webhookRoutes(provider: Provider, options?: ConversionRouteOptions): readonly Route[] {
  const { conversions, apiVersionOf } = provider;
  return [
    ...conversionRoutes(conversions, { ...options, ...(apiVersionOf === undefined ? {} : { apiVersionOf }) }),
    ...validationsOf(provider).map(({ resource, check }) => admissionRoute(validationPath(resource), check)),
  ];
}

function concurrencyOf(
  controller: ControllerDefinition,
  { concurrency, concurrencies = {} }: Pick<ProviderManagerOptions<unknown>, "concurrency" | "concurrencies">,
): number {
  return concurrencies[controllerName(controller)] ?? concurrency ?? controller.concurrency;
}

interface Shared {
  readonly controllers: readonly ControllerDefinition[];
  readonly options: Omit<ProviderManagerOptions<unknown>, "services">;
  readonly services: () => unknown;
  readonly remote: RemoteClusters;
  readonly health: ClusterHealth;
  readonly reservations: Reservations;
  readonly sightings: Sightings;
  readonly lists: OneByOne;
}

function addController(manager: Manager, controller: ControllerDefinition, shared: Shared): void {
  const { options, services, controllers, ...parts } = shared;
  const role = roles[controller.role];
  const { watchFilter = "", syncPeriod } = options;
  const timeout = options.timeout ?? controller.timeout;
  const minInterval = options.minInterval ?? controller.minInterval;
  const { namespaces } = options;
  const kept = new KeptStore(controller.workload);
  const fixed = { ...parts, kept, watchFilter, ...(namespaces === undefined ? {} : { namespaces }) };
  const depsFor = (run: ReconcileContext): PassDeps => ({
    ...depsOf(run, namespaces),
    ...fixed,
    services: services(),
    // Not a getter: each pass would make the object slow, and most passes read no list.
    lists: { run: (owner, work) => shared.lists.until(run.signal).run(owner, work) },
  });
  const asCached = <W extends ControllerRead>(watch: W): W => ({
    ...selectionOf(watch.resource, controllers),
    ...watch,
  });
  for (const [name, values] of Object.entries(role.indexes ?? { [clusterIndex]: clusterIndexValues }))
    manager.cache.addIndex(controller.resource, name, values);
  manager.addController({
    name: controllerName(controller),
    for: controller.resource,
    ...selectionOf(controller.resource, controllers),
    // What is deleted may have taken the name of an object that the controller did reconcile.
    predicate: (event) =>
      (event.type === "delete" || role.concerns?.(event.object, controller) !== false) &&
      ownEventCounts(event, controller.own),
    watches: watchesOf(controller, manager.cache, namespaces).map(asCached),
    reads: readsOf(controller).map(asCached),
    indexes: controller.indexes,
    sources: sourcesOf(controller, { ...shared, kept, namespaces, cache: manager.cache, client: manager.client }),
    concurrency: concurrencyOf(controller, options),
    ...(timeout === undefined ? {} : { timeout }),
    ...(controller.backoff === undefined ? {} : { backoff: controller.backoff }),
    ...(minInterval === undefined ? {} : { minInterval }),
    ...(syncPeriod === undefined ? {} : { syncPeriod }),
    async reconcile(key, run): Promise<ReconcileResult> {
      const end = await runPass(controller, depsFor(run), inputOf(key, run));
      run.log.debug("pass ended", { object: formatKey(key), step: end.step });
      return end.requeueAfter === undefined ? {} : { requeueAfter: end.requeueAfter };
    },
    abandoned: (key, run, error) => reportAbandoned(controller, depsFor(run), { key, signal: run.signal, error }),
  });
}

/** The name in metrics and log lines. The claims of each kind of pool have a controller. */
export function controllerName({ pool, resource }: Pick<ControllerDefinition, "pool" | "resource">): string {
  return pool === undefined ? resource.kind.toLowerCase() : `${pool.kind.toLowerCase()}-claims`;
}

function closeWhenDone(remote: RemoteClusters, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const close = (): void => {
      remote.close();
      resolve();
    };
    if (signal.aborted) close();
    else signal.addEventListener("abort", close, { once: true });
  });
}
