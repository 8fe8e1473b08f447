// What one substitution may cost: a few nested expansions multiply a value again and again, and a glob can be compared with it at every place.

/** The most characters that one substitution, or that of all templates of a bundle together, reads, compares and makes. */
const limit = 2 ** 24;

/** A character of a string that is split into an array takes about this many times its place in the string. */
const splitCost = 8;

/** A substitution would cost more than its budget. */
export class TooLong extends Error {}

/** Counts the characters of one substitution or of several, those of intermediate results included. */
export class Budget {
  #left = limit;

  /** Whether nothing more may be worked out. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Counts characters. Throws `TooLong` beyond the limit, and at every later call. */
  charge(count: number): void {
    this.#left -= count;
    if (this.isSpent) throw new TooLong();
  }

  /** The characters of a string, one by one, without cutting pairs of surrogates in two. */
  split(text: string): string[] {
    this.charge(splitCost * text.length);
    return Array.from(text);
  }
}
