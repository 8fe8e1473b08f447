// Gives up on a server that does not end a list sent as a watch (WatchList).
import { type Clock, initialEventsEnd, type WatchEvent } from "@capstan/client";

/** A server without WatchList looks like a slow one; after this long without an event it counts as one without. */
const initialSilenceMs = 10_000;
/** A server without WatchList may send the changes of a busy kind meanwhile: fewer events than these in so long a time are no list. */
const fewEvents = 100;
const fewEventsMs = 30_000;
/** The same while each event was of a new object: large objects take long on a slow connection. Half of the default `cacheSyncTimeout`: a server on which objects are created now and then is listed before that. */
const fewNewMs = 60_000;

/** Whether an event is the bookmark that ends such a list. */
export function endsList({ type, object }: WatchEvent): boolean {
  return type === "BOOKMARK" && object.metadata.annotations?.[initialEventsEnd] === "true";
}

/** Aborts a connection that is silent at its start, or nearly so; after `stop` only the outer signal aborts it. */
export class InitialSilence {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #abort = (): void => this.#controller.abort(this.#outer.reason);
  #cancel: () => void = () => undefined;
  #heardAt: number;
  /** How many events came since `#countedFrom`. */
  #count = 0;
  #countedFrom: number;
  #onlyNew = true;
  /** When the connection is given up, whatever was heard. */
  readonly #latest: number;
  /** Whether the silence ended the connection. */
  broken: boolean = false;

  /** `mostMs` limits the time of the whole list. */
  constructor(
    clock: Clock,
    outer: AbortSignal,
    { mostMs = Number.POSITIVE_INFINITY }: { readonly mostMs?: number } = {},
  ) {
    this.#clock = clock;
    this.#outer = outer;
    if (outer.aborted) this.#abort();
    outer.addEventListener("abort", this.#abort);
    this.#heardAt = this.#countedFrom = clock.now();
    this.#latest = this.#heardAt + mostMs;
    this.#wait(initialSilenceMs);
  }

  /** The signal to pass to the connection. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the time limit again: events were received, all of new objects or not. Only the time is noted, since a list is thousands of events. */
  heard(events: number, { areNew }: { readonly areNew: boolean }): void {
    this.#heardAt = this.#clock.now();
    if (this.#onlyNew && !areNew) this.#limitChanges();
    this.#count += events;
    if (this.#count < fewEvents) return;
    this.#count = 0;
    this.#countedFrom = this.#heardAt;
  }

  /** The first event that is not one of a list: from now on the shorter limit applies. */
  #limitChanges(): void {
    this.#onlyNew = false;
    this.#cancel();
    this.#wait(Math.max(0, this.#endsAt() - this.#heardAt));
  }

  /** When the connection is given up, if nothing more is heard. */
  #endsAt(): number {
    const fewMs = this.#onlyNew ? fewNewMs : fewEventsMs;
    return Math.min(this.#heardAt + initialSilenceMs, this.#countedFrom + fewMs, this.#latest);
  }

  #wait(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      const leftMs = this.#endsAt() - this.#clock.now();
      if (leftMs > 0) return this.#wait(leftMs);
      this.broken = true;
      this.#controller.abort();
    });
  }

  /** Ends the time limit; the outer signal still aborts the connection. */
  stop(): void {
    this.#cancel();
  }

  /** Releases the timer and the listener, when the connection has ended. */
  dispose(): void {
    this.#cancel();
    this.#outer.removeEventListener("abort", this.#abort);
  }
}
