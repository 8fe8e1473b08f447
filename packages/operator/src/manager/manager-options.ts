// The options of a manager and its interface.
import type { Client, Clock } from "@capstan/client";
import type { DurationString, KubeObject } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { CertificateSource, ServerOptions, TlsLimits } from "@capstan/serve";
import type { Cache, CacheOptions } from "../cache/cache.ts";
import type { ControllerOptions, ControllerWatch } from "../controller/controller-options.ts";
import type { MetricsRegistry } from "../metrics/metrics-registry.ts";
import type { ServerThreads } from "../threads/server-threads.ts";
import type { LeaderElectionOptions } from "../leader-election/leader-election-options.ts";

/** What a server of a manager may use. */
export interface ServerContext {
  /** The manager's log. */
  readonly log: Logger;
  /** Counts a problem of a webhook in `capstan_webhook_problems_total`, whose label `code` it is. Pass the codes of a table, never what a caller sent; `times` is how often it happened, one unless given. */
  readonly countProblem: (code: string, times?: number) => void;
  /** Counts a request of a path that ended with a mistake of the program, such as a TypeError: in `controller_runtime_conversion_webhook_panics_total` for the path of conversions, in `controller_runtime_webhook_panics_total` for others. */
  readonly countPanic: (path: string) => void;
}

/** A server of a manager: in the main thread, or in threads of its own. */
export type ManagedServer = ServerOptions | ((context: ServerContext) => ServerOptions) | ServerThreads;

/** Limits of controllers that a manager can set for all of them. */
export type ControllerLimits = Pick<
  ControllerOptions,
  "concurrency" | "timeout" | "minInterval" | "backoff" | "syncPeriod"
>;

/** The options of a manager. Addresses have Go's form, for example ":9440"; "0" and "" serve nothing. */
export interface ManagerOptions {
  /** The API server to work on. The manager does not close it. */
  readonly client: Client;
  /**
   * Watches and caches these namespaces only, each with a watch of its own: it needs rights in each of them, and none in the whole cluster except for kinds without a namespace. Default: all namespaces,
   * with one watch for each kind.
   */
  readonly namespaces?: readonly string[];
  /** Kinds of which only some objects are cached. */
  readonly cache?: readonly CacheOptions[];
  /**
   * Makes the objects of the cache unchangeable, so that code that changes one throws `operator/cache-changed` there, with the path of the field: a reconcile with `view`, a predicate, a `map` or an
   * index function. For tests, and while a program is written: it takes time for every object. Default: false; true under `capstan dev`, which sets `CAPSTAN_PROTECT_CACHE` to 1.
   */
  readonly protectCache?: boolean;
  /** Default: no election, controllers start at once. */
  readonly leaderElection?: LeaderElectionOptions;
  /** The address of `/healthz` and `/readyz`. Default: not served. */
  readonly healthAddress?: string;
  /**
   * The address of `/metrics`, with controller-runtime's metric names. prom-client is loaded only when it is served. Except on loopback addresses it is served over TLS, and only to callers
   * with a bearer token that the API server accepts (TokenReview) and whose user may `get` the path `/metrics` (SubjectAccessReview). The manager needs the right to create both reviews.
   * Default: not served.
   */
  readonly metricsAddress?: string;
  /** Metrics of one's own, from `createMetricsRegistry` with the same address. Default: the manager's alone. */
  readonly metrics?: MetricsRegistry;
  /** The certificate of `/metrics`. Default: a self-signed one that is created at the start. Not used on loopback addresses. */
  readonly metricsCertificate?: CertificateSource;
  /** Serves `/metrics` in plain HTTP and to everyone, on every address. Default: false. */
  readonly insecureDiagnostics?: boolean;
  /** Which versions and cipher suites of TLS the servers of the manager accept, also those of `addServer`; those in threads have their own. Default: TLS 1.2 and 1.3, with forward secrecy and authenticated encryption. */
  readonly tlsLimits?: TlsLimits;
  /** Whether the manager reviews at the start the rights that its controllers declare, and logs each that this account lacks with its rule (`operator/rights-missing`). `runOperator` sets it. Default: false. */
  readonly checkRights?: boolean;
  /** Limits of all controllers, in place of what each says: for flags. Default: what each says. */
  readonly limits?: ControllerLimits;
  /** The source of recorded events. Default: "capstan". */
  readonly eventSource?: string;
  /** How long running reconciles may take to end when the manager stops. Default: "30s". */
  readonly shutdownTimeout?: DurationString;
  /** Whether kinds are listed by watches that begin with the list (WatchList), where the server offers that; otherwise by lists. `runOperator` reads it from `KUBE_FEATURE_WatchListClient`. Default: true. */
  readonly watchList?: boolean;
  /** How long the first lists of all caches may take before the start fails. Default: "2m". */
  readonly cacheSyncTimeout?: DurationString;
  /** How long a reconcile that was abandoned may be stuck before `/healthz` fails, so that the process is restarted. Default: "10m". */
  readonly stuckTimeout?: DurationString;
  /** Default: JSON lines on standard error, written by pino. */
  readonly log?: Logger;
  /** Default: the system clock. For tests. */
  readonly clock?: Clock;
}

/** What a task of a manager is given when it starts. */
export interface ManagerTask {
  /** The log of the manager, with the name of the task as `runnable` in each line. */
  readonly log: Logger;
}

/** A task that runs as long as the manager does. */
export interface Runnable {
  /** For error messages. */
  readonly name: string;
  /** Whether only the leader runs it. Default: true. */
  readonly needsLeader?: boolean;
  /**
   * Runs until the signal aborts. It starts when the caches are filled and, unless `needsLeader` is false, when this process leads.
   * Resolving early is fine. A rejection stops the manager: `Manager.run` rejects with `operator/runnable-failed`.
   */
  run(signal: AbortSignal, context: ManagerTask): Promise<void>;
}

/** Runs controllers against one API server. Create it with `createManager`. */
export interface Manager {
  readonly client: Client;
  /**
   * The same for what only the leader may do: for functions of `onLeading`, and runnables. Its calls are rejected with `operator/not-leading` while this process does not lead, by the clock and before
   * each attempt. Without an election every process may.
   */
  readonly leaderClient: Client;
  /** The cache that all controllers share. It can be read as soon as `run` has filled it. */
  readonly cache: Cache;
  /**
   * Adds a controller, before the manager runs or while it does: then the caches that it needs are filled, and it starts if this process leads. The manager is not ready until they are; a kind that the
   * server may not have is `optional`.
   *
   * Throws `operator/duplicate-controller` when the name is taken, `operator/cache-conflict` when another controller caches other objects of a kind, `operator/duration` for an option that is not a
   * duration, `operator/concurrency` for less than one key at a time, `operator/watch-keys` for a watch that has not exactly one of `map` and `owner`, and `operator/stopped` after the stop.
   */
  addController<T extends KubeObject>(options: ControllerOptions<T>): void;
  /**
   * Adds a watch to a controller, before the manager runs or while it does, for example of a kind that a reconcile has found in an object. Every existing object of the kind is an event. Each call adds
   * one: call it once for each kind. A watch ends with the manager.
   *
   * Throws `operator/no-such-controller`, `operator/cache-conflict` and `operator/watch-keys` as `addController`, and `operator/stopped`.
   *
   * @example
   * manager.addWatch("website", { resource: resourceOf("example.com/v1", "Certificate"), owner: "controller", optional: true });
   */
  addWatch<T extends KubeObject>(controller: string, watch: ControllerWatch<T>): void;
  /** Adds a task, before the manager runs or while it does. It ends with the manager. Throws `operator/stopped` after the stop. */
  add(runnable: Runnable): void;
  /**
   * Adds a server, for example for webhooks. It listens before the caches fill, because the API server may have to call a conversion webhook
   * before it can answer the first list. Default host: every address. A function is called when the manager runs. Throws `operator/started`
   * after `run`.
   */
  addServer(server: ManagedServer): void;
  /**
   * Calls a function when this process leads, before controllers start: for what only a leader may have, for example a session of a cloud. Reconciles wait until it resolves; when it rejects, the
   * manager stops and `run` rejects with the same error. Without an election it is called at the start. Throws `operator/started` after `run`.
   */
  onLeading(call: (signal: AbortSignal) => Promise<void>): void;
  /** Adds a check to `/readyz`. The manager is ready when the caches are filled and every check returns true. */
  addReadyCheck(name: string, check: () => boolean | Promise<boolean>): void;
  /**
   * Runs everything until the signal aborts. May be called once.
   *
   * Start, in this order: servers, caches, runnables without leader election, leadership, controllers and the other runnables.
   * Stop: no new reconciles start, the signals of running ones abort, and they have `shutdownTimeout` to end; then the caches stop, recorded
   * events are written, the Lease is released and the servers close.
   *
   * Resolves after a clean stop. Rejects when the caches are not filled in time (`operator/cache-not-synced`), when a server cannot listen,
   * when a runnable fails (`operator/runnable-failed`), when leadership is lost (`operator/leadership-lost`) and when reconciles do not
   * end in time (`operator/shutdown-timeout`). The process should then exit with code 1, so that it is restarted.
   */
  run(signal: AbortSignal): Promise<void>;
}
