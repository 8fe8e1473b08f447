// What a controller is made of: what it watches, which events count, and what it does about a key. Written by the workflows of
// the kit (or by authors who need no workflow), run by controller.ts. Knows nothing of Cluster API.
import type { Client } from "@capstan/client";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { CacheReader } from "./cache.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { Logger } from "./logger.ts";

/** A change in the cache, as predicates see it. */
export type CacheEvent<T extends KubeObject = KubeObject> =
  | {
      readonly type: "add";
      readonly object: T;
      /** Whether it was there before the watch began. */ readonly initial: boolean;
    }
  | { readonly type: "update"; readonly object: T; readonly old: T }
  /** `stale` when the deletion itself was not seen and `object` is only the last known state. */
  | { readonly type: "delete"; readonly object: T; readonly stale: boolean };

/** Whether an event is worth a reconcile. */
export type Predicate<T extends KubeObject = KubeObject> = (event: CacheEvent<T>) => boolean;

/** A kind whose changes lead to reconciles of other objects. Exactly one of `map` and `owner` says which. */
export interface Watch<T extends KubeObject = KubeObject> {
  readonly resource: Resource<T>;
  /** The keys to reconcile because of an object; asked for both the old and the new state of an update. */
  map?(object: T): readonly ObjectKey[];
  /** Reconciles the owners of the controller's own kind: the managing controller, or with "any" all of them. */
  readonly owner?: "controller" | "any";
  predicate?(event: CacheEvent<T>): boolean;
  /** Watches metadata alone; `map` sees no other fields, and the cache holds none. */
  readonly metadataOnly?: boolean;
}

/** What a reconcile wants next. Nothing means: not before the next event. */
export interface ReconcileResult {
  /** Runs again after this time at the latest. An event that comes first takes its place, and that run decides anew. */
  readonly requeueAfterMs?: number;
}

/** What a reconcile is given besides its key. */
export interface ReconcileContext {
  /** Aborted when the run's time is up, when the manager stops, and when leadership is lost. */
  readonly signal: AbortSignal;
  /** Carries the controller, the object and the id of the run. */
  readonly log: Logger;
  /** Reads are live. Writes are remembered: the key's next run starts when the cache has seen them. */
  readonly client: Client;
  /** Reads from memory what the controllers of this manager watch. */
  readonly cache: CacheReader;
  readonly events: EventRecorder;
  /** Differs for every run. */
  readonly reconcileId: string;
  /** How many runs of this key failed in a row before this one. */
  readonly failures: number;
}

/** A controller. */
export interface ControllerOptions<T extends KubeObject = KubeObject> {
  /** Unique in its manager; the `controller` label of metrics and log lines. */
  readonly name: string;
  /** The kind that is reconciled. */
  readonly for: Resource<T>;
  /** Which events of `for` count. Default: all. */
  readonly predicate?: Predicate<T>;
  readonly watches?: readonly Watch[];
  /** Kinds that `reconcile` reads from the cache without being woken by them. */
  readonly reads?: readonly Resource[];
  /** How many keys are reconciled at once. Default: 10. */
  readonly concurrency?: number;
  /** How long one run may take before its signal aborts. Default: 60 s. */
  readonly timeoutMs?: number;
  /**
   * The shortest time between runs of one key, on average: a key may run five times in a row, then once in this time.
   * Keeps a reconcile that wakes itself from becoming a hot loop. Default: 1 s.
   */
  readonly minIntervalMs?: number;
  /** Runs every key again after this time, whatever its last run returned. Default: never. */
  readonly resyncEveryMs?: number;
  /**
   * Does what has to be done about a key. The object may be gone. A throw or rejection is logged, counted and retried with
   * backoff; a `TerminalError` is not retried before the next event.
   */
  reconcile(key: ObjectKey, context: ReconcileContext): Promise<ReconcileResult | undefined | void>;
}

/** Thrown by a reconcile that must not be retried before its object changes. */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}
