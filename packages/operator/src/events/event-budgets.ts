// How many events an object may have, by client-go's rules (EventSourceObjectSpamFilter of tools/record): a bucket of 25 tokens, which gets another one every five minutes.
import { RecentMap } from "./recent-map.ts";

const burst = 25;
const refillMs = 300_000;

/** The tokens of each object. */
export class EventBudgets {
  /** When the bucket of each object is full again. */
  readonly #fullAt = new RecentMap<number>();

  /** Takes a token of an object; false when it has none. */
  spend(object: string, now: number): boolean {
    const fullAt = Math.max(this.#fullAt.get(object) ?? now, now) + refillMs;
    if (fullAt - now > burst * refillMs) return false;
    this.#fullAt.set(object, fullAt);
    return true;
  }

  /** Removes the buckets that are full. */
  prune(now: number): void {
    this.#fullAt.prune((fullAt) => fullAt <= now);
  }
}
