// How long a watch waits after failures. Keys of a queue have their own backoff (rate-limiter.ts).
import type { Clock } from "@capstan/client";

/** client-go's constants for watches. */
const firstMs = 800;
const longestMs = 30_000;
const healthyMs = 120_000;
/** A new list has helped when the next version that is too old comes later than this after it: a list of many objects may take longer itself. */
const helpedMs = 10_000;

/** The failures in a row of one loop. */
export class Backoff {
  readonly #clock: Clock;
  #failures = 0;
  #lastAt: number;
  /** When the last list for a version that was too old has helped, unless another such version comes before; infinite until it is complete. */
  #helpedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastAt = clock.now();
  }

  /** Starts again from the shortest wait, after a success. */
  reset(): void {
    this.#failures = 0;
  }

  /** How long to wait after a failure: at most twice as long each time, a random part of that. Two minutes without a failure reset it. */
  next(): number {
    const now = this.#clock.now();
    if (now - this.#lastAt > healthyMs) this.#failures = 0;
    this.#lastAt = now;
    const bound = Math.min(longestMs, firstMs * 2 ** this.#failures);
    this.#failures += 1;
    return bound * (1 - this.#clock.random());
  }

  /** How long to wait before the list that a version needs which is too old: not at all, unless the one before did not help. */
  nextList(): number {
    const now = this.#clock.now();
    const wait = now < this.#helpedAt ? this.next() : 0;
    this.#helpedAt = Number.POSITIVE_INFINITY;
    return wait;
  }

  /** A list is complete. */
  listed(): void {
    if (this.#helpedAt === Number.POSITIVE_INFINITY) this.#helpedAt = this.#clock.now() + helpedMs;
  }
}
