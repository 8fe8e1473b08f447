// A clock that a test advances: nothing sleeps, and the order of events is the same in every run.
import type { Clock } from "@capstan/client";

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until `advance` is called. */
export class FakeClock implements Clock {
  #now = 0;
  /** Skew of the wall clock; only written dates may depend on it. */
  skewMs: number = 0;
  readonly #timers = new Set<Timer>();

  readonly steady: Clock;

  constructor(steady?: Clock) {
    this.steady = steady ?? this;
  }

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(Date.UTC(2026, 0, 1) + this.#now + this.skewMs);
  }

  /** What `random` returns. */
  chance: number = 0;

  random(): number {
    return this.chance;
  }

  after(ms: number, call: () => void): () => void {
    const timer: Timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass: calls each timer at its time, and lets its effects settle before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
      await settle();
    }
    this.#now = until;
  }

  /** Moves the time without calling a timer, like a process that was stopped for a while. */
  stall(ms: number): void {
    this.#now += ms;
  }

  #next(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= until && timer.at < (next?.at ?? Number.POSITIVE_INFINITY)) next = timer;
    return next;
  }
}

/** Runs all pending callbacks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}
