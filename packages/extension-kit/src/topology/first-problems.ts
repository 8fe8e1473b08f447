// The problems that the message of a response has room for: the first ones in the order of their text, whatever order they are found in. There
// may be one for each of a million items.
import { readLength } from "../answering/stable-message.ts";

/** Collects problems and keeps the first ones. */
export class FirstProblems {
  #kept = new Set<string>();
  #characters = 0;
  /** From here on, nothing is read; undefined while there is room. */
  #end: string | undefined;

  /** Adds a problem; one that is known, or beyond what is read, changes nothing. */
  add(problem: string): void {
    if ((this.#end !== undefined && problem >= this.#end) || this.#kept.has(problem)) return;
    this.#kept.add(problem);
    this.#characters += problem.length;
    // Sorted once for as many characters as it keeps.
    if (this.#characters > 2 * readLength) this.#cut();
  }

  /** The first problems in order; empty when there are none. */
  message(): string {
    this.#cut();
    return [...this.#kept].join("; ");
  }

  #cut(): void {
    const sorted = [...this.#kept].toSorted();
    this.#kept = new Set();
    this.#characters = 0;
    for (const problem of sorted) {
      this.#kept.add(problem);
      this.#characters += problem.length;
      if (this.#characters < readLength) continue;
      this.#end = problem;
      return;
    }
  }
}
