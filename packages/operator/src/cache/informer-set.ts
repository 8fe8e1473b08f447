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
import { kindNotServed } from "./kind-not-served.ts";
import { isMetadataOnly } from "./metadata-of.ts";
import type { InformerClient } from "./reflector.ts";
import { nameOf, type SelectedKind, Selections } from "./selection.ts";
import type { IndexValues } from "./store.ts";
import type { Stores } from "./stores.ts";

/** What informers are created from. */
export interface InformerSetOptions {
  readonly client: InformerClient;
  /** Default: all. */
  readonly namespaces?: readonly string[] | undefined;
  readonly cache?: readonly CacheOptions[] | undefined;
  /** Whether cached objects cannot be changed. Default: false. */
  readonly isProtected?: boolean;
  /** Whether a watch may begin with the list. Default: true. */
  readonly watchList?: boolean;
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
  readonly #selections = new Selections();
  /** Those that run. */
  readonly #runs = new Set<Promise<void>>();
  /** Those that were created while others ran: reconciles read their kinds before these are listed. */
  readonly #late = new WeakSet<Informer>();
  #signal: AbortSignal | undefined;

  constructor(options: InformerSetOptions) {
    this.#options = options;
    for (const { resource, ...selection } of options.cache ?? []) this.#selections.addOfManager(resource, selection);
  }

  /** Declares which objects of which kinds a controller needs. Call it before `informer`; throws `operator/cache-conflict` where another one needs others, and declares nothing then. */
  select(kinds: readonly SelectedKind[], by: string): void {
    this.#selections.add(kinds, by);
  }

  /**
   * The informer of a kind, created on first use; it runs if the others do. One of whole objects also serves callers that need metadata only. The kind must be served unless every caller says that it
   * is `optional`.
   */
  informer(resource: Resource, { optional = false }: { readonly optional?: boolean | undefined } = {}): Informer {
    const informer = this.#found(resource) ?? this.#added(resource);
    informer.optional &&= optional;
    return informer;
  }

  #added(resource: Resource): Informer {
    const metadataOnly = isMetadataOnly(resource);
    const name = nameOf(resource);
    const informer = this.#create(resource, metadataOnly);
    for (const [index, values] of this.#indexes.get(name) ?? []) informer.addIndex(index, values);
    this.#informers.set(metadataOnly ? partial(name) : name, informer);
    if (this.#signal === undefined) return informer;
    this.#late.add(informer);
    this.#start(informer, this.#signal);
    return informer;
  }

  #start(informer: Informer, signal: AbortSignal): void {
    const run = informer.run(signal).finally(() => this.#runs.delete(run));
    this.#runs.add(run);
  }

  /** The informers in which an object of this kind and namespace can appear. */
  covering(resource: Resource, key: ObjectKey): readonly Informer[] {
    return [...this.#informers.values()].filter((informer) => informer.covers(resource, key));
  }

  /** Runs every informer until the signal aborts, also those that are created meanwhile; resolves when all have ended. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    for (const informer of this.#informers.values()) this.#start(informer, signal);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.all(this.#runs);
  }

  /** Resolves when every kind, or each of these, is in memory that the server has, and every other one is optional. */
  async whenSettled(kinds?: readonly Resource[]): Promise<void> {
    const informers = kinds?.map((kind) => this.#cached(kind)) ?? [...this.#informers.values()];
    await Promise.all(informers.map((informer) => informer.whenSettled()));
  }

  /** Whether every kind is in memory and none has been failing for longer than an API server takes to restart. */
  get healthy(): boolean {
    const now = this.#options.clock.now();
    return [...this.#informers.values()].every(
      ({ settled, unhealthySince }) => settled && (unhealthySince === undefined || now - unhealthySince < patienceMs),
    );
  }

  /** The kinds that are not in memory yet, each with its last failure. */
  missing(): readonly string[] {
    return [...this.#informers.values()]
      .filter((informer) => !informer.settled)
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
    this.checkIndexName(resource, name, erased);
    this.#indexes.set(nameOf(resource), indexes.set(name, erased));
    for (const informer of this.#forms(resource)) informer.addIndex(name, erased);
  }

  /** Throws `operator/duplicate-index` for the name of another index. */
  checkIndexName(resource: Resource, name: string, values: unknown): void {
    const known = this.#indexes.get(nameOf(resource))?.get(name) ?? values;
    if (known !== values) throw operatorError("operator/duplicate-index", { kind: resource.kind, name });
  }

  /** Throws `operator/not-cached` for a typed index of a kind that has no informer, and is not `added`. */
  checkIndexes(indexes: readonly FieldIndex[], added: readonly Resource[] = []): void {
    for (const { resource } of indexes) if (!added.some((one) => serves(one, resource))) this.#cached(resource);
  }

  has(resource: Resource, namespace?: string): boolean {
    const informer = this.#found(resource);
    if (informer === undefined || !informer.synced) return false;
    return namespace === undefined || informer.store.covers(namespace);
  }

  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined {
    return deepClone(this.#store(resource, key.namespace).get(key));
  }

  view<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): DeepReadonly<T> | undefined {
    // The same object, read-only in its type.
    return this.#store(resource, key.namespace).get(key) as DeepReadonly<T> | undefined;
  }

  list<T extends KubeObject>(resource: Resource<T>, query: CacheQuery = {}): T[] {
    return Array.from(this.#matching(resource, query), (object) => deepClone(object));
  }

  each<T extends KubeObject>(resource: Resource<T>, query: CacheQuery = {}): Iterable<DeepReadonly<T>> {
    // The same objects, read-only in their type.
    return this.#matching(resource, query) as Iterable<unknown> as Iterable<DeepReadonly<T>>;
  }

  listBy<T extends KubeObject>(index: FieldIndex<T>, value: string, query: Omit<CacheQuery, "index"> = {}): T[] {
    return this.list(index.resource, { ...query, index: { name: this.#declaredName(index), value } });
  }

  eachBy<T extends KubeObject>(
    index: FieldIndex<T>,
    value: string,
    query: Omit<CacheQuery, "index"> = {},
  ): Iterable<DeepReadonly<T>> {
    return this.each(index.resource, { ...query, index: { name: this.#declaredName(index), value } });
  }

  /** Throws `operator/no-such-index` for an index that only has the name of a declared one. */
  #declaredName<T extends KubeObject>({ resource, name, values }: FieldIndex<T>): string {
    const declared: unknown = this.#indexes.get(nameOf(resource))?.get(name);
    if (declared === undefined || declared === values) return name;
    throw operatorError("operator/no-such-index", { kind: resource.kind, name });
  }

  *#matching<T extends KubeObject>(resource: Resource<T>, query: CacheQuery): Generator<T> {
    const { namespace, labels, index } = query;
    const store = this.#store(resource, namespace);
    const objects = index === undefined ? store.values(namespace) : store.indexed(index.name, index.value, namespace);
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

  /** The stores of a resource: they have been filled by that resource's lists and watches, so their objects are of type T. */
  #store<T extends KubeObject>(resource: Resource<T>, namespace?: string): Stores<T> {
    const informer = this.#cached(resource);
    const { kind } = resource;
    if (informer.optional && !informer.synced) throw kindNotServed(resource);
    // Those of the start are not read before all are filled, except by maps and predicates: every key is reconciled after that.
    if (this.#late.has(informer) && !informer.synced) throw operatorError("operator/not-listed", { kind });
    if (namespace !== undefined && !informer.store.covers(namespace))
      throw operatorError("operator/namespace-not-cached", { kind, namespace, namespaces: this.#namespaces });
    // One map holds the stores of all types; the doc comment says why this one is of T.
    return informer.store as unknown as Stores<T>;
  }

  /** The informer of a resource, whose kind the server may not have. */
  #cached(resource: Resource): Informer {
    const informer = this.#found(resource);
    if (informer !== undefined) return informer;
    const isMetadata = this.#informers.has(partial(nameOf(resource)));
    throw operatorError(isMetadata ? "operator/metadata-only" : "operator/not-cached", { kind: resource.kind });
  }

  get #namespaces(): string {
    return (this.#options.namespaces ?? []).join(", ");
  }

  /** The informer that has what a resource names. For metadata, that of metadata where there is one: its events are those of the controllers that need no more. */
  #found(resource: Resource): Informer | undefined {
    const name = nameOf(resource);
    const ofMetadata = isMetadataOnly(resource) ? this.#informers.get(partial(name)) : undefined;
    return ofMetadata ?? this.#informers.get(name);
  }

  /** The informers of a kind, of whole objects and of metadata. */
  #forms(resource: Resource): readonly Informer[] {
    const name = nameOf(resource);
    return [this.#informers.get(name), this.#informers.get(partial(name))].filter((informer) => informer !== undefined);
  }

  #create(resource: Resource, metadataOnly: boolean): Informer {
    const { client, namespaces, isProtected = false, watchList = true, clock, log, onFailure } = this.#options;
    return new Informer({
      client,
      resource,
      namespaces: resource.scope === "Namespaced" ? namespaces : undefined,
      selection: this.#selections.of(resource),
      metadataOnly,
      isProtected,
      watchList,
      clock,
      log: log(),
      onFailure: () => onFailure?.(resource.kind),
      // Each kind notices it at its next connection, and might not then: its server may have passed the version that is known.
      onRestored: () => [...this.#informers.values()].forEach((informer) => informer.relist()),
    });
  }
}

/** Whether an informer of a resource has what another one names. */
function serves(resource: Resource, other: Resource): boolean {
  return nameOf(resource) === nameOf(other) && (!isMetadataOnly(resource) || isMetadataOnly(other));
}

function partial(name: string): string {
  return `${name} (metadata)`;
}
