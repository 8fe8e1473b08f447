// Notices watches that end again and again at one version and bring nothing: the next event may be one that the server cannot send or the client does not read, such as an object with too many values, and only a list goes past it.
import { isApiError } from "@capstan/client";

/** After so many in a row without an event or bookmark, with an error or without. */
const mostEnds = 3;
/** Status codes of servers that have no time now: a list would cost them more. */
const busy: ReadonlySet<number> = new Set([429, 503]);

/** The ends of the watches of one kind. */
export class StuckWatch {
  #count = 0;

  /** An event or bookmark has come, or a list is complete. */
  reset(): void {
    this.#count = 0;
  }

  /** A watch from this version has ended, with this error; returns whether it is to be replaced by a list. */
  ended(version: string | undefined, error?: unknown): boolean {
    if (version === undefined || (isApiError(error) && busy.has(error.status))) return false;
    this.#count += 1;
    return this.#count >= mostEnds;
  }
}
