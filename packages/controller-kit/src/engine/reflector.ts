// Keeps a store equal to what an API server has of one kind, through every fault: by list and watch, or by one watch that begins
// with the list (WatchList) where the server offers that. One per kind, run by informer.ts.
//
// It holds by these rules: nothing is told before the first list is whole; a watch resumes where the last event or bookmark was; a version
// that is too old, or that the server does not know (restored from a backup), leads to a new list and never to a guess.
import {
  type Client,
  type Clock,
  initialEventsEnd,
  isApiError,
  isExpired,
  isNotFound,
  isVersionTooLarge,
  sleep,
  type WatchEvent,
} from "@capstan/client";
import { describeError, type KubeObject, type Resource } from "@capstan/kube";
import { Backoff } from "./backoff.ts";
import { InitialSilence } from "./initial-silence.ts";
import type { Logger } from "./logger.ts";
import type { Store } from "./store.ts";

/** What a reflector works with. */
export interface ReflectorOptions<T extends KubeObject> {
  readonly client: Pick<Client, "listAll" | "watchOnce">;
  readonly resource: Resource<T>;
  readonly store: Store<T>;
  readonly select: {
    readonly namespace?: string;
    readonly labelSelector?: string;
    readonly fieldSelector?: string;
    readonly metadataOnly?: boolean;
  };
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each batch of events, and after each list. */
  readonly onProgress: () => void;
}

/** A watch that ends sooner than this, having told nothing, has failed. */
const shortestWatchMs = 1000;
/** Answers of servers that do not offer WatchList. */
const notOffered: ReadonlySet<number> = new Set([400, 406, 415, 422]);

/** Keeps one store up to date. */
export class Reflector<T extends KubeObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #backoff: Backoff;
  #watchList = true;
  /** Whether the next connection must begin with a list; and from which version on, if not from any. */
  #needsList = true;
  #anyVersion = false;
  #failing: { readonly since: number; readonly error: unknown } | undefined;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock);
  }

  /** Since when and why the store may be behind; undefined when it is not. */
  get failing(): { readonly since: number; readonly error: unknown } | undefined {
    return this.#failing;
  }

  /** Works until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = await this.#once(signal);
      if (wait > 0) await sleep(this.#options.clock, wait, signal);
    }
  }

  /** One connection; how long to wait before the next. */
  async #once(signal: AbortSignal): Promise<number> {
    const { clock, store } = this.#options;
    const started = clock.now();
    const before = store.version;
    try {
      if (this.#needsList && !this.#watchList) await this.#list(signal);
      await this.#watch(signal);
      const idle = store.version === before && clock.now() - started < shortestWatchMs;
      return idle ? this.#backoff.next() : 0;
    } catch (error) {
      return signal.aborted ? 0 : this.#recover(error);
    }
  }

  #recover(error: unknown): number {
    const { clock, log, store, onProgress } = this.#options;
    if (this.#needsList && this.#watchList && isApiError(error) && notOffered.has(error.status)) {
      this.#watchList = false;
      return 0;
    }
    this.#failing = { since: this.#failing?.since ?? clock.now(), error };
    const outdated = isExpired(error) || isVersionTooLarge(error);
    if (outdated) {
      // A list that is too old as well, or a version that the server has not reached (restored from a backup, or behind): the next
      // asks for whatever is stored now.
      this.#anyVersion = this.#needsList || isVersionTooLarge(error);
      this.#needsList = true;
    }
    if (isNotFound(error) && store.version !== undefined) {
      // The kind itself is gone, and its objects with it.
      store.replace([], store.version);
      this.#needsList = this.#anyVersion = true;
      onProgress();
    }
    const wait = Math.max(
      outdated && !this.#anyVersion ? 0 : this.#backoff.next(),
      isApiError(error) ? (error.retryAfterMs ?? 0) : 0,
    );
    log[outdated ? "info" : "warn"]("Watch failed", { error: describeError(error), retryMs: Math.round(wait) });
    return wait;
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, resource, select, store, onProgress } = this.#options;
    const { items, metadata } = await client.listAll(resource, { ...select, ...this.#listVersion(), signal });
    for (const item of items) strip(item);
    store.replace(items, metadata.resourceVersion);
    this.#synced();
    onProgress();
  }

  /** From the server's own cache ("0") at first; later nothing older than what is known, or else anything. */
  #listVersion(): { resourceVersion?: string; resourceVersionMatch?: "NotOlderThan"; limit?: number } {
    const { version } = this.#options.store;
    if (this.#anyVersion) return {};
    return version === undefined
      ? { resourceVersion: "0" }
      : { resourceVersion: version, resourceVersionMatch: "NotOlderThan" };
  }

  #synced(): void {
    this.#needsList = this.#anyVersion = false;
    this.#failing = undefined;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { client, resource, select, store } = this.#options;
    if (this.#needsList) return this.#watchFromList(signal);
    const version = store.version === undefined ? {} : { resourceVersion: store.version };
    for await (const events of client.watchOnce(resource, { ...select, ...version, signal })) {
      this.#failing = undefined;
      this.#apply(events);
    }
  }

  /** WatchList: what is there comes as events first, and counts only when the bookmark that ends it has come. */
  async #watchFromList(signal: AbortSignal): Promise<void> {
    const { client, resource, select, store } = this.#options;
    const silence = new InitialSilence(this.#options.clock, signal);
    const version = store.version === undefined || this.#anyVersion ? {} : { resourceVersion: store.version };
    let initial: T[] | undefined = [];
    try {
      for await (const events of client.watchOnce(resource, {
        ...select,
        ...version,
        sendInitialEvents: true,
        signal: silence.signal,
      })) {
        if (initial === undefined) {
          this.#apply(events);
          continue;
        }
        silence.heard();
        const rest = this.#collect(initial, events);
        if (rest === undefined) continue;
        initial = undefined;
        silence.stop();
        this.#apply(rest);
      }
    } finally {
      silence.dispose();
    }
    if (initial !== undefined && silence.broken) this.#watchList = false;
  }

  /** Adds initial events to `initial`; when they are complete, takes them in and returns the events that came after. */
  #collect(initial: T[], events: readonly WatchEvent<T>[]): readonly WatchEvent<T>[] | undefined {
    for (const [i, { type, object }] of events.entries()) {
      if (type !== "BOOKMARK") initial.push(strip(object as T));
      else if (object.metadata.annotations?.[initialEventsEnd] === "true") {
        this.#options.store.replace(initial, object.metadata.resourceVersion);
        this.#synced();
        return events.slice(i + 1);
      }
    }
    return undefined;
  }

  #apply(events: readonly WatchEvent<T>[]): void {
    const { store, onProgress } = this.#options;
    // A connection that brings news was no failure, however it ends; one that only brings the list again may be.
    if (events.length > 0) this.#backoff.reset();
    for (const { type, object } of events) {
      if (type === "DELETED") store.delete(strip(object as T));
      else if (type !== "BOOKMARK") store.put(strip(object as T));
      store.advance(object.metadata.resourceVersion);
    }
    onProgress();
  }
}

/** managedFields are a third of an object and nobody here reads them; undefined, because `delete` makes the object slow and large. */
function strip<T extends KubeObject>(object: T): T {
  if (object.metadata.managedFields !== undefined) Object.assign(object.metadata, { managedFields: undefined });
  return object;
}
