// Numbers that ranges cover. What a range adds is found among the ranges around it alone: tenants write lists of thousands.

/** All numbers from `first` to `last`. */
export interface NumberRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** Ranges that do not overlap, in their order. */
export class CoveredRanges {
  readonly #ranges: NumberRange[] = [];

  /** Covers a range, and returns its parts that were not covered before. */
  add({ first, last }: NumberRange): readonly NumberRange[] {
    const start = this.#firstThatEndsAt(first);
    const parts: NumberRange[] = [];
    let [from, next] = [first, start];
    for (let range = this.#ranges[next]; range !== undefined && range.first <= last; range = this.#ranges[next]) {
      if (from < range.first) parts.push({ first: from, last: range.first - 1n });
      from = range.last + 1n;
      next += 1;
    }
    const [met] = this.#ranges.slice(start, Math.min(start + 1, next));
    if (from <= last) parts.push({ first: from, last });
    const whole = {
      first: met !== undefined && met.first < first ? met.first : first,
      last: from <= last ? last : from - 1n,
    };
    this.#ranges.splice(start, next - start, whole);
    return parts;
  }

  /** The index of the first range that ends at a number or after it. */
  #firstThatEndsAt(value: bigint): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.last ?? value) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
