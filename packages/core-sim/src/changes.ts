// Whether anything has changed since the last step: a watch of the metadata of each kind that steps list. While nothing changes, a step costs nothing.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import { labels } from "@capstan/contract";
import type { KubeObject, Resource } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";

/** After this time a step runs even if no watch has seen a change: for servers that are reachable again, and for objects that no watch covers. */
const resyncMs = 10_000;

/** After this time it is the same for steps that are never that long without a change. */
const busyResyncMs = 30_000;

/** With thousands of objects it takes long to read all again: then both times are so many times as long as the processor time which that took, and no longer than the last number. */
const resyncRest = { times: 200, mostMs: 60_000 };

/** After this time a step repeats what has failed. */
const retryMs = 1000;

/** A watch that fails within this time after it began, as the one before it did, is not begun again before the same time has passed once more: it may never work, while steps can list the kind. */
const shortWatchMs = 10_000;

/** So often the clock is read while nothing changes: it may jump forward. */
const lookMs = 250;

/** One watch; it ends with its signal. */
interface Watched {
  readonly client: Client;
  readonly resource: Resource;
  readonly end: AbortController;
  readonly options: ObserveOptions;
}

/** How a kind is watched. */
export interface ObserveOptions {
  /** The version after which the watch begins. Default: it begins with the objects that exist. */
  readonly resourceVersion?: string | undefined;
  /** Takes over an event; whether it is news. Default: each is. */
  readonly heard?: (type: string, object: KubeObject) => boolean;
  /** Called when the watch has ended, whatever the reason, and once more when one that failed soon again may be begun another time. */
  readonly ended?: () => void;
}

/** Whether a step has something to do. */
export interface StepWork {
  readonly hasWork: boolean;
  /** Whether it runs because nothing was heard for long. */
  readonly isOld: boolean;
}

/** The changes that steps have to look at. */
export class Changes {
  readonly #scope: { readonly namespace?: string };
  readonly #now: () => number;
  readonly #processClock: () => number;
  #watches: readonly Watched[] = [];
  /** The kinds whose last watch failed soon. */
  readonly #failedSoon = new WeakMap<Client, Set<string>>();
  #changed = true;
  /** The earliest time for which a step was requested since the last one began. */
  #requestedAt = Infinity;
  #resyncAt = 0;
  #busyResyncAt = 0;
  /** Since when all is read again, and for how long nothing is after it. */
  #resyncSince: number | undefined;
  #restMs = 0;
  #isClosed = false;
  #noticed: () => void = () => undefined;

  /** The clock of the simulation, and the one by which its own work is measured. */
  constructor(scope: { readonly namespace?: string }, now: () => number, processClock: () => number = processorMs) {
    this.#scope = scope;
    this.#now = now;
    this.#processClock = processClock;
  }

  /** Whether there is anything to do. If so, what changes from now on counts for the next step. */
  begin(): StepWork {
    const now = this.#now();
    const isOld = now >= Math.min(this.#resyncAt, this.#busyResyncAt);
    if (!this.#changed && now < this.#dueAt) return { hasWork: false, isOld };
    this.#changed = false;
    this.#requestedAt = Infinity;
    this.#resyncSince = isOld ? this.#processClock() : undefined;
    this.#resyncAt = now + Math.max(resyncMs, this.#restMs);
    if (isOld) this.#busyResyncAt = now + Math.max(busyResyncMs, this.#restMs);
    return { hasWork: true, isOld };
  }

  /** When a step runs that no change has caused. */
  get #dueAt(): number {
    return Math.min(this.#requestedAt, this.#resyncAt);
  }

  /** Resolves when there is something to do, or the signal aborts. */
  async due(signal: AbortSignal): Promise<void> {
    while (!this.#changed && !signal.aborted) {
      const waitMs = this.#dueAt - this.#now();
      if (waitMs <= 0) return;
      await this.#noticedWithin(Math.min(waitMs, lookMs), signal);
    }
  }

  /** Watches a kind, unless it is watched, or all watches have ended. */
  observe(client: Client, resource: Resource, options: ObserveOptions = {}): void {
    if (this.#isClosed || this.#watches.some((each) => each.client === client && isSame(each.resource, resource)))
      return;
    const watched: Watched = { client, resource, end: new AbortController(), options };
    this.#watches = [...this.#watches, watched];
    void this.#follow(watched);
  }

  /** Has a step run at a time, in milliseconds, or before. */
  wakeAt(time: number): void {
    this.#requestedAt = Math.min(this.#requestedAt, time);
  }

  /** Ends a step. What it wrote is a change. What failed is tried again soon. */
  finish({ wrote, failed }: { readonly wrote: boolean; readonly failed: boolean }): void {
    this.#rest();
    if (wrote) this.notice();
    if (failed) this.wakeAt(this.#now() + retryMs);
  }

  /** After all was read again, the next time is put off by what that took. */
  #rest(): void {
    if (this.#resyncSince === undefined) return;
    const tookMs = this.#processClock() - this.#resyncSince;
    this.#restMs = Math.min(resyncRest.mostMs, resyncRest.times * tookMs);
    this.#resyncSince = undefined;
    const from = this.#now() + this.#restMs;
    this.#resyncAt = Math.max(this.#resyncAt, from);
    this.#busyResyncAt = Math.max(this.#busyResyncAt, from);
  }

  /** Ends the watches of a client. */
  endOf(client: Client): void {
    this.#end(this.#watches.filter((watched) => watched.client === client));
  }

  /** Ends all watches, and begins none any more. */
  close(): void {
    this.#isClosed = true;
    this.#end(this.#watches);
  }

  /** Has a step run: something has changed. */
  notice(): void {
    this.#changed = true;
    this.#noticed();
  }

  async #noticedWithin(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    this.#noticed = end;
    await promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }

  #end(ended: readonly Watched[]): void {
    this.#watches = this.#watches.filter((watched) => !ended.includes(watched));
    for (const { end } of ended) end.abort();
  }

  /** Ends when the watch does, whatever the reason, and for one that failed soon again some time later: the next step starts another. */
  async #follow(watched: Watched): Promise<void> {
    const { client, resource, end, options: given } = watched;
    const { heard = (): boolean => true, resourceVersion, ended } = given;
    const from = resourceVersion === undefined ? {} : { resourceVersion };
    // As core, which has no other Secrets in its cache.
    const selected = isSame(resource, Secret) ? { labelSelector: labels.clusterName } : {};
    const options = { ...this.#scope, ...selected, ...from, metadataOnly: true, signal: end.signal };
    const began = performance.now();
    try {
      for await (const { type, object } of client.watch(resource, options))
        if (type !== "BOOKMARK" && heard(type, object)) this.notice();
    } catch {
      if (this.#failsAgain(watched, performance.now() - began < shortWatchMs)) {
        ended?.();
        await sleep(shortWatchMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      }
      this.notice();
    }
    this.#end([watched]);
    ended?.();
  }

  /** Takes down whether a watch failed soon; whether the one of the kind before it did so, too. */
  #failsAgain({ client, resource }: Watched, isSoon: boolean): boolean {
    const kinds = this.#failedSoon.get(client) ?? new Set();
    this.#failedSoon.set(client, kinds);
    const id = `${resource.apiVersion} ${resource.kind}`;
    const didBefore = kinds.delete(id);
    if (isSoon) kinds.add(id);
    return isSoon && didBefore;
  }
}

/** A busy computer makes steps take longer, but not their work. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function isSame(one: Resource, other: Resource): boolean {
  return one.apiVersion === other.apiVersion && one.kind === other.kind;
}
