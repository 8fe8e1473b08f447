// A line of the log about something that may happen thousands of times: at once, and then at most one a minute.

const everyMs = 60_000;

/** Counts how often something has happened. */
export class SeldomLine {
  #count = 0;
  #loggedAt = -Infinity;

  /** Counts one more. Returns the number of all so far if a line is due now. */
  count(now: number): number | undefined {
    this.#count += 1;
    if (now - this.#loggedAt < everyMs) return undefined;
    this.#loggedAt = now;
    return this.#count;
  }
}
