// One watch over many connections: resumes after the last event or bookmark, and waits after failures. It ends when its version is too old
// (410), because events may be missing then and only a new list shows which.
import type { KubeObject, Resource } from "@capstan/kube";
import { isApiError, isExpired } from "../api-error.ts";
import type { Client, WatchOptions } from "../client.ts";
import { type Clock, sleep } from "../transport/clock.ts";
import { initialEventsEnd, type WatchEvent } from "./watch-event.ts";

/** client-go's limits of the waits after failures. They are random, so that watches do not return together after an outage. */
const firstWaitMs = 800;
const longestWaitMs = 30_000;
/** Events of a shorter connection do not end the waits: a server that sends one and closes would be called without an end. API servers close after minutes. */
const provenAfterMs = 5000;
/** A server may ask for a longer pause; beyond this one, a wrong answer of a proxy would end the watch for hours. */
const longestPauseMs = 300_000;

/** The parts of a client that a resumed watch uses. */
export interface ResumedWatch {
  readonly watchOnce: Client["watchOnce"];
  readonly clock: Clock;
}

/** Rejections that waiting cannot fix. */
const permanent: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 415, 422]);

/** Watches until the signal aborts. */
export async function* resumeWatch<T extends KubeObject>(
  { watchOnce, clock }: ResumedWatch,
  resource: Resource<T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>> {
  const position = new Position(options);
  const ended = (): boolean => options.signal?.aborted ?? false;
  for (let failures = 0; !ended();) {
    options.beforeAttempt?.();
    let error: unknown;
    const start = clock.now();
    try {
      for await (const events of watchOnce(resource, position.next())) {
        for (const event of events) {
          if (clock.now() - start >= provenAfterMs) failures = 0;
          position.advance(event);
          yield event;
        }
      }
    } catch (caught) {
      error = caught;
    }
    if (ended()) return;
    if (isExpired(error) || (isApiError(error) && permanent.has(error.status))) throw error;
    failures += 1;
    await sleep(clock, waitMs(error, failures, clock), options.signal);
  }
}

/** After a normal end the watch continues at once. After 429 the server says how long to wait. */
function waitMs(error: unknown, failures: number, clock: Clock): number {
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * clock.random();
  if (error === undefined && failures === 1) return 0;
  return Math.max(backoff, isApiError(error) ? Math.min(error.retryAfterMs ?? 0, longestPauseMs) : 0);
}

/** The version from which the next connection continues. */
class Position {
  readonly #options: WatchOptions;
  #version: string | undefined;
  /** The events for existing objects are not ordered by version, so none of them is a position. */
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
