// Ends a connection for a new list: a failed `toKeys` is repeated with it, and what did not fit is kept.
import type { Clock } from "@capstan/client";

/** Aborts a signal once, at the earliest of the times that it was started with. */
export class RepeatTimer {
  readonly #clock: Clock;
  readonly #due = new AbortController();
  #cancel: (() => void) | undefined;
  #at = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#due.signal;
  }

  start(ms: number): void {
    const at = this.#clock.now() + ms;
    if (at >= this.#at) return;
    this.#at = at;
    this.#cancel?.();
    this.#cancel = this.#clock.after(ms, () => this.#due.abort(new Error("what failed is repeated")));
  }

  cancel(): void {
    this.#cancel?.();
  }
}
