// Items of several groups in which no group keeps the others waiting, however many items each has: the groups take turns, those with the
// lowest rank first.

interface Lane<T> {
  readonly items: T[];
  /** Items before it were taken. */
  head: number;
}

/** So many items that were taken are removed from a group together. */
const mostTaken = 1000;

/** Items by group; first in, first out within a group. */
export class FairLanes<T> {
  /** The group whose turn is next is the first. */
  readonly #lanes = new Map<string, Lane<T>>();

  /** Adds an item at the end of its group. */
  push(group: string, item: T): void {
    const lane = this.#lanes.get(group);
    if (lane === undefined) this.#lanes.set(group, { items: [item], head: 0 });
    else lane.items.push(item);
  }

  /** Drops all items. */
  clear(): void {
    // To clear a map takes a new table.
    if (this.#lanes.size > 0) this.#lanes.clear();
  }

  /**
   * Removes and returns the next item; undefined when there is none. Groups without a rank are left out. It looks at groups until one has rank
   * zero, so few should have another.
   */
  take(rankOf: (group: string) => number | undefined = () => 0): T | undefined {
    let best: { readonly group: string; readonly lane: Lane<T>; readonly rank: number } | undefined;
    for (const [group, lane] of this.#lanes) {
      const rank = rankOf(group);
      if (rank !== undefined && rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { group, lane, rank };
      if (rank === 0) break;
    }
    if (best === undefined) return undefined;
    const { group, lane } = best;
    const item = lane.items[lane.head++];
    // A group whose items never end would keep all that it ever had.
    if (lane.head >= mostTaken && 2 * lane.head >= lane.items.length)
      lane.head -= lane.items.splice(0, lane.head).length;
    const isLeft = lane.head < lane.items.length;
    // A group alone has the next turn wherever it is.
    if (isLeft && this.#lanes.size === 1) return item;
    this.#lanes.delete(group);
    if (isLeft) this.#lanes.set(group, lane);
    return item;
  }
}
