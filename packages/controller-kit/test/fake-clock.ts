// A clock that a test turns by hand: nothing sleeps, and the order of what happens is the same in every run.
import type { Clock } from "@capstan/client";

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until `advance`. */
export class FakeClock implements Clock {
  #now = 0;
  /** Skew of the wall clock, which nothing but written dates may notice. */
  skewMs: number = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(Date.UTC(2026, 0, 1) + this.#now + this.skewMs);
  }

  random(): number {
    return 0;
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

  /** Lets time pass: calls each timer at its time, and lets what it leads to happen before the next. */
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

  /** Moves the time without serving a timer, as a process does that was stopped for a while. */
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

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}
