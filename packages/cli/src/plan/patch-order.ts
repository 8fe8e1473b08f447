// In which order a ClusterClass has its patches, as far as the templates of recorded calls show it. The order of the calls on a tape does not: a recording can begin between two patches, a call that comes
// again is not recorded again, and each replica of an extension has a tape of its own.

type Pairs = Map<string, Set<string>>;

/** The order of the patches of one class. */
export class PatchOrder {
  /** For each patch, those that were sent what it has made. */
  readonly #next: Pairs = new Map();
  /** For each patch, those that were sent a template without what it changes. */
  readonly #without: Pairs = new Map();
  readonly #reached: Pairs = new Map();

  /** The second patch was sent what the first one has made. */
  follows(first: string, second: string): void {
    add(this.#next, first, second);
    this.#reached.clear();
  }

  /** The second patch was sent what the first one was sent, and the first one has changed it. */
  doesNotFollow(first: string, second: string): void {
    add(this.#without, first, second);
  }

  /** Whether a patch comes before another one. */
  isBefore(first: string, second: string): boolean {
    return this.#reaches(first, second) && !this.#reaches(second, first);
  }

  /** Whether a patch may come before another one, and nothing shows that it does. */
  mayBeBefore(first: string, second: string): boolean {
    if (first === second || this.isBefore(first, second) || this.isBefore(second, first)) return false;
    return this.#reaches(first, second) || this.#without.get(first)?.has(second) !== true;
  }

  /** How many patches come before this one: more than before each of these. */
  placeOf(patch: string): number {
    return [...this.#next.keys()].filter((each) => this.isBefore(each, patch)).length;
  }

  #reaches(first: string, second: string): boolean {
    return this.#after(first).has(second);
  }

  #after(patch: string): ReadonlySet<string> {
    const known = this.#reached.get(patch);
    if (known !== undefined) return known;
    const found = new Set(this.#next.get(patch));
    // What is added meanwhile is visited, too.
    for (const each of found) for (const next of this.#next.get(each) ?? []) found.add(next);
    this.#reached.set(patch, found);
    return found;
  }
}

function add(pairs: Pairs, first: string, second: string): void {
  const known = pairs.get(first);
  if (known === undefined) pairs.set(first, new Set([second]));
  else known.add(second);
}
