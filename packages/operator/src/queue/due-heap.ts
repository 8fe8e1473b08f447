// A binary heap of items by the time when they are due, so that one timer serves all of them. Each item knows its place, so it leaves the heap as soon as it is not wanted there: what is left behind
// would have to be looked for, in all items at once.

/** An item that may be due at a time, in one heap at most. */
export interface Due {
  /** Only changed while the item is in no heap. */
  readonly dueAt: number;
  /** Its index in the heap; undefined while it is in none. Only the heap changes it. */
  heapAt: number | undefined;
}

/** Items by their due time. */
export class DueHeap<T extends Due> {
  readonly #items: T[] = [];

  /** When the next is due; undefined when there is none. */
  nextDueAt(): number | undefined {
    return this.#items[0]?.dueAt;
  }

  /** Adds an item that is not in the heap. */
  push(item: T): void {
    this.#items.push(item);
    this.#lift(item, this.#items.length - 1);
  }

  /** Removes and returns the next item. Only call it when there is one. */
  pop(): T {
    const top = this.#items[0];
    if (top === undefined) throw new Error("pop of an empty heap");
    this.remove(top);
    return top;
  }

  /** Removes an item, if it is in the heap. */
  remove(item: T): void {
    const { heapAt } = item;
    if (heapAt === undefined) return;
    item.heapAt = undefined;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    // It belongs above the place that is free, or below it.
    if (last.dueAt < item.dueAt) this.#lift(last, heapAt);
    else this.#sink(last, heapAt);
  }

  #lift(item: T, from: number): void {
    let at = from;
    for (; at > 0; at = parentOf(at)) {
      const parent = this.#items[parentOf(at)];
      if (parent === undefined || parent.dueAt <= item.dueAt) break;
      this.#place(parent, at);
    }
    this.#place(item, at);
  }

  #sink(item: T, from: number): void {
    let at = from;
    for (;;) {
      const [left, right] = [this.#items[2 * at + 1], this.#items[2 * at + 2]];
      const child = left !== undefined && right !== undefined && right.dueAt < left.dueAt ? right : left;
      if (child?.heapAt === undefined || child.dueAt >= item.dueAt) break;
      const childAt = child.heapAt;
      this.#place(child, at);
      at = childAt;
    }
    this.#place(item, at);
  }

  #place(item: T, at: number): void {
    this.#items[at] = item;
    item.heapAt = at;
  }
}

function parentOf(at: number): number {
  return (at - 1) >> 1;
}
