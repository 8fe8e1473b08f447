// Gives up on a server that does not end a list told as a watch (WatchList). Used by reflector.ts.
import type { Clock } from "@capstan/client";

/** A server that does not know WatchList answers like one that is slow; after this long without an event it counts as the first. */
const initialSilenceMs = 10_000;

/** Aborts a connection that has been silent in its beginning; afterwards the outer signal alone counts. */
export class InitialSilence {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #abort = (): void => this.#controller.abort(this.#outer.reason);
  #cancel: () => void = () => undefined;
  /** Whether it was this that ended the connection. */
  broken: boolean = false;

  constructor(clock: Clock, outer: AbortSignal) {
    this.#clock = clock;
    this.#outer = outer;
    if (outer.aborted) this.#abort();
    outer.addEventListener("abort", this.#abort);
    this.heard();
  }

  /** For the connection. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was heard. */
  heard(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(initialSilenceMs, () => {
      this.broken = true;
      this.#controller.abort();
    });
  }

  /** Listens no more; the outer signal still counts. */
  stop(): void {
    this.#cancel();
  }

  /** Ends with the connection. */
  dispose(): void {
    this.#cancel();
    this.#outer.removeEventListener("abort", this.#abort);
  }
}
