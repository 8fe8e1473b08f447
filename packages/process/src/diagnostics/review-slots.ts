// Who may be reviewed now. Every review costs the API server two requests, so callers with bad tokens get few; a caller that was accepted
// before has places of its own, and one address cannot take those of the others.

/** Milliseconds since an arbitrary point, that never go back. */
export interface SteadyClock {
  now(): number;
}

/** Reviews at once, of callers that were not accepted lately: of all, and of one address. */
const unknownAtOnce = 8;
const perAddressAtOnce = 2;
/** Reviews at once, of callers that were accepted lately. */
const acceptedAtOnce = 8;
/** Reviews of one address: so many at first, then as many a second. */
const burst = 10;
const perSecond = 2;
/** Addresses whose reviews are counted; the one that came first is forgotten. */
const countedAddresses = 1000;

interface AddressCount {
  running: number;
  /** Reviews that it may still have, as of `at`. */
  left: number;
  at: number;
}

/** Gives places for reviews. */
export class ReviewSlots {
  readonly #clock: SteadyClock;
  readonly #addresses = new Map<string, AddressCount>();
  #unknown = 0;
  #accepted = 0;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  /** Takes a place and returns what gives it back; undefined when there is none. */
  take(address: string, wasAccepted: boolean): (() => void) | undefined {
    return wasAccepted ? this.#takeAccepted() : this.#takeUnknown(this.#countOf(address));
  }

  #takeAccepted(): (() => void) | undefined {
    if (this.#accepted >= acceptedAtOnce) return undefined;
    this.#accepted += 1;
    return () => (this.#accepted -= 1);
  }

  #takeUnknown(count: AddressCount): (() => void) | undefined {
    if (this.#unknown >= unknownAtOnce || count.running >= perAddressAtOnce || count.left < 1) return undefined;
    this.#unknown += 1;
    count.running += 1;
    count.left -= 1;
    return () => {
      this.#unknown -= 1;
      count.running -= 1;
    };
  }

  #countOf(address: string): AddressCount {
    const now = this.#clock.now();
    const count = this.#addresses.get(address) ?? { running: 0, left: burst, at: now };
    count.left = Math.min(burst, count.left + ((now - count.at) / 1000) * perSecond);
    count.at = now;
    const [oldest] = this.#addresses.keys();
    if (!this.#addresses.has(address) && this.#addresses.size >= countedAddresses && oldest !== undefined)
      this.#addresses.delete(oldest);
    this.#addresses.set(address, count);
    return count;
  }
}
