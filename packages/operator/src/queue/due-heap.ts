// A binary heap of items by the time when they are due, so that one timer serves all of them.

/** An item that is due at a time. */
export interface Due {
  readonly dueAt: number;
}

/** Items by their due time. */
export class DueHeap<T extends Due> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Removes all other items. */
  keep(isWanted: (item: T) => boolean): void {
    const kept = this.#items.filter(isWanted);
    this.#items.length = 0;
    for (const item of kept) this.push(item);
  }

  /** When the next is due; undefined when there is none. */
  nextDueAt(): number | undefined {
    return this.#items[0]?.dueAt;
  }

  /** Adds an item. */
  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#due(parent) <= item.dueAt) break;
      this.#move(at, parent);
      at = parent;
    }
    items[at] = item;
  }

  /** Removes and returns the next item. Only call it when there is one. */
  pop(): T {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined) throw new Error("pop of an empty heap");
    if (items.length > 0) this.#sink(last);
    return top;
  }

  #sink(item: T): void {
    const items = this.#items;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const smaller = child + 1 < items.length && this.#due(child + 1) < this.#due(child) ? child + 1 : child;
      if (this.#due(smaller) >= item.dueAt) break;
      this.#move(at, smaller);
      at = smaller;
    }
    items[at] = item;
  }

  #due(at: number): number {
    return this.#items[at]?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  #move(to: number, from: number): void {
    const item = this.#items[from];
    if (item !== undefined) this.#items[to] = item;
  }
}
