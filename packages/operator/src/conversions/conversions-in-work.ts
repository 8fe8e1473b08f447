// What conversions have made of reviews that are not answered yet, all reviews of a process together. `{}` in a list can be a condition of forty characters and more
// in another version, so a small review can have a large answer, and a hundred of them in the making would fill the memory. Bodies have a budget already, so of each
// review only what is beyond its own bytes counts: that of a real list is little, and the list waits for nobody.
import { type BudgetShare, inTurn, SharedBudget, type SharedLimits, type TurnOptions } from "@capstan/kube/turns";

const mebibyte = 1024 * 1024;

/**
 * Beyond the first limit only the oldest review goes on, and can make as much as one answer may have. Reviews of usual objects are small, and go on until 256 of them
 * use their part. Behind hundreds of reviews of one namespace, those of others go on one by one for each namespace.
 */
const defaultLimits: SharedLimits = {
  most: 16 * mebibyte,
  small: mebibyte / 16,
  reserve: 16 * mebibyte,
  ownersReserve: 32 * mebibyte,
};

/** A piece of work, and how many bytes are kept of what it makes. */
interface Piece<T> {
  /** Runs again where there was no place for what it made. */
  readonly work: () => T;
  readonly bytesOf: (made: T) => number;
  readonly turn: TurnOptions;
}

/** The reviews that are being converted. */
export class ConversionsInWork {
  readonly #budget: SharedBudget;

  constructor(limits: SharedLimits = defaultLimits) {
    this.#budget = new SharedBudget(limits);
  }

  /** How many bytes all reviews have made beyond their own. */
  get made(): number {
    return this.#budget.made;
  }

  /** Answers a review of this length, for a namespace. What is made of it counts until there is an answer, which the server counts from then on. */
  async answer<T>(
    { bytes, namespace }: { readonly bytes: number; readonly namespace: () => string },
    convert: (made: MadeBytes) => Promise<T>,
  ): Promise<T> {
    const share = this.#budget.begin(namespace);
    try {
      return await convert(new MadeBytes(share, bytes));
    } finally {
      setImmediate(share.end);
    }
  }
}

/** What is made of one review. */
export class MadeBytes {
  readonly #share: BudgetShare;
  readonly #own: number;
  #bytes = 0;

  constructor(share: BudgetShare, own: number) {
    this.#share = share;
    this.#own = own;
  }

  /**
   * Runs a piece of work in its turn, and waits where there is no place for what it makes: that is dropped, and made again when there is. So a review that waits keeps
   * nothing beyond the limits, and one that makes nothing beyond its own bytes does not wait. Rejects when the signal of the turn aborts.
   */
  async make<T>(piece: Piece<T>): Promise<T> {
    const beyond = this.#beyond(this.#bytes);
    // One that has made much is not tried for nothing.
    let wanted = beyond === 0 ? 0 : beyond + 1;
    for (;;) {
      await this.#share.place({ wanted, signal: piece.turn.signal });
      const tried = await inTurn(() => this.#try(piece, wanted), piece.turn);
      if ("made" in tried) return tried.made;
      ({ wanted } = tried);
    }
  }

  /** What is made meanwhile is not kept. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#bytes;
    try {
      return await work();
    } finally {
      this.#keep(before);
    }
  }

  #try<T>({ work, bytesOf }: Piece<T>, wanted: number): { readonly made: T } | { readonly wanted: number } {
    // Another review may have taken the place before this turn.
    if (!this.#share.fits(wanted)) return { wanted };
    const made = work();
    const bytes = this.#bytes + bytesOf(made);
    const beyond = this.#beyond(bytes);
    if (!this.#share.fits(beyond)) return { wanted: beyond };
    this.#keep(bytes);
    return { made };
  }

  #keep(bytes: number): void {
    this.#bytes = bytes;
    this.#share.count(this.#beyond(bytes));
  }

  #beyond(bytes: number): number {
    return Math.max(0, bytes - this.#own);
  }
}

/** One for all routes: they share the memory of the process. */
export const conversionsInWork: ConversionsInWork = new ConversionsInWork();
