// Answers that are kept, so that a handler is not called again: those that hold a Cluster until their delay is over, and those that stay the same for a while.
import type { Aggregated } from "./call-all.ts";

/** Answers by key, until their time is over. */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, { readonly until: number; readonly answer: T }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The answer, and how long it counts yet. */
  get(key: string): { readonly answer: T; readonly milliseconds: number } | undefined {
    const kept = this.#kept.get(key);
    const milliseconds = (kept?.until ?? 0) - this.#now();
    return kept === undefined || milliseconds <= 0 ? undefined : { answer: kept.answer, milliseconds };
  }

  set(key: string, answer: T, milliseconds: number): void {
    const now = this.#now();
    for (const [other, { until }] of this.#kept) if (until <= now) this.#kept.delete(other);
    this.#kept.set(key, { until: now + milliseconds, answer });
  }
}

/** Cluster API, too, calls a hook again after a day, however long the delay. */
const longestHoldMs = 24 * 60 * 60 * 1000;

/** Answers that delay, by hook and object. */
export class HeldAnswers {
  readonly #kept: KeptAnswers<string>;

  constructor(now: () => number) {
    this.#kept = new KeptAnswers(now);
  }

  /** The answer that still delays, with what is left of its delay in whole seconds, at least one. */
  get(key: string): Aggregated | undefined {
    const held = this.#kept.get(key);
    if (held === undefined) return undefined;
    const retryAfterSeconds = Math.max(Math.round(held.milliseconds / 1000), 1);
    return { status: "Success", retryAfterSeconds, message: held.answer };
  }

  set(key: string, { retryAfterSeconds, message }: Aggregated): void {
    if (retryAfterSeconds > 0) this.#kept.set(key, message, Math.min(retryAfterSeconds * 1000, longestHoldMs));
  }
}
