// The cache as controllers see it: reads from memory, indexes, and the events of its changes.
import type { DeepReadonly, KubeObject, LabelSelector, ObjectKey, Resource } from "@capstan/kube";
import type { FieldIndex } from "./field-index.ts";
import type { CacheSelection } from "./selection.ts";

/** A change in the cache, as predicates and handlers see it. */
export type CacheEvent<T extends KubeObject = KubeObject> =
  | {
      readonly type: "add";
      readonly object: T;
      /** Whether the object existed before the watch began. */
      readonly initial: boolean;
    }
  | {
      readonly type: "update";
      readonly object: T;
      readonly old: T;
      /** Whether it comes from a new list, and may stand for several changes. */
      readonly listed: boolean;
      /**
       * Whether it is of the list after a gap: the server was restored, or did not serve the kind for a while. What a reconcile found meanwhile may be wrong, and nothing in the two states tells
       * that. So a predicate that rejects it is called again, with an update that changed nothing, one that changed everything but labels and annotations (the objects in `old`, such as spec and status, are empty, and so are lists; it has no resourceVersion), and an addition; the object passes when one of them is accepted.
       */
      readonly afterGap?: boolean;
    }
  | {
      readonly type: "delete";
      readonly object: T;
      /** True when the deletion itself was not seen: `object` is the last known state. */
      readonly stale: boolean;
    };

/**
 * How a manager caches one kind, for all of its controllers. Default: what their watches say, and otherwise all objects of the manager's namespaces, as they are.
 *
 * @example
 * cache: [{ resource: Secret, labelSelector: "app=website", transform: (secret) => ({ ...secret, data: {} }) }]
 */
export interface CacheOptions<T extends KubeObject = KubeObject> extends CacheSelection<T> {
  readonly resource: Resource<T>;
}

/** Which cached objects to read. */
export interface CacheQuery {
  readonly namespace?: string;
  readonly labels?: LabelSelector;
  /** Only objects that the index `name` (see `Cache.addIndex`) files under `value`. */
  readonly index?: { readonly name: string; readonly value: string };
}

/**
 * Reads objects from memory. The kinds that the controllers of a manager declare (`for`, `watches`, `reads`) are cached. A read never sends a request, and may be older than the API server's state.
 *
 * A read of what the cache does not hold throws, and never returns an empty result: of a kind that no controller declares (`operator/not-cached`), of whole objects where only their metadata is
 * cached (`operator/metadata-only`), of a namespace that the manager does not watch (`operator/namespace-not-cached`), of an optional kind that the server did not have yet (`operator/kind-not-served`), and of
 * one that was added to a manager that runs and is not listed yet (`operator/not-listed`).
 * An object that a selector excludes looks as if it did not exist.
 */
export interface CacheReader {
  /** Whether a kind is cached, and of `namespace` if given. Read what is not with the client. A kind is not cached before its first list is complete, which needs a server that has it; what was cached stays when the kind is not served any more. */
  has(resource: Resource, namespace?: string): boolean;
  /** A copy of the object, which the caller may change; undefined when the cache does not have it. */
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined;
  /** The cached object itself, without a copy. Do not change it: all controllers share it. */
  view<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): DeepReadonly<T> | undefined;
  /** Copies of all matching objects, in no particular order. All are made in one turn of the event loop: for many large objects, use `each` and copy those that you change. */
  list<T extends KubeObject>(resource: Resource<T>, query?: CacheQuery): T[];
  /** The cached objects themselves, without copies. Do not change them: all controllers share them. */
  each<T extends KubeObject>(resource: Resource<T>, query?: CacheQuery): Iterable<DeepReadonly<T>>;
  /** Copies of the objects that an index files under a value. Throws `operator/no-such-index` when no controller declares the index. */
  listBy<T extends KubeObject>(index: FieldIndex<T>, value: string, query?: Omit<CacheQuery, "index">): T[];
  /** The same objects themselves, without copies. Do not change them: all controllers share them. */
  eachBy<T extends KubeObject>(
    index: FieldIndex<T>,
    value: string,
    query?: Omit<CacheQuery, "index">,
  ): Iterable<DeepReadonly<T>>;
}

/** The values under which an index files an object; an empty list excludes the object. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: DeepReadonly<T>) => readonly string[];

/** The cache of a manager. */
export interface Cache extends CacheReader {
  /**
   * Adds an index, so that a query with `index` finds objects without a scan. Call it before the manager runs. The index is kept up to date
   * with every event. When `values` throws for an object, the error is logged and the object is not in the index.
   */
  addIndex<T extends KubeObject>(resource: Resource<T>, name: string, values: IndexFunction<T>): void;
}
