// Candidates that may be readable once only, such as those of a generator, for a search that begins again after a conflict: what was read is kept.

/**
 * Reads values when they are wanted, and gives the same ones to each further reader. It keeps what was read: of candidates, those that others hold,
 * and one more.
 */
export class ReadOnce implements Iterable<string> {
  readonly #source: Iterable<string>;
  readonly #read: string[] = [];
  #rest: Iterator<string> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(source: Iterable<string>) {
    this.#source = source;
  }

  *[Symbol.iterator](): Generator<string, void> {
    yield* this.#read;
    for (let next = this.#next(); next.done !== true; next = this.#next()) {
      this.#read.push(next.value);
      yield next.value;
    }
  }

  /** Nothing more is read: a generator may have to close what it reads from. */
  end(): void {
    this.#rest?.return?.();
  }

  /** A generator that has thrown looks as if it had ended. */
  #next(): IteratorResult<string> {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      this.#rest ??= this.#source[Symbol.iterator]();
      return this.#rest.next();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
