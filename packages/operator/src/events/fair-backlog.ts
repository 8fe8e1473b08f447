// Items that wait, each of an owner. Owners take turns, and when there are too many items, the owner with the most gives one up: nobody's items are lost because another
// one has thousands.

/** A queue for each owner, with one limit for all of them. */
export class FairBacklog<T> {
  readonly #most: number;
  /** The owner whose turn is next is the first. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds an item. When there are too many, the newest of the owner with the most is dropped, which may be this one; returns what was dropped. */
  add(owner: string, item: T): T | undefined {
    const queue = this.#queues.get(owner) ?? [];
    this.#queues.set(owner, queue);
    queue.push(item);
    this.#size += 1;
    if (this.#size <= this.#most) return undefined;
    const longest = [...this.#queues.values()].reduce((a, b) => (b.length > a.length ? b : a), queue);
    this.#size -= 1;
    return longest.pop();
  }

  /** Takes the oldest item of the owner whose turn it is. */
  take(): T | undefined {
    for (const [owner, queue] of this.#queues) {
      this.#queues.delete(owner);
      const item = queue.shift();
      if (item === undefined) continue;
      this.#size -= 1;
      if (queue.length > 0) this.#queues.set(owner, queue);
      return item;
    }
    return undefined;
  }
}
