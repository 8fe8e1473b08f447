// One kind in memory, shared by all controllers of a manager: its stores, the reflectors that fill them, the handlers that are notified
// of changes, and the callbacks that wait for a version.
import type { Clock } from "@capstan/client";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import { inSlices } from "../in-slices.ts";
import type { CacheEvent } from "./cache.ts";
import { checkedValues } from "./checked-values.ts";
import { isKindMissing } from "./list-problem.ts";
import { type InformerClient, Reflector } from "./reflector.ts";
import { type CacheSelection, isServedAs } from "./selection.ts";
import type { IndexValues, Store } from "./store.ts";
import { Stores } from "./stores.ts";

/** Is notified of a change. */
export type InformerHandler = (event: CacheEvent) => void;

/** What an informer keeps in memory, and how. */
export interface InformerOptions {
  readonly client: InformerClient;
  readonly resource: Resource;
  /** Undefined: all. */
  readonly namespaces: readonly string[] | undefined;
  readonly selection: CacheSelection;
  readonly metadataOnly: boolean;
  /** Whether stored objects cannot be changed. */
  readonly isProtected: boolean;
  /** Whether a watch may begin with the list. */
  readonly watchList: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each connection that failed. */
  readonly onFailure: () => void;
  /** Called when the server is at an older version than before. */
  readonly onRestored: () => void;
}

interface Waiter {
  readonly isOver: () => boolean;
  readonly call: () => void;
}

/** One kind's informer. */
export class Informer {
  readonly resource: Resource;
  readonly store: Stores;
  /** Whether nothing waits for the kind to be served. */
  optional: boolean = true;
  readonly #options: InformerOptions;
  readonly #reflectors: readonly Reflector<KubeObject>[];
  readonly #handlers: InformerHandler[] = [];
  readonly #log: Logger;
  readonly #waiters = new Set<Waiter>();
  /** Resolves when all indexes have the objects that were in the store before them. */
  #filed: Promise<unknown> = Promise.resolve();
  #running = false;

  constructor(options: InformerOptions) {
    const { resource, namespaces } = options;
    this.resource = resource;
    this.#options = options;
    this.#log = options.log.child({ kind: resource.kind, apiVersion: resource.apiVersion });
    this.store = new Stores(namespaces, (event) => this.#notify(event));
    this.#reflectors = Array.from(this.store.entries(), ([namespace, store]) => this.#reflector(namespace, store));
  }

  #reflector(namespace: string | undefined, store: Store): Reflector<KubeObject> {
    const { client, clock, isProtected, watchList, metadataOnly, onFailure, onRestored, resource, selection } =
      this.#options;
    const { labelSelector, fieldSelector, transform } = selection;
    return new Reflector({
      client,
      resource,
      store,
      select: {
        metadataOnly,
        ...(namespace === undefined ? {} : { namespace }),
        ...(labelSelector === undefined ? {} : { labelSelector }),
        ...(fieldSelector === undefined ? {} : { fieldSelector }),
      },
      transform,
      isProtected,
      watchList,
      clock,
      log: namespace === undefined || this.#reflectsOne ? this.#log : this.#log.child({ namespace }),
      onProgress: () => this.#progress(),
      onFailure: () => {
        onFailure();
        this.#progress();
      },
      onRestored,
    });
  }

  /** Lists again: the server was restored from a backup. */
  relist(): void {
    for (const reflector of this.#reflectors) reflector.relist();
  }

  get #reflectsOne(): boolean {
    return (this.#options.namespaces ?? []).length < 2;
  }

  /** Whether all objects are in one namespace, or in none. */
  get hasOneNamespace(): boolean {
    const { namespaces, resource } = this.#options;
    return resource.scope === "Cluster" || (namespaces !== undefined && this.#reflectsOne);
  }

  /** Whether the store has all fields of its objects, other than their managedFields. */
  get keepsWhole(): boolean {
    return !this.#options.metadataOnly && this.#options.selection.transform === undefined;
  }

  get metadataOnly(): boolean {
    return this.#options.metadataOnly;
  }

  /** Whether the first list is in the store. */
  get synced(): boolean {
    return this.store.synced;
  }

  /** Since when and why the store may be behind; undefined when it is not. Of several namespaces the one that fails for the longest time. */
  get failing(): { readonly since: number; readonly error: unknown } | undefined {
    return this.#reflectors
      .flatMap(({ failing }) => (failing === undefined ? [] : [failing]))
      .toSorted((one, other) => one.since - other.since)
      .at(0);
  }

  /** Whether the manager may work: the kind is in memory, or need not be because the server does not have it. */
  get settled(): boolean {
    return this.synced || this.#isAbsent;
  }

  get #isAbsent(): boolean {
    return this.optional && isKindMissing(this.failing?.error);
  }

  /** Whether the store is behind for reasons that the manager does not accept, and since when. */
  get unhealthySince(): number | undefined {
    return this.#isAbsent ? undefined : this.failing?.since;
  }

  /** Adds a handler, which is notified of everything: one that comes when objects are in the store already gets those as initial. */
  addHandler(handler: InformerHandler): void {
    // An object whose event it gets before the others are replayed is not replayed.
    const told = new Set<KubeObject>();
    let isNew = this.#running;
    this.#handlers.push((event) => {
      if (isNew) told.add(event.object);
      handler(event);
    });
    const replay = async (): Promise<void> => {
      await this.#replay(handler, told);
      isNew = false;
      told.clear();
    };
    if (this.#running) this.#wait({ isOver: () => this.synced, call: () => void replay() });
  }

  async #replay(handler: InformerHandler, told: ReadonlySet<KubeObject>): Promise<void> {
    await inSlices([...this.store.values()], (object) => {
      const isOpen = this.store.get(keyOf(object)) === object && !told.has(object);
      if (isOpen) this.#call(handler, { type: "add", object, initial: true });
    });
  }

  /** Adds an index. When its function throws, the object is not filed, and the error is logged. */
  addIndex(name: string, values: IndexValues): void {
    const { clock, resource } = this.#options;
    const filed = this.store.addIndex(
      name,
      checkedValues(values, { name, kind: resource.kind, clock, log: this.#log }),
    );
    this.#filed = Promise.all([this.#filed, filed]);
  }

  /** Keeps the store up to date until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    this.#running = true;
    await Promise.all(this.#reflectors.map((reflector) => reflector.run(signal)));
  }

  /** Whether a written object can appear in this store. Selectors are not checked, so a caller that waits for it needs a time limit. */
  covers(resource: Resource, key: ObjectKey): boolean {
    return isServedAs(resource, this.resource) && this.store.covers(key.namespace);
  }

  /** Whether the store has seen the result of a write: everything up to its version, or that the object is deleted. One without a version was deleted by its uid. */
  hasSeen(written: KubeObject): boolean {
    const {
      namespace = "",
      name = "",
      uid,
      resourceVersion,
      deletionTimestamp,
      deletionGracePeriodSeconds = 0,
      finalizers = [],
    } = written.metadata;
    const stored = this.store.get({ namespace, name })?.metadata;
    if (resourceVersion === undefined)
      return stored === undefined || stored.uid !== uid || stored.deletionTimestamp !== undefined;
    // The write that removes the last finalizer returns the version before it; only the object's absence shows its effect. One with a grace period stays until that is over.
    if (deletionTimestamp !== undefined && finalizers.length === 0 && deletionGracePeriodSeconds === 0)
      return stored?.uid !== uid;
    return this.store.hasReached(namespace, resourceVersion);
  }

  /** Calls back once, when the store has seen the result of a write; not after the returned function was called. */
  whenSeen(written: KubeObject, call: () => void): () => void {
    const waiter = { isOver: () => this.hasSeen(written), call };
    this.#wait(waiter);
    return () => this.#waiters.delete(waiter);
  }

  /** Resolves when the first list is in the store and in its indexes, or when the server does not have the kind and nothing waits for it. */
  async whenSettled(): Promise<void> {
    await new Promise<void>((resolve) => this.#wait({ isOver: () => this.settled, call: resolve }));
    await this.#filed;
  }

  #wait(waiter: Waiter): void {
    if (waiter.isOver()) waiter.call();
    else this.#waiters.add(waiter);
  }

  #progress(): void {
    if (this.#waiters.size === 0) return;
    const over = [...this.#waiters].filter((waiter) => waiter.isOver());
    for (const waiter of over) this.#waiters.delete(waiter);
    for (const { call } of over) call();
  }

  /** A handler that throws must not stop the other handlers or the watch. */
  #notify(event: CacheEvent): void {
    for (const handler of this.#handlers) this.#call(handler, event);
  }

  #call(handler: InformerHandler, event: CacheEvent): void {
    try {
      handler(event);
    } catch (error) {
      this.#log.error("Event handler failed", {
        object: formatKey(keyOf(event.object)),
        ...errorFields(error, { frames: true }),
      });
    }
  }
}
