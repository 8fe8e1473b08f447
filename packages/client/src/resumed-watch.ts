// Makes one watch out of many connections: what `client.watch` returns. Called by create-client.ts.
// It resumes from the last event or bookmark and waits out faults. It cannot bridge a version that has become too old (410): then events
// may have been missed, and only a new list can tell which; whoever keeps a cache does that.
import type { KubeObject, Resource } from "@capstan/kube";
import { isApiError, isExpired } from "./api-error.ts";
import type { Client, WatchOptions } from "./client.ts";
import { type Clock, sleep } from "./clock.ts";
import { initialEventsEnd, type WatchEvent } from "./watch-event.ts";

/** Waits after failures: client-go's bounds. Full jitter, so that watches of one outage do not return together. */
const firstWaitMs = 800;
const longestWaitMs = 30_000;

/** What a resumed watch is made of. */
export interface ResumedWatch {
  readonly watchOnce: Client["watchOnce"];
  readonly clock: Clock;
}

/** Refusals that no waiting mends. */
const final: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 415, 422]);

/** Watches until the signal aborts. */
export async function* resumeWatch<T extends KubeObject>(
  { watchOnce, clock }: ResumedWatch,
  resource: Resource<T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>> {
  const position = new Position(options);
  const ended = (): boolean => options.signal?.aborted ?? false;
  for (let failures = 0; !ended();) {
    let error: unknown;
    try {
      for await (const events of watchOnce(resource, position.next())) {
        for (const event of events) {
          failures = 0;
          position.advance(event);
          yield event;
        }
      }
    } catch (caught) {
      error = caught;
    }
    if (ended()) return;
    if (isExpired(error) || (isApiError(error) && final.has(error.status))) throw error;
    failures += 1;
    await sleep(clock, waitMs(error, failures, clock), options.signal);
  }
}

/** A server that ends watches as agreed is asked again soon; 429 says itself when. */
function waitMs(error: unknown, failures: number, clock: Clock): number {
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * clock.random();
  if (error === undefined && failures === 1) return 0;
  return Math.max(backoff, isApiError(error) ? (error.retryAfterMs ?? 0) : 0);
}

/** Where a watch is: from which version the next connection goes on. */
class Position {
  readonly #options: WatchOptions;
  #version: string | undefined;
  /** The events that stand for objects already there come in no order of versions; until they end, none of them is a position. */
  #initial: boolean;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#version = options.resourceVersion;
    this.#initial =
      options.sendInitialEvents === true || options.resourceVersion === undefined || options.resourceVersion === "0";
  }

  next(): WatchOptions {
    const { sendInitialEvents: _, resourceVersion: __, ...rest } = this.#options;
    if (this.#initial) return this.#options;
    return { ...rest, ...(this.#version === undefined ? {} : { resourceVersion: this.#version }) };
  }

  advance(event: WatchEvent): void {
    if (this.#initial) {
      const ended =
        event.type === "BOOKMARK"
          ? this.#options.sendInitialEvents !== true || event.object.metadata.annotations?.[initialEventsEnd] === "true"
          : event.type !== "ADDED";
      if (!ended) return;
      this.#initial = false;
    }
    this.#version = event.object.metadata.resourceVersion;
  }
}
