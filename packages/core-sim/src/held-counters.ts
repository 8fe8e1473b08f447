// Counters of changes by name, each kept while somebody holds it: what was read of objects that do not exist takes no memory once its readers have ended.

/** Counters that are held by others. */
export class HeldCounters<T extends object> {
  readonly #create: () => T;
  readonly #byName = new Map<string, WeakRef<T>>();
  readonly #ends = new FinalizationRegistry<string>((name) => {
    if (this.#byName.get(name)?.deref() === undefined) this.#byName.delete(name);
  });

  constructor(create: () => T) {
    this.#create = create;
  }

  /** The counter of that name that somebody holds. */
  get(name: string): T | undefined {
    return this.#byName.get(name)?.deref();
  }

  /** The same, or a new one. */
  of(name: string): T {
    const known = this.get(name);
    if (known !== undefined) return known;
    const counter = this.#create();
    this.#byName.set(name, new WeakRef(counter));
    this.#ends.register(counter, name);
    return counter;
  }

  /** All that somebody holds. */
  get held(): readonly T[] {
    return [...this.#byName.values()].flatMap((counter) => counter.deref() ?? []);
  }
}
