// What controllers may read from memory. Implemented by informer-set.ts; the store itself is store.ts.
import type { DeepReadonly, KubeObject, LabelSelector, ObjectKey, Resource } from "@capstan/kube";

/** Which cached objects to read. */
export interface CacheQuery {
  readonly namespace?: string;
  readonly labels?: LabelSelector;
  /** Objects that an index (`addIndex`) files under a value. */
  readonly index?: { readonly name: string; readonly value: string };
}

/** Reads what a manager watches. A kind that nobody watches is an error, never an empty answer. */
export interface CacheReader {
  /** Whether a kind is cached at all: what is not must be read by the client. Secrets and ConfigMaps are only when watched. */
  has(resource: Resource): boolean;
  /** An object of its own for the caller, who may change it; undefined when the cache has none. */
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined;
  /** Objects of their own for the caller, in no order. */
  list<T extends KubeObject>(resource: Resource<T>, query?: CacheQuery): T[];
  /** The cached objects themselves, for reading without a copy. */
  each<T extends KubeObject>(resource: Resource<T>, query?: CacheQuery): Iterable<DeepReadonly<T>>;
}

/** The values under which an index files an object; none leaves it out. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: DeepReadonly<T>) => readonly string[];

/** A manager's cache. */
export interface Cache extends CacheReader {
  /** Files the objects of a kind under values, so that `index` finds them without a scan. Before the manager runs. */
  addIndex<T extends KubeObject>(resource: Resource<T>, name: string, values: IndexFunction<T>): void;
}
