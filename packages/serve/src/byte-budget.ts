// The bytes that the bodies of all requests of a server may have together, or its answers that are not read yet. When they are used up, a
// body that is still arriving or an answer that is still being read makes room: the one that has used most, its bytes times the time that
// it has held them. So callers that send or read slowly cannot keep others out, and what is sent or read at once is never the one.
import type { CapstanError } from "@capstan/kube";
import { serveError } from "./errors.ts";
import type { ServerLimits } from "./limits.ts";
import { type Member, Members } from "./members.ts";

/** A body larger than this part of the budget is large, */
const largePart = 1 / 32;
/** and large ones leave this part of the budget to the others. */
const reservedPart = 1 / 8;

/** What one body or answer holds. */
export interface ByteShare extends Member {
  bytes: number;
  since: number;
  /** Ends a body that is still arriving, or an answer that is still being read. */
  readonly cut: (error: CapstanError) => void;
}

/** One budget of a server. */
export class ByteBudget {
  readonly #largest: number;
  readonly #bytesOfAll: number;
  readonly #bytesOfLarge: number;
  /** What waits for its caller: bodies that are arriving and answers that are being read. */
  readonly #moving = new Members<ByteShare>();
  #bytes = 0;

  constructor({ bodyBytes, inFlightBytes }: ServerLimits) {
    // One largest body always fits into an idle server, beside what is left to smaller ones.
    this.#bytesOfAll = Math.max(inFlightBytes, Math.ceil(bodyBytes / (1 - reservedPart)));
    this.#bytesOfLarge = this.#bytesOfAll * (1 - reservedPart);
    this.#largest = this.#bytesOfAll * largePart;
  }

  /** The share of a body that begins to arrive. */
  begin(cut: ByteShare["cut"]): ByteShare {
    const share = newShare(cut);
    this.#moving.add(share);
    return share;
  }

  /**
   * The share of an answer of this length. Others make room for it, and it counts in any case. It makes room itself only when the event
   * loop has turned: until then a busy process does not know what its callers have read.
   */
  answer(bytes: number, cut: ByteShare["cut"]): ByteShare {
    const share = newShare(cut);
    while (this.#bytes + bytes > this.#bytesOfAll) {
      const most = this.#mostUsed();
      if (most === undefined) break;
      this.end(most);
      most.cut(this.#busy());
    }
    this.#count(share, bytes);
    afterTurn(() => {
      share.since = performance.now();
      if (share.bytes > 0) this.#moving.add(share);
    });
    return share;
  }

  /** The share of what cannot make room for others. It counts in any case. */
  keep(bytes: number): ByteShare {
    const share = newShare(() => undefined);
    this.#count(share, bytes);
    return share;
  }

  /** The body is complete, and is not cut any more. */
  complete(share: ByteShare): void {
    this.#moving.delete(share);
  }

  /** Frees what the body or answer holds. */
  end(share: ByteShare): void {
    this.#moving.delete(share);
    this.#bytes -= share.bytes;
    share.bytes = 0;
  }

  /** Why a body of this length has no place, whichever others are cut. */
  fits(bytes: number): CapstanError | undefined {
    let kept = this.#bytes;
    if (kept + bytes <= this.#limit(bytes)) return undefined;
    for (const share of this.#moving) kept -= share.bytes;
    return kept + bytes > this.#limit(bytes) ? this.#busy() : undefined;
  }

  /** Why this many more bytes of a body have no place; undefined, and they count, when they have. */
  take(share: ByteShare, bytes: number): CapstanError | undefined {
    const limit = this.#limit(share.bytes + bytes);
    while (this.#bytes + bytes > limit) {
      const most = this.fits(share.bytes + bytes) === undefined ? this.#mostUsed() : undefined;
      if (most === undefined || most === share) return this.#busy();
      this.end(most);
      most.cut(this.#busy());
    }
    this.#count(share, bytes);
    return undefined;
  }

  #count(share: ByteShare, bytes: number): void {
    share.bytes += bytes;
    this.#bytes += bytes;
  }

  #limit(bytes: number): number {
    return bytes > this.#largest ? this.#bytesOfLarge : this.#bytesOfAll;
  }

  #mostUsed(): ByteShare | undefined {
    const now = performance.now();
    let most: ByteShare | undefined;
    let mostUsed = 0;
    for (const share of this.#moving) {
      const used = share.bytes * (now - share.since);
      if (used > mostUsed) [most, mostUsed] = [share, used];
    }
    return most;
  }

  #busy(): CapstanError {
    return serveError("serve/busy", {
      limit: this.#bytesOfAll,
      what: "bytes in the bodies of all requests",
      setting: "inFlightBytes",
    });
  }
}

function newShare(cut: ByteShare["cut"]): ByteShare {
  return { bytes: 0, since: performance.now(), cut, place: -1 };
}

/** Calls that wait for the end of this turn of the event loop. */
let waiting: (() => void)[] = [];

/** Calls when everything has been handled that the operating system has to tell now. */
export function afterTurn(call: () => void): void {
  if (waiting.push(call) === 1) setImmediate(callWaiting);
}

function callWaiting(): void {
  const calls = waiting;
  waiting = [];
  setImmediate(() => calls.forEach((call) => call()));
}
