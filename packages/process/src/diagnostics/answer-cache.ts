// Answers that are kept for a short time, so that a scrape does not ask the API server each time. Their number is bounded: keys come from callers.
import type { SteadyClock } from "./review-slots.ts";

/** Keeps answers by key. The oldest is dropped when there are too many. */
export class AnswerCache<T> {
  readonly #entries = new Map<string, { readonly answer: T; readonly until: number }>();
  readonly #clock: SteadyClock;
  readonly #limit: number;

  constructor(clock: SteadyClock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.until > this.#clock.now()) return entry?.answer;
    this.#entries.delete(key);
    return undefined;
  }

  /** Keeps an answer for this many milliseconds. */
  set(key: string, answer: T, ms: number): void {
    this.#entries.delete(key);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= this.#limit && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, { answer, until: this.#clock.now() + ms });
  }
}
