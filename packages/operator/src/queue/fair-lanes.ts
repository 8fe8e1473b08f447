// Items of several groups in which no group keeps the others waiting: the groups take turns, however many items each has.

interface Lane<T> {
  readonly items: T[];
  /** Items before it were taken. */
  head: number;
}

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

  /** Removes and returns the next item; undefined when there is none. */
  take(): T | undefined {
    for (const [group, lane] of this.#lanes) {
      const item = lane.items[lane.head++];
      this.#lanes.delete(group);
      if (lane.head < lane.items.length) this.#lanes.set(group, lane);
      return item;
    }
    return undefined;
  }
}
