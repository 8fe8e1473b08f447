// How much time the calls to one slow server may take. A call that waits holds its caller, such as a worker of a controller; a server that
// answers each call just before its deadline would hold it for ever.

/** Calls up to this length are free: a server can delay each of them at no cost to others. */
const freeMs = 100;
/** What a server may use at once, after a time without slow calls. */
const burstMs = 30_000;
/** Many slow calls at once are paid back no longer than this times `1 / share`. */
const mostDebtMs = 30_000;

/** The time that slow calls to one server may take. Clients that share one are clients of one server. */
export class CallBudget {
  readonly #share: number;
  readonly #now: () => number;
  readonly #running = new Set<{ readonly started: number }>();
  #left: number = burstMs;
  #refilledAt: number;

  /** `share` of the time may be spent in slow calls: 0.1 is six seconds in each minute. */
  constructor(share: number, now: () => number = () => performance.now()) {
    this.#share = share;
    this.#now = now;
    this.#refilledAt = now();
  }

  /** Whether slow calls have used up the time, those included that have not ended. */
  isSpent(): boolean {
    this.#refill();
    let left = this.#left;
    for (const { started } of this.#running) left -= this.#slowMs(started);
    return left <= 0;
  }

  /** Runs a call, and counts its time however it ends. */
  async spend<T>(call: () => Promise<T>): Promise<T> {
    const running = { started: this.#now() };
    this.#running.add(running);
    try {
      return await call();
    } finally {
      this.#running.delete(running);
      this.#refill();
      this.#left = Math.max(-mostDebtMs, this.#left - this.#slowMs(running.started));
    }
  }

  #slowMs(started: number): number {
    return Math.max(0, this.#now() - started - freeMs);
  }

  #refill(): void {
    const now = this.#now();
    this.#left = Math.min(burstMs, this.#left + (now - this.#refilledAt) * this.#share);
    this.#refilledAt = now;
  }
}
