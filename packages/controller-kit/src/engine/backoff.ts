// Waiting times that grow with failures. Used by reflectors; queues have their own arithmetic per key (rate-limiter.ts).
import type { Clock } from "@capstan/client";

/** client-go's constants for watches. */
const firstMs = 800;
const longestMs = 30_000;
const healthyMs = 120_000;

/** One loop's failures in a row. */
export class Backoff {
  readonly #clock: Clock;
  #failures = 0;
  #lastAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastAt = clock.now();
  }

  /** Begins anew: what was tried has worked. */
  reset(): void {
    this.#failures = 0;
  }

  /** How long to wait after a failure: twice as long each time, fully jittered; two healthy minutes begin anew. */
  next(): number {
    const now = this.#clock.now();
    if (now - this.#lastAt > healthyMs) this.#failures = 0;
    this.#lastAt = now;
    const bound = Math.min(longestMs, firstMs * 2 ** this.#failures);
    this.#failures += 1;
    return bound * (1 + this.#clock.random());
  }
}
