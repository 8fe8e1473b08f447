// Chooses names that are free, each in about the same time, however many of the wanted ones are equal.

/** Names that are used, here or in names that are shared with others. */
export class FreeNames {
  readonly #used: Set<string>;
  /** The next number to try for a name that is used without one: names are never free again, so that lower ones need no second look. */
  readonly #nextNumbers = new Map<string, number>();
  readonly #shared: FreeNames | undefined;

  /** No further names are taken from `shared` while these are in use. */
  constructor(used: Iterable<string>, shared?: FreeNames) {
    this.#used = new Set(used);
    this.#shared = shared;
  }

  /** The first wanted name that is free, or the first one with the lowest number that makes it free. It is used from then on. */
  take(wanted: readonly string[]): string {
    const name = wanted.find((candidate) => !this.has(candidate)) ?? this.#numbered(wanted[0] ?? "");
    this.#used.add(name);
    return name;
  }

  /** Whether a name is used. */
  has(name: string): boolean {
    return this.#used.has(name) || this.#shared?.has(name) === true;
  }

  /** The lowest number that may make a name free. */
  nextNumber(name: string): number {
    return this.#nextNumbers.get(name) ?? this.#shared?.nextNumber(name) ?? 2;
  }

  #numbered(name: string): string {
    let number = this.nextNumber(name);
    while (this.has(`${name}${number}`)) number += 1;
    this.#nextNumbers.set(name, number + 1);
    return `${name}${number}`;
  }
}
