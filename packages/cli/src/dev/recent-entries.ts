// Entries by name that are kept while they are in use: what belongs to an object that was deleted is not read any more, and nobody says so.

/** An entry that nobody has read or set for so long is dropped. */
const defaultKeptMs = 60_000;

interface Entry<V> {
  readonly value: V;
  readonly usedAt: number;
}

/** A map whose entries end some time after their last use. */
export class RecentEntries<V> {
  readonly #keptMs: number;
  /** The one that was used last is the last one. */
  readonly #entries = new Map<string, Entry<V>>();

  constructor(keptMs: number = defaultKeptMs) {
    this.#keptMs = keptMs;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(name: string): V | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    this.set(name, entry.value);
    return entry.value;
  }

  /** Whether an entry has this value. */
  has(value: V): boolean {
    return [...this.#entries.values()].some((entry) => entry.value === value);
  }

  set(name: string, value: V): void {
    const usedAt = performance.now();
    this.#entries.delete(name);
    this.#entries.set(name, { value, usedAt });
    for (const [each, entry] of this.#entries) {
      if (usedAt - entry.usedAt <= this.#keptMs) return;
      this.#entries.delete(each);
    }
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  /** Deletes all that this is true for. */
  deleteAll(isUseless: (value: V) => boolean): void {
    for (const [name, { value }] of this.#entries) if (isUseless(value)) this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }
}
