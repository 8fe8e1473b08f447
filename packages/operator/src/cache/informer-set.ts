// The informers of a manager, one for each kind whatever the number of controllers that need it, and the cache that reads from them.
import type { Clock } from "@capstan/client";
import {
  type DeepReadonly,
  deepClone,
  describeError,
  type KubeObject,
  type ObjectKey,
  type Resource,
  selectorMatches,
} from "@capstan/kube";
import type { Logger } from "@capstan/process";
import { operatorError } from "../operator-errors.ts";
import type { Cache, CacheOptions, CacheQuery, IndexFunction } from "./cache.ts";
import type { FieldIndex } from "./field-index.ts";
import { Informer } from "./informer.ts";
import type { InformerClient } from "./reflector.ts";
import type { IndexValues, Store } from "./store.ts";

/** What informers are created from. */
export interface InformerSetOptions {
  readonly client: InformerClient;
  readonly namespace?: string | undefined;
  readonly cache?: readonly CacheOptions[] | undefined;
  readonly clock: Clock;
  /** Called when an informer is created, which is when the manager runs. */
  readonly log: () => Logger;
  /** Called after each connection of a kind that failed. */
  readonly onFailure?: (kind: string) => void;
}

/** How long a kind may fail before the manager is no longer ready. */
const patienceMs = 60_000;

/** The informers and the cache of a manager. */
export class InformerSet implements Cache {
  readonly #options: InformerSetOptions;
  /** By kind; whole objects and metadata-only apart. */
  readonly #informers = new Map<string, Informer>();
  /** All added indexes, also for informers that are created later. */
  readonly #indexes = new Map<string, Map<string, IndexValues>>();

  constructor(options: InformerSetOptions) {
    this.#options = options;
  }

  /** The informer of a kind, created on first use. An informer of whole objects also serves callers that need metadata only. */
  informer(resource: Resource, metadataOnly: boolean = false): Informer {
    const name = nameOf(resource);
    const found = this.#informers.get(name) ?? (metadataOnly ? this.#informers.get(partial(name)) : undefined);
    if (found !== undefined) return found;
    const informer = this.#create(resource, metadataOnly);
    for (const [index, values] of this.#indexes.get(name) ?? []) informer.addIndex(index, values);
    this.#informers.set(metadataOnly ? partial(name) : name, informer);
    return informer;
  }

  /** The informers in which an object of this kind and namespace can appear. */
  covering(resource: Resource, key: ObjectKey): readonly Informer[] {
    return [...this.#informers.values()].filter((informer) => informer.covers(resource, key));
  }

  /** Runs every informer until the signal aborts; resolves when all have ended. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.run(signal)));
  }

  /** Resolves when every kind is in memory. */
  async whenSynced(): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.whenSynced()));
  }

  /** Whether every kind is in memory and none has been failing for longer than an API server takes to restart. */
  get healthy(): boolean {
    const now = this.#options.clock.now();
    return [...this.#informers.values()].every(
      ({ synced, failing }) => synced && (failing === undefined || now - failing.since < patienceMs),
    );
  }

  /** The kinds that are not in memory yet, each with its last failure. */
  missing(): readonly string[] {
    return [...this.#informers.values()]
      .filter((informer) => !informer.synced)
      .map(({ resource, failing }) =>
        failing === undefined
          ? resource.kind
          : `${resource.kind} (${describeError(failing.error).split("\n")[0] ?? ""})`,
      );
  }

  addIndex<T extends KubeObject>(resource: Resource<T>, name: string, values: IndexFunction<T>): void {
    const indexes = this.#indexes.get(nameOf(resource)) ?? new Map<string, IndexValues>();
    // An index is called with the objects of its own resource only.
    const erased = values as unknown as IndexValues;
    if ((indexes.get(name) ?? erased) !== erased)
      throw operatorError("operator/duplicate-index", { kind: resource.kind, name });
    this.#indexes.set(nameOf(resource), indexes.set(name, erased));
    this.#find(resource)?.addIndex(name, erased);
  }

  /** Throws `operator/not-cached` for a typed index of a kind that has no informer. */
  checkIndexes(indexes: readonly FieldIndex[]): void {
    for (const { resource } of indexes) this.#store(resource);
  }

  has(resource: Resource): boolean {
    return this.#find(resource) !== undefined;
  }

  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined {
    return deepClone(this.#store(resource).get(key));
  }

  view<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): DeepReadonly<T> | undefined {
    // The same object, read-only in its type.
    return this.#store(resource).get(key) as DeepReadonly<T> | undefined;
  }

  list<T extends KubeObject>(resource: Resource<T>, query: CacheQuery = {}): T[] {
    return Array.from(this.#matching(resource, query), (object) => deepClone(object));
  }

  each<T extends KubeObject>(resource: Resource<T>, query: CacheQuery = {}): Iterable<DeepReadonly<T>> {
    // The same objects, read-only in their type.
    return this.#matching(resource, query) as Iterable<unknown> as Iterable<DeepReadonly<T>>;
  }

  listBy<T extends KubeObject>(
    { resource, name }: FieldIndex<T>,
    value: string,
    query: Omit<CacheQuery, "index"> = {},
  ): T[] {
    return this.list(resource, { ...query, index: { name, value } });
  }

  eachBy<T extends KubeObject>(
    { resource, name }: FieldIndex<T>,
    value: string,
    query: Omit<CacheQuery, "index"> = {},
  ): Iterable<DeepReadonly<T>> {
    return this.each(resource, { ...query, index: { name, value } });
  }

  *#matching<T extends KubeObject>(resource: Resource<T>, query: CacheQuery): Generator<T> {
    const { namespace, labels, index } = query;
    const store = this.#store(resource);
    const objects = index === undefined ? store.values() : store.indexed(index.name, index.value);
    if (objects === undefined)
      throw operatorError("operator/no-such-index", { kind: resource.kind, name: index?.name ?? "" });
    for (const object of objects) {
      const { metadata } = object;
      const wanted =
        (namespace === undefined || metadata.namespace === namespace) &&
        (labels === undefined || selectorMatches(labels, metadata.labels));
      if (wanted) yield object;
    }
  }

  /** The store of a resource: it has been filled by that resource's lists and watches, so its objects are of type T. */
  #store<T extends KubeObject>(resource: Resource<T>): Store<T> {
    const informer = this.#find(resource);
    if (informer === undefined) throw operatorError("operator/not-cached", { kind: resource.kind });
    // One map holds the stores of all types; the doc comment says why this one is of T.
    return informer.store as unknown as Store<T>;
  }

  #find(resource: Resource): Informer | undefined {
    const name = nameOf(resource);
    return this.#informers.get(name) ?? this.#informers.get(partial(name));
  }

  #create(resource: Resource, metadataOnly: boolean): Informer {
    const { client, namespace, cache = [], clock, log, onFailure } = this.#options;
    const selectors = cache.find((options) => nameOf(options.resource) === nameOf(resource));
    return new Informer({
      client,
      resource,
      namespace: resource.scope === "Namespaced" ? namespace : undefined,
      labelSelector: selectors?.labelSelector,
      fieldSelector: selectors?.fieldSelector,
      metadataOnly,
      clock,
      log: log(),
      onFailure: () => onFailure?.(resource.kind),
    });
  }
}

function nameOf({ apiVersion, kind }: Resource): string {
  return `${apiVersion}/${kind}`;
}

function partial(name: string): string {
  return `${name} (metadata)`;
}
