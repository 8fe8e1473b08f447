// Keeps a store equal to what an API server has of one kind: by list and watch, or by one watch that begins with the list
// (WatchList) where the server offers that.
//
// Rules: nothing is reported before the first list is complete; a watch resumes at the last event or bookmark; a version that is
// too old, or that the server has not reached (restored from a backup), causes a new list. A kube-apiserver accepts a watch from a version that it has not
// reached, and is silent until it has, so each new connection first compares the versions. A restored server that is past our version by then is not noticed.
import {
  type ApiError,
  type Client,
  type Clock,
  isApiError,
  isExpired,
  isNotFound,
  isVersionTooLarge,
  sleep,
  StuckWatch,
  type WatchEvent,
} from "@capstan/client";
import { isCapstanError, type KubeList, type KubeObject, type Resource } from "@capstan/kube";
import { inSlices } from "../in-slices.ts";
import { operatorError } from "../operator-errors.ts";
import { traceWatch } from "../trace/watch-trace.ts";
import { Backoff } from "./backoff.ts";
import { endsList, InitialSilence } from "./initial-silence.ts";
import { ListForms } from "./list-forms.ts";
import { isKindDeleted, listProblem } from "./list-problem.ts";
import { protectedObject } from "./protected-object.ts";
import { compareResourceVersions } from "./resource-version.ts";
import { errorFields, type Logger } from "@capstan/process";
import type { CacheSelection } from "./selection.ts";
import { Store } from "./store.ts";
import { transformed } from "./transform.ts";

/** A server may ask for a pause; beyond this one, a wrong answer of a proxy would leave the cache old for hours. */
const longestPauseMs = 300_000;

/** The calls of a reflector. */
export type InformerClient = Pick<Client, "list" | "listAll" | "watchOnce" | "request">;

/** What a reflector works with. */
export interface ReflectorOptions<T extends KubeObject> {
  readonly client: InformerClient;
  readonly resource: Resource<T>;
  readonly store: Store<T>;
  readonly select: {
    readonly namespace?: string;
    readonly labelSelector?: string;
    readonly fieldSelector?: string;
    readonly metadataOnly?: boolean;
  };
  /** Changes each object before it is stored. */
  readonly transform?: CacheSelection<T>["transform"] | undefined;
  /** Whether stored objects cannot be changed. */
  readonly isProtected: boolean;
  /** Whether a watch may begin with the list. */
  readonly watchList: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each batch of events, and after each list. */
  readonly onProgress: () => void;
  /** Called after each connection that failed. */
  readonly onFailure: () => void;
  /** Called when the server is at an older version than before. */
  readonly onRestored: () => void;
}

/** All objects of the kind are kept, and what is in their free fields is up to those who write them. */
const lean = true;
/** A watch that ends sooner than this at the version where it began has failed. One that is open for longer makes the kind healthy: a server sends what it has at once. It proves no more: an event that the server cannot send, or a proxy holds back, looks the same. */
const quietMs = 10_000;

/** Keeps one store up to date. */
export class Reflector<T extends KubeObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #backoff: Backoff;
  readonly #forms: ListForms;
  /** Whether the next connection must begin with a list. */
  #needsList = true;
  /** Whether that list may be of any version. The server then reads its newest state, which replaces what is stored, also where it is older: it may be of a backup. */
  #anyVersion = false;
  /** Whether that list is read because the server is known to have been restored: then its older version is no news. */
  #knowsRestore = false;
  /** Whether the server did not serve the kind, and since then no list was complete. */
  #isMissing = false;
  readonly #stuck = new StuckWatch();
  /** Whether the last watch has sent an event or bookmark. */
  #hasHeard = false;
  #failing: { readonly since: number; readonly error: unknown } | undefined;
  /** Whether this connection works. */
  #isProven = false;
  /** Ends the connection for a new list. */
  #restart = new AbortController();

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock);
    this.#forms = new ListForms(options.watchList);
  }

  /** Since when and why the store may be behind; undefined when it is not. */
  get failing(): { readonly since: number; readonly error: unknown } | undefined {
    return this.#failing;
  }

  /** Keeps the store up to date until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = await this.#once(signal);
      if (wait > 0) await sleep(this.#options.clock, wait, signal);
    }
  }

  /** Ends the connection, also one that is listing, and begins the next one with a list of any version: the server was restored from a backup. */
  relist(): void {
    this.#needsList = this.#anyVersion = this.#knowsRestore = true;
    this.#restart.abort(new Error("the server was restored from a backup"));
  }

  /** Opens one connection; returns how long to wait before the next. */
  async #once(stop: AbortSignal): Promise<number> {
    this.#restart = new AbortController();
    this.#isProven = false;
    const signal = AbortSignal.any([stop, this.#restart.signal]);
    try {
      if (!this.#needsList) await this.#compareVersions(signal);
      if (this.#needsList) this.#forms.begin({ needsPlain: this.#stuck.needsPlainList });
      if (this.#needsList && this.#forms.isPlain) await this.#list(signal);
      return await this.#untilEnd(signal);
    } catch (error) {
      return signal.aborted ? 0 : await this.#recover(error, signal);
    } finally {
      if (!signal.aborted) this.#forms.ended();
    }
  }

  /** Watches until the connection ends cleanly; returns how long to wait. */
  async #untilEnd(signal: AbortSignal): Promise<number> {
    const { clock, store } = this.#options;
    const started = clock.now();
    const before = store.version;
    this.#hasHeard = false;
    await this.#watch(signal);
    const hasFailed = store.version === before && clock.now() - started < quietMs;
    if (signal.aborted || (this.#hasHeard && !hasFailed)) return 0;
    this.#stuck.ended();
    this.#listIfStuck();
    return hasFailed ? this.#failed(this.#endedAtOnce()) : 0;
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<number> {
    const { store } = this.#options;
    this.#forms.failed(error);
    if (this.#needsList && this.#forms.isRefused(error)) return 0;
    const outdated = isExpired(error) || isVersionTooLarge(error);
    if (outdated) {
      // When the list is too old as well, or the server has not reached the version (restored from a backup, or behind), the next
      // list accepts any version.
      this.#anyVersion = this.#needsList || isVersionTooLarge(error);
      this.#needsList = true;
    }
    const isMissing = isNotFound(error) && (await this.#isDeleted(error, signal));
    // A pending question has no answer then.
    if (signal.aborted) return 0;
    // A version of the kind that is not served for a while loses no objects: only the next complete list says which of them are deleted.
    if (isMissing && store.version !== undefined) this.#needsList = this.#anyVersion = true;
    this.#listIfStuck();
    return this.#failed(error, { outdated, isMissing });
  }

  /** Reports a failure; returns how long to wait. */
  #failed(error: unknown, { outdated = false, isMissing = false } = {}): number {
    const { clock, log, onFailure, resource, select } = this.#options;
    const problem = listProblem(error, { resource, namespace: select.namespace, isMissing });
    const isKnownMissing = isMissing && this.#isMissing;
    this.#isMissing ||= isMissing;
    this.#failing = { since: this.#failing?.since ?? clock.now(), error: problem };
    const wait = Math.max(
      outdated && !this.#anyVersion ? this.#backoff.nextList() : this.#backoff.next(),
      isApiError(error) ? Math.min(error.retryAfterMs ?? 0, longestPauseMs) : 0,
    );
    onFailure();
    // A kind may be missing for days: it is looked for all the time, and told once.
    const level = outdated ? "info" : isKnownMissing ? "debug" : "warn";
    log[level]("Watch failed", { ...errorFields(problem), retryMs: Math.round(wait) });
    traceWatch("failed", this.#options, { error: problem, nextMs: wait });
    return wait;
  }

  #endedAtOnce(): Error {
    return operatorError("operator/watch-ended", { kind: this.#options.resource.kind });
  }

  #isDeleted(error: ApiError, signal: AbortSignal): Promise<boolean> {
    return isKindDeleted(error, this.#options.client, { list: () => this.#firstOf(signal), signal });
  }

  /** The version of the server, and an object at most. */
  #firstOf(signal: AbortSignal): Promise<KubeList<T>> {
    const { client, resource, select } = this.#options;
    // A label selector could make the server search all objects for a single match. A field selector stays: the right to list may be for one name alone.
    const { labelSelector: _, ...where } = select;
    return client.list(resource, { ...where, metadataOnly: true, limit: 1, signal });
  }

  /** Lists again when the server has not reached the version of the store. */
  async #compareVersions(signal: AbortSignal): Promise<void> {
    const { metadata } = await this.#firstOf(signal);
    // Another kind has noticed the restore meanwhile. Notice it once: the lists that began since then go on.
    signal.throwIfAborted();
    this.#compare(metadata.resourceVersion);
  }

  /** Has all kinds listed again, and throws, when the server is at an older version than the store and nobody has noticed that. */
  #compare(version: string | undefined): void {
    const { store, log, onRestored } = this.#options;
    const order = compareResourceVersions(version ?? "", store.version ?? "") ?? 0;
    if (order >= 0 || this.#knowsRestore) return;
    log.warn("The server is at an older version than before: it was restored from a backup", {
      version,
      known: store.version,
    });
    this.relist();
    onRestored();
    this.#restart.signal.throwIfAborted();
  }

  /** Whether the next list is reported whole: after a restore a version may be of another state, and what ended while the kind was not served may have taken its 404 for a deletion. */
  get #reportsAll(): boolean {
    return this.#knowsRestore || this.#isMissing;
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, resource, select, store, onProgress } = this.#options;
    const reportsAll = this.#reportsAll;
    const { items, metadata } = await client.listAll(resource, { ...select, ...this.#listVersion(), lean, signal });
    this.#compare(metadata.resourceVersion);
    const kept: T[] = [];
    await inSlices(items, (item) => kept.push(this.#kept(item)));
    await store.replace(kept, metadata.resourceVersion, { reportsAll });
    this.#synced();
    onProgress();
  }

  /** The first list comes from the server's own cache ("0"); later lists must not be older than what is known. */
  #listVersion(): { resourceVersion?: string; resourceVersionMatch?: "NotOlderThan"; limit?: number } {
    const { version } = this.#options.store;
    if (this.#anyVersion) return {};
    return version === undefined
      ? { resourceVersion: "0" }
      : { resourceVersion: version, resourceVersionMatch: "NotOlderThan" };
  }

  #listIfStuck(): void {
    if (!this.#stuck.needsList) return;
    if (!this.#needsList) this.#options.log.info("Watches ended without an event or bookmark: the kind is listed");
    this.#needsList = true;
  }

  /** An event or bookmark has come: the watch works. */
  #proven(): void {
    this.#hasHeard = true;
    this.#failing = undefined;
    this.#stuck.reset();
    if (this.#isProven) return;
    this.#isProven = true;
    traceWatch("connected", this.#options);
  }

  #synced(): void {
    if (this.#isMissing) this.#options.log.info("Kind is served now");
    this.#isMissing = false;
    this.#forms.completed();
    this.#backoff.listed();
    // A list that began before the wish for a new one may be of before the restore.
    if (!this.#restart.signal.aborted) this.#needsList = this.#anyVersion = this.#knowsRestore = false;
    if (!this.#stuck.needsList) this.#failing = undefined;
    this.#stuck.reset();
    traceWatch("listed", this.#options);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const isList = this.#needsList;
    try {
      await (isList ? this.#watchFromList(signal) : this.#watchFromVersion(signal));
    } catch (error) {
      const isComplete = isList && !this.#needsList;
      if (!isComplete && this.#mayHide(error, isList)) this.#stuck.ended(error);
      throw error;
    }
  }

  /** Whether a watch that ended with the error may be one that cannot send what a list would. */
  #mayHide(error: unknown, isList: boolean): boolean {
    if (isApiError(error)) return !isList || error.status >= 500;
    return !isList || !isCapstanError(error, "operator/transform-failed");
  }

  async #watchFromVersion(signal: AbortSignal): Promise<void> {
    const { client, clock, resource, select, store } = this.#options;
    const version = store.version === undefined ? {} : { resourceVersion: store.version };
    const cancel = clock.after(quietMs, () => (this.#failing = undefined));
    try {
      for await (const events of client.watchOnce(resource, { ...select, ...version, lean, signal }))
        this.#apply(events);
    } finally {
      cancel();
    }
  }

  /** WatchList: existing objects come as events, and are stored when the bookmark that ends them has come. */
  async #watchFromList(signal: AbortSignal): Promise<void> {
    const { client, resource, select, store } = this.#options;
    const silence = new InitialSilence(this.#options.clock, signal, this.#forms.limit);
    const reportsAll = this.#reportsAll;
    const version = store.version === undefined || this.#anyVersion ? {} : { resourceVersion: store.version };
    // An object can change, or be deleted, before the list is complete.
    let initial: Store<T> | undefined = new Store<T>(() => undefined);
    try {
      for await (const events of client.watchOnce(resource, {
        ...select,
        ...version,
        sendInitialEvents: true,
        lean,
        signal: silence.signal,
      })) {
        if (initial === undefined) {
          this.#apply(events);
          continue;
        }
        if (events.some(endsList)) silence.stop();
        else
          silence.heard(events.length, { areNew: events.every(({ type }) => type === "ADDED" || type === "BOOKMARK") });
        const rest = await this.#collect(initial, events, reportsAll);
        if (rest === undefined) continue;
        initial = undefined;
        this.#apply(rest);
      }
    } finally {
      silence.dispose();
    }
    if (initial === undefined) return;
    if (silence.broken) this.#forms.silent();
    else if (!signal.aborted) throw operatorError("operator/list-incomplete", { kind: resource.kind });
  }

  /** Adds initial events to `initial`; when they are complete, stores them and returns the events that came after. */
  async #collect(
    initial: Store<T>,
    events: readonly WatchEvent<T>[],
    reportsAll: boolean,
  ): Promise<readonly WatchEvent<T>[] | undefined> {
    for (const [i, event] of events.entries()) {
      if (event.type === "DELETED") initial.delete(this.#kept(event.object));
      else if (event.type !== "BOOKMARK") initial.put(this.#kept(event.object));
      else if (endsList(event)) {
        const { resourceVersion } = event.object.metadata;
        this.#compare(resourceVersion);
        await this.#options.store.replace([...initial.values()], resourceVersion, { reportsAll });
        this.#proven();
        this.#synced();
        return events.slice(i + 1);
      }
    }
    return undefined;
  }

  #apply(events: readonly WatchEvent<T>[]): void {
    const { store, onProgress } = this.#options;
    for (const event of events) {
      if (event.type === "DELETED") store.delete(this.#kept(event.object));
      else if (event.type !== "BOOKMARK") store.put(this.#kept(event.object));
      store.advance(event.object.metadata.resourceVersion);
    }
    // An object whose transform throws comes again with each connection, which therefore has not succeeded before its events are in the store.
    this.#proven();
    // A connection that delivered events counts as successful; one that only repeated the list may have failed.
    if (events.length > 0) this.#backoff.reset();
    onProgress();
  }

  /** What is stored of an object. */
  #kept(object: T): T {
    const { isProtected, transform } = this.#options;
    const kept = transform === undefined ? strip(object) : transformed(strip(object), transform);
    return isProtected ? protectedObject(kept) : kept;
  }
}

/** managedFields are a third of an object and are not read here. Set to undefined, because `delete` makes the object slow and large. */
function strip<T extends KubeObject>(object: T): T {
  if (object.metadata.managedFields !== undefined) Object.assign(object.metadata, { managedFields: undefined });
  return object;
}
