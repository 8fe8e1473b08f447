// A map of limited size that forgets what was set longest ago, so that no number of objects fills the memory.

/** As many as client-go's caches of events have. */
const most = 4096;

/** A map whose entries are in the order in which they were set. */
export class RecentMap<V> {
  readonly #entries = new Map<string, V>();

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry as the newest one. */
  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= most) return;
      this.#entries.delete(oldest);
    }
  }

  /** Removes the entries that are not needed any more. Reads all of them. */
  prune(isOld: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (isOld(value)) this.#entries.delete(key);
  }
}
