// How much time the calls to one slow server may take. A call that waits holds its caller, such as a worker of a controller; a server that
// answers each call just before its deadline would hold it for ever.

/** Calls up to this length are free: a server can delay each of them at no cost to others. */
const freeMs = 100;
/** What a server may use at once, after a time without slow calls. */
const burstMs = 30_000;
/** Many slow calls at once are paid back no longer than this times `1 / share`. */
const mostDebtMs = 30_000;

/** A call that has not ended, and the time from which it is slow. */
interface Running {
  readonly slowFrom: number;
}

/** The time that slow calls to one server may take. Clients that share one are clients of one server. */
export class CallBudget {
  readonly #share: number;
  readonly #now: () => number;
  /** The calls that are free so far, in the order in which they began. */
  readonly #quick = new Set<Running>();
  /** The others: how many run, and the sum of the times at which they became slow. */
  #slow = 0;
  #slowSince = 0;
  #left: number = burstMs;
  #refilledAt: number;

  /** `share` of the time may be spent in slow calls: 0.1 is six seconds in each minute. */
  constructor(share: number, now: () => number = () => performance.now()) {
    this.#share = share;
    this.#now = now;
    this.#refilledAt = now();
  }

  /** Whether slow calls have used up the time, those included that have not ended. It takes no longer with many of them. */
  isSpent(): boolean {
    const now = this.#refill();
    for (const call of this.#quick) {
      if (call.slowFrom >= now) break;
      this.#quick.delete(call);
      this.#slow += 1;
      this.#slowSince += call.slowFrom;
    }
    return this.#left <= this.#slow * now - this.#slowSince;
  }

  /** Runs a call, and counts its time however it ends. */
  async spend<T>(call: () => Promise<T>): Promise<T> {
    const running: Running = { slowFrom: this.#now() + freeMs };
    this.#quick.add(running);
    try {
      return await call();
    } finally {
      if (!this.#quick.delete(running)) {
        this.#slow -= 1;
        this.#slowSince -= running.slowFrom;
      }
      this.#refill();
      const slowMs = Math.max(0, this.#now() - running.slowFrom);
      this.#left = Math.max(-mostDebtMs, this.#left - slowMs);
    }
  }

  #refill(): number {
    const now = this.#now();
    this.#left = Math.min(burstMs, this.#left + (now - this.#refilledAt) * this.#share);
    this.#refilledAt = now;
    return now;
  }
}
