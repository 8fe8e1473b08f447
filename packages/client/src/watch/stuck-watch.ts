// Notices watches of one kind that end again and again at one version and bring nothing: the next event may be one that the server cannot send or the client does not read, such as an object with too many values, or that a proxy holds back, and only a list goes past it.
import { isApiError } from "../api-error.ts";

/** After so many in a row without an event or bookmark, with an error or without. A server sends a bookmark a minute where nobody changes anything. */
const mostEnds = 3;
/** Status codes of servers that have no time now: a list would cost them more. */
const busy: ReadonlySet<number> = new Set([429, 503]);

/** Counts the watches of one kind that ended in a row without an event or bookmark, and says when a list has to take their place. */
export class StuckWatch {
  #ends = 0;

  /** Whether the next connection begins with a list. */
  get needsList(): boolean {
    return this.#ends >= mostEnds;
  }

  /** Whether that list may not be sent as a watch: one more has ended, so it may be held back as the watches are. */
  get needsPlainList(): boolean {
    return this.#ends > mostEnds;
  }

  /** An event or bookmark has come, or a list is complete. */
  reset(): void {
    this.#ends = 0;
  }

  /** A watch has ended without an event or bookmark, with this error if there is one. */
  ended(error?: unknown): void {
    if (isApiError(error) && busy.has(error.status)) return;
    this.#ends += 1;
  }
}
