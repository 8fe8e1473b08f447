// Collects the errors of steps that are all tried, and throws them as one.

/** The errors of one pass. */
export class Failures {
  readonly #errors: unknown[] = [];

  get any(): boolean {
    return this.#errors.length > 0;
  }

  /** The first error. */
  get first(): unknown {
    return this.#errors[0];
  }

  add(error: unknown): void {
    this.#errors.push(error);
  }

  /** Runs a step and keeps its error; resolves to whether there was none. */
  async attempt(step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      this.add(error);
      return false;
    }
  }

  /** Adds those of other steps. */
  addAll(others: Failures): void {
    this.#errors.push(...others.#errors);
  }

  /** Throws the error, or an AggregateError of several; does nothing when there is none. */
  throwIfAny(): void {
    if (this.#errors.length === 1) throw this.#errors[0];
    if (this.#errors.length > 1) throw new AggregateError(this.#errors, this.#errors.map(String).join("; "));
  }
}
