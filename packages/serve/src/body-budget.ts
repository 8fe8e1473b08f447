// The bytes that the bodies of all requests of a server may have together. When they are used up, a body that is still arriving makes place:
// the one that has used most, its bytes times the time that it has held them. So callers that send slowly cannot keep others out, and a
// body that arrives at once is never the one.
import type { CapstanError } from "@capstan/kube";
import { serveError } from "./errors.ts";
import type { ServerLimits } from "./limits.ts";

/** A body larger than this part of the budget is large, */
const largePart = 1 / 32;
/** and large ones leave this part of the budget to the others. */
const reservedPart = 1 / 8;

/** What one body holds. */
export interface BodyShare {
  bytes: number;
  readonly since: number;
  /** Ends a body that is still arriving. */
  readonly cut: (error: CapstanError) => void;
}

/** The budget of one server. */
export class BodyBudget {
  readonly #largest: number;
  readonly #bytesOfAll: number;
  readonly #bytesOfLarge: number;
  readonly #arriving = new Set<BodyShare>();
  #bytes = 0;

  constructor({ bodyBytes, inFlightBytes }: ServerLimits) {
    // One largest body always fits into an idle server.
    this.#bytesOfAll = Math.max(inFlightBytes, bodyBytes);
    this.#bytesOfLarge = Math.max(bodyBytes, this.#bytesOfAll * (1 - reservedPart));
    this.#largest = this.#bytesOfAll * largePart;
  }

  /** The share of a body that begins to arrive. */
  begin(cut: BodyShare["cut"]): BodyShare {
    const share = { bytes: 0, since: performance.now(), cut };
    this.#arriving.add(share);
    return share;
  }

  /** The body is complete, and is not cut any more. */
  complete(share: BodyShare): void {
    this.#arriving.delete(share);
  }

  /** Frees what the body holds. */
  end(share: BodyShare): void {
    this.#arriving.delete(share);
    this.#bytes -= share.bytes;
    share.bytes = 0;
  }

  /** Why a body of this length has no place, whichever others are cut. */
  fits(bytes: number): CapstanError | undefined {
    let complete = this.#bytes;
    for (const share of this.#arriving) complete -= share.bytes;
    return complete + bytes > this.#limit(bytes) ? this.#busy() : undefined;
  }

  /** Why this many more bytes of a body have no place; undefined, and they count, when they have. */
  take(share: BodyShare, bytes: number): CapstanError | undefined {
    const limit = this.#limit(share.bytes + bytes);
    while (this.#bytes + bytes > limit) {
      const most = this.fits(share.bytes + bytes) === undefined ? this.#mostUsed() : undefined;
      if (most === undefined || most === share) return this.#busy();
      this.end(most);
      most.cut(this.#busy());
    }
    share.bytes += bytes;
    this.#bytes += bytes;
    return undefined;
  }

  #limit(bytes: number): number {
    return bytes > this.#largest ? this.#bytesOfLarge : this.#bytesOfAll;
  }

  #mostUsed(): BodyShare | undefined {
    const now = performance.now();
    let most: BodyShare | undefined;
    let mostUsed = 0;
    for (const share of this.#arriving) {
      const used = share.bytes * (now - share.since);
      if (used > mostUsed) [most, mostUsed] = [share, used];
    }
    return most;
  }

  #busy(): CapstanError {
    return serveError("serve/busy", { limit: this.#bytesOfAll });
  }
}
