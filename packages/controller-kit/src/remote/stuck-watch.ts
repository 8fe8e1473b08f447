// Notices a watch that fails again and again at one version: the next event may be one that cannot be read, such as an object with too many values, and only a list goes past it.
import { isApiError } from "@capstan/client";

/** After so many failures in a row at one version. */
const mostFailures = 3;
/** Status codes of servers that have no time now: a list would cost them more. */
const busy: ReadonlySet<number> = new Set([429, 503]);

/** The failures of one watch. */
export class StuckWatch {
  #at: string | undefined;
  #count = 0;

  /** A watch from this version has failed; returns whether it is to be replaced by a list. */
  failed(version: string | undefined, error: unknown): boolean {
    if (version === undefined || (isApiError(error) && busy.has(error.status))) return false;
    this.#count = version === this.#at ? this.#count + 1 : 1;
    this.#at = version;
    if (this.#count < mostFailures) return false;
    this.#at = undefined;
    return true;
  }
}
