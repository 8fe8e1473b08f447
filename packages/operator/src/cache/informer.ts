// One kind in memory, shared by all controllers of a manager: a store, the reflector that fills it, the handlers that are notified
// of changes, and the callbacks that wait for a version.
import type { Clock } from "@capstan/client";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import type { CacheEvent } from "./cache.ts";
import { type InformerClient, Reflector } from "./reflector.ts";
import { hasReached } from "./resource-version.ts";
import { type IndexValues, Store } from "./store.ts";

/** Is notified of a change. */
export type InformerHandler = (event: CacheEvent) => void;

/** What an informer keeps in memory, and how. */
export interface InformerOptions {
  readonly client: InformerClient;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly metadataOnly: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each connection that failed. */
  readonly onFailure: () => void;
}

interface Waiter {
  readonly isOver: () => boolean;
  readonly call: () => void;
}

/** One kind's informer. */
export class Informer {
  readonly resource: Resource;
  readonly store: Store;
  readonly #options: InformerOptions;
  readonly #reflector: Reflector<KubeObject>;
  readonly #handlers: InformerHandler[] = [];
  readonly #log: Logger;
  #waiters: Waiter[] = [];

  constructor(options: InformerOptions) {
    const { resource, namespace, labelSelector, fieldSelector, metadataOnly } = options;
    this.resource = resource;
    this.#options = options;
    this.#log = options.log.child({ kind: resource.kind, apiVersion: resource.apiVersion });
    this.store = new Store((event) => this.#notify(event));
    const select = {
      metadataOnly,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    };
    const { client, clock, onFailure } = options;
    this.#reflector = new Reflector({
      client,
      resource,
      store: this.store,
      select,
      clock,
      log: this.#log,
      onProgress: () => this.#progress(),
      onFailure,
    });
  }

  get metadataOnly(): boolean {
    return this.#options.metadataOnly;
  }

  /** Whether the first list is in the store. */
  get synced(): boolean {
    return this.store.version !== undefined;
  }

  /** Since when and why the store may be behind; undefined when it is not. */
  get failing(): { readonly since: number; readonly error: unknown } | undefined {
    return this.#reflector.failing;
  }

  /** Adds a handler. Call it before `run`, so that the handler is notified of everything. */
  addHandler(handler: InformerHandler): void {
    this.#handlers.push(handler);
  }

  /** Adds an index. When its function throws, the object is not filed, and the error is logged. */
  addIndex(name: string, values: IndexValues): void {
    this.store.addIndex(name, (object) => {
      try {
        const found: unknown = values(object);
        if (Array.isArray(found)) return found;
        throw new TypeError(`the function returned a ${typeof found} instead of a list`);
      } catch (error) {
        this.#log.error("Index function failed", { index: name, ...errorFields(error) });
        return [];
      }
    });
  }

  /** Keeps the store up to date until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  /** Whether a written object can appear in this store. Selectors are not checked, so a caller that waits for it needs a time limit. */
  covers(resource: Resource, key: ObjectKey): boolean {
    const { namespace } = this.#options;
    return (
      resource.kind === this.resource.kind &&
      resource.group === this.resource.group &&
      (namespace === undefined || key.namespace === namespace)
    );
  }

  /** Whether the store has seen the result of a write: everything up to its version, or that the object is deleted. */
  hasSeen(written: KubeObject): boolean {
    const {
      namespace = "",
      name = "",
      uid,
      resourceVersion = "",
      deletionTimestamp,
      finalizers = [],
    } = written.metadata;
    // The write that removes the last finalizer returns the version before it; only the object's absence shows its effect.
    if (deletionTimestamp !== undefined && finalizers.length === 0)
      return this.store.get({ namespace, name })?.metadata.uid !== uid;
    return hasReached(this.store.version, resourceVersion);
  }

  /** Calls back once, when the store has seen the result of a write. */
  whenSeen(written: KubeObject, call: () => void): void {
    this.#wait({ isOver: () => this.hasSeen(written), call });
  }

  /** Resolves when the first list is in the store. */
  whenSynced(): Promise<void> {
    return new Promise((resolve) => this.#wait({ isOver: () => this.synced, call: resolve }));
  }

  #wait(waiter: Waiter): void {
    if (waiter.isOver()) waiter.call();
    else this.#waiters.push(waiter);
  }

  #progress(): void {
    if (this.#waiters.length === 0) return;
    const { over = [], left = [] } = Object.groupBy(this.#waiters, (waiter) => (waiter.isOver() ? "over" : "left"));
    this.#waiters = left;
    for (const { call } of over) call();
  }

  /** A handler that throws must not stop the other handlers or the watch. */
  #notify(event: CacheEvent): void {
    for (const handler of this.#handlers) {
      try {
        handler(event);
      } catch (error) {
        this.#log.error("Event handler failed", {
          object: formatKey(keyOf(event.object)),
          ...errorFields(error),
        });
      }
    }
  }
}
