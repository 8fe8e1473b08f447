// What a controller consists of: the kinds it watches, the events it reacts to, and its reconcile function.
import type { Client } from "@capstan/client";
import type { DurationString, KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { CacheEvent, CacheReader } from "../cache/cache.ts";
import type { FieldIndex } from "../cache/field-index.ts";
import type { CacheSelection } from "../cache/selection.ts";
import type { EventRecorder } from "../events/event-recorder.ts";

/**
 * Decides whether an event causes a reconcile. Return false to ignore the event. It is called synchronously for every event of the watched
 * kind, so it must be fast and must not change the objects. When it throws, the error is logged and counted (`capstan_map_failures_total`), and the event passes.
 */
export type Predicate<T extends KubeObject = KubeObject> = (event: CacheEvent<T>) => boolean;

/** The keys that a `map` finds, now or later. */
export type MappedKeys = readonly ObjectKey[] | Promise<readonly ObjectKey[]>;

/** The second argument of `map`: what one call may use. Once the first call of a watch has returned a promise, calls begin when the caches of the manager are filled. */
export interface MapContext {
  /** Reads the cached kinds from memory. */
  readonly cache: CacheReader;
  /** Reads from the API server. Its calls end with `signal`. */
  readonly client: Pick<Client, "get" | "find" | "list" | "listAll">;
  /** Aborts when the call takes longer than 30 s, and when the manager stops. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** Writes log lines with the controller, the kind and the object. */
  readonly log: Logger;
}

/**
 * A further kind whose changes cause reconciles. Give exactly one of `map` and `owner` (`operator/watch-keys`); it says which keys are reconciled.
 *
 * @example
 * // Reconciles a Website when a Deployment that it controls changes, or when the ConfigMap with its name changes.
 * watches: [
 *   { resource: Deployment, owner: "controller" },
 *   { resource: ConfigMap, map: (object) => [keyOf(object)] },
 * ]
 */
export interface ControllerWatch<T extends KubeObject = KubeObject> extends CacheSelection<T> {
  /** The kind; `metadataOf(kind)` watches and caches its metadata only. */
  readonly resource: Resource<T>;
  /**
   * The keys to reconcile because of an object. For an update it is called with the old and with the new state. A list of ten keys or more that it
   * returns for several events of one batch, the same array with the same keys, is queued once: thousands of keys of an object that changes all the time.
   *
   * It may return a promise, for example to read what the cache does not have. Then at most ten calls of the watch run at the same time, one for each object. The events that come meanwhile are mapped
   * after that, together: the oldest and the newest state of the object, and up to fourteen between them. The keys of a second are queued together. Nothing else waits for the calls. A call may be repeated, so it must change nothing.
   *
   * When it throws, rejects, returns no list of keys or takes longer than 30 s, the error is logged and counted (`capstan_map_failures_total`) and the call is repeated after 0.8 s or less, 1.6 s or less and so on,
   * at most 30 s; ten times, then again at the next change of the object.
   */
  map?(object: T, context: MapContext): MappedKeys;
  /** Reconciles the owners of the controller's kind: "controller" means the managing owner only, "any" means all owners. */
  readonly owner?: "controller" | "any";
  /** Which events count. Default: all. */
  predicate?(event: CacheEvent<T>): boolean;
  /**
   * Whether the server may not have the kind: its CRD is installed later, or never. Then nothing waits for it, and it is looked for with waits of at most 30 s; from then on it is watched like any other.
   * Meanwhile reads of the cache throw `operator/kind-not-served`, and `cache.has` is false. Default: false, the start fails without the kind (`operator/cache-not-synced`).
   */
  readonly optional?: boolean;
}

/** A kind that is cached and causes no reconcile, with what is cached of it. */
export interface ControllerRead<T extends KubeObject = KubeObject> extends CacheSelection<T> {
  readonly resource: Resource<T>;
  /** Whether the server may not have the kind, as in `ControllerWatch.optional`. Default: false. */
  readonly optional?: boolean;
}

/** What a source may use. */
export interface SourceContext {
  /** Aborts when the manager stops, when leadership is lost and when the source is closed. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** Writes log lines with the controller and the source. */
  readonly log: Logger;
}

/**
 * A source of keys that is not a kind of the API server, for example the event stream of a cloud.
 *
 * @example
 * const cloudEvents: KeySource = {
 *   name: "cloud-events",
 *   async *open({ signal }) {
 *     for await (const { machine } of cloud.events({ signal })) yield { namespace: machine.project, name: machine.name };
 *   },
 * };
 */
export interface KeySource {
  /** For log lines and the label `source` of metrics. */
  readonly name: string;
  /**
   * Gives the keys to reconcile, one or a list at a time. It is called when this process leads, and again when the iterable ends or throws: that is logged and counted (`capstan_source_failures_total`), and
   * the next call follows after 0.8 s or less, 1.6 s or less and so on, at most 30 s. What happens meanwhile is lost unless the source remembers it, or the controller has a `syncPeriod`.
   *
   * At the stop the signal aborts and `return` of the iterator is called. A source that does not end does not hold up the stop for longer than `shutdownTimeout`.
   */
  open(context: SourceContext): AsyncIterable<ObjectKey | readonly ObjectKey[]>;
}

/** What a reconcile returns. Without `requeueAfter` the key is reconciled again at its next event. */
export interface ReconcileResult {
  /**
   * Reconciles the key again after this time and up to a tenth more, for example "15s". An event may come first; then the result of that reconcile
   * replaces this one. A string that is not a duration makes the reconcile fail with `operator/duration`, and another value, such as an error that is returned, or another field with `operator/reconcile-result`.
   */
  readonly requeueAfter?: DurationString;
}

/** The second argument of a reconcile: what one reconcile may use. */
export interface ReconcileContext {
  /**
   * Aborts when the reconcile exceeds `timeout`, when the manager stops, when leadership is lost, and when the reconcile has ended, for what it left running. Pass it to everything that
   * waits. A reconcile that does not end within five seconds after its timeout is abandoned: its worker is free for another key, its calls to the API server are rejected, and its own key waits until its
   * promise settles.
   */
  readonly signal: AbortSignal;
  /** Whether `signal` has aborted. The signal is created when it is first read: a reconcile that only looks here, and passes it to nothing, has none to create and to abort. */
  readonly isAborted: boolean;
  /** Writes log lines with the controller, the object and the id of this reconcile. */
  readonly log: Logger;
  /**
   * The client of the manager. Reads go to the API server. Calls end with the timeout and with the reconcile, and are rejected with `operator/reconcile-over` when it has ended or was abandoned, or this process does not lead any more. Writes are tracked: the next reconcile of this key starts when the cache has seen
   * them (or after 5 s), so a reconcile never acts on a state that is older than its own last write.
   */
  readonly client: Client;
  /**
   * Throws `operator/reconcile-over` when this process does not lead any more, by the clock and also before its signal aborts, and when the reconcile has ended or was abandoned. The calls of `client` are
   * checked so already: call it before each call to another system that must not be made twice, such as one that creates a server.
   */
  readonly assertLeader: () => void;
  /**
   * Another client, such as that of another cluster, whose calls end with this reconcile and are rejected as those of `client` are. The client that was given stays as it is, and may be shared with
   * other reconciles. Its writes are not tracked.
   */
  readonly guarded: (client: Client) => Client;
  /** Reads the cached kinds from memory. */
  readonly cache: CacheReader;
  /** Records events on objects. */
  readonly events: EventRecorder;
  /** A different id for each reconcile; the field `reconcileID` of log lines. */
  readonly reconcileId: string;
  /** How many reconciles of this key have failed in a row before this one. */
  readonly failures: number;
}

/**
 * What a reconcile does with a kind through `client`, for `controllerRights`.
 *
 * @example
 * calls: [
 *   { resource: Secret, verbs: ["get"] },
 *   { resource: Website, subresource: "status", verbs: ["patch"] },
 * ]
 */
export interface ControllerCall {
  readonly resource: Resource;
  /** For example "status". Default: the objects themselves. */
  readonly subresource?: string;
  readonly verbs: readonly CallVerb[];
  /** The names of the objects that it is for. Default: all. */
  readonly names?: readonly string[];
}

/** The verbs of the methods of a client. `apply` gives the rights to create and to patch; of a subresource, to patch. */
export type CallVerb =
  | "apply"
  | "create"
  | "delete"
  | "deletecollection"
  | "get"
  | "list"
  | "patch"
  | "update"
  | "watch";

/**
 * A controller: brings the objects of one kind to their wanted state.
 *
 * @example
 * manager.addController({
 *   name: "website",
 *   for: Website,
 *   predicate: generationChanged,
 *   watches: [{ resource: Deployment, owner: "controller" }],
 *   async reconcile(key, { cache, client }) {
 *     const website = cache.get(Website, key);
 *     if (website === undefined) return;
 *     await client.apply(Deployment, deploymentOf(website), { fieldManager: "website" });
 *   },
 * });
 */
export interface ControllerOptions<T extends KubeObject = KubeObject> extends CacheSelection<T> {
  /** Unique in its manager. It is the label `controller` of metrics and log lines. */
  readonly name: string;
  /** The kind that is reconciled. Its objects are watched and cached; of `metadataOf(kind)` their metadata only. Selectors and `transform` of the controller are those of this kind. */
  readonly for: Resource<T>;
  /** Whether the server may not have the kind `for`, as in `ControllerWatch.optional`. The controller starts with the kind. Default: false. */
  readonly optional?: boolean;
  /** Which events of `for` cause a reconcile. Default: all. */
  predicate?(event: CacheEvent<T>): boolean;
  /** Further kinds whose changes cause reconciles. They are cached too. */
  readonly watches?: readonly ControllerWatch[];
  /** What else gives keys to reconcile: streams of events from outside of the cluster, and `channel`. */
  readonly sources?: readonly KeySource[];
  /** Kinds that `reconcile` reads from the cache and whose changes cause no reconcile. */
  readonly reads?: readonly (Resource | ControllerRead)[];
  /** What `reconcile` and `map` do through `client`, beside reads of the kinds that are cached. `controllerRights` makes rights of it; it changes nothing else. */
  readonly calls?: readonly ControllerCall[];
  /** Indexes of cached kinds, made with `defineIndex`: `cache.listBy` finds objects without a scan. One of a kind that no controller caches makes the start fail (`operator/not-cached`). */
  readonly indexes?: readonly FieldIndex[];
  /** How many keys are reconciled at the same time. Never the same key twice. At least 1 (`operator/concurrency`). Default: 10. */
  readonly concurrency?: number;
  /** How long one reconcile may take before its signal aborts. Default: "60s". */
  readonly timeout?: DurationString;
  /**
   * The average time between two reconciles of one key: a key may be reconciled five times in a row, then once in this time.
   * Prevents a hot loop when a reconcile causes its own next event. Default: "1s".
   */
  readonly minInterval?: DurationString;
  /** The waits before a key that failed is retried: the first, then twice as long after each failure, at most the longest. Default: 5 ms and 1000 s, as in controller-runtime. */
  readonly backoff?: { readonly first?: DurationString; readonly longest?: DurationString };
  /** Reconciles every existing key again after this time, whatever its last reconcile returned. Default: never. */
  readonly syncPeriod?: DurationString;
  /**
   * Compares the wanted state of one object with the real state and changes what differs.
   *
   * It is called with the key of an object, never with the event, because events are merged: read the object from `context.cache`.
   * The object may be deleted already. A key is reconciled after the first list, after each event that its predicates accept, after
   * `requeueAfter`, after `syncPeriod` and after a failure. An event that arrives during a reconcile causes exactly one more.
   * What a reconcile writes into its own object causes none: return `requeueAfter: "0s"` for another one at once.
   * Every reconcile must be repeatable: it may be interrupted at any point and called again.
   *
   * - Returning nothing means success: the backoff is reset and the key is reconciled again at its next event.
   * - Returning `requeueAfter` means success too, with another reconcile after that time.
   * - A thrown error or a rejection is logged and counted, and the key is retried after 5 ms, 10 ms, 20 ms and so on, at most 1000 s, or as `backoff` says. A conflict of the API server is retried as well, but is no error.
   * - A thrown `TransientError` with `retryAfter` is logged at level info, and the key is reconciled again after that time. The backoff does not grow.
   * - A thrown `TerminalError` is logged and counted, and the key is not retried before its next event.
   */
  reconcile(key: ObjectKey, context: ReconcileContext): Promise<ReconcileResult | undefined | void>;
  /**
   * Called when a reconcile of a key was abandoned, with a context of its own, so that it can say so in the object, for example in a condition. What it throws is logged.
   */
  abandoned?(key: ObjectKey, context: ReconcileContext, error: Error): Promise<void>;
}
