// Long work of everything in this process, in turns of the event loop. The input decides how much work there is, and leases, probes and other callers
// must not wait for all of it: neither for that of one caller, nor for the sum of what hundreds of callers sent at the same moment.
import { FairQueue } from "./fair-queue.ts";

/** How long the work of one turn may take; the last piece may exceed it. */
const sliceMs = 5;

/** How many waiting pieces may begin in one turn. */
const mostInTurn = 256;

/** What a piece of work may have beside its function. */
export interface TurnOptions {
  /**
   * Whom the work is for, for example a namespace. Owners that wait get the same time: one with hundreds of pieces, or with long ones, delays those of others by
   * what they take themselves, and by a piece. Asked only if the piece has to wait.
   */
  readonly owner?: () => unknown;
  /**
   * Of the call that the work is part of: pieces with the same signal are those of one call. The calls of an owner get the same time, and one without an owner as
   * much as an owner. When it aborts before the work begins, the work is left out and the promise rejects with its reason.
   */
  readonly signal?: AbortSignal;
}

/** Pieces of work of some milliseconds of each turn of the event loop together. */
export class SharedTurns {
  readonly #later: (run: () => void) => void;
  readonly #now: () => number;
  readonly #waiting = new FairQueue();
  /** The piece that waits alone: nobody has to share with its owner, and most pieces never wait beside another. */
  #alone: { readonly piece: () => void; readonly path: readonly unknown[] } | undefined;
  #count = 0;
  /** How many pieces have begun in this turn. */
  #begun = 0;
  readonly #onGoOn = (): void => this.#goOn();
  readonly #onPromises = (): void => process.nextTick(this.#onGoOn);
  /** When the time for work of this turn ends; undefined before its first piece. */
  #ends: number | undefined;

  /**
   * `later` runs a function in a later turn of the event loop, and promises that are settled by it before the next; `now` tells the
   * time in milliseconds.
   */
  constructor(later: (run: () => void) => void = setImmediate, now = (): number => performance.now()) {
    this.#later = later;
    this.#now = now;
  }

  /** Runs a piece of work: now, if nothing waits and this turn has time, otherwise in a later turn. */
  run<T>(work: () => T, options: TurnOptions = {}): Promise<T> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      const piece = (): void => {
        try {
          signal?.throwIfAborted();
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.begin(piece, options);
    });
  }

  /** Does the same without a promise, for a piece that does not throw. Returns whether the piece has run. */
  begin(piece: () => void, { owner, signal }: TurnOptions = {}): boolean {
    const runsNow = this.#count === 0 && this.#hasTime();
    if (runsNow) piece();
    else this.#add(piece, owner === undefined ? [signal] : [owner(), signal]);
    return runsNow;
  }

  /** Does the same when the caller has ended, and never at once: with what is ready first, in this turn or in a later one. */
  later(piece: () => void, owner?: unknown): void {
    if (this.#ends === undefined) {
      this.#ends = Number.NEGATIVE_INFINITY;
      this.#plan(1);
    }
    this.#add(piece, [owner]);
  }

  #hasTime(): boolean {
    if (this.#ends !== undefined) return this.#now() < this.#ends;
    this.#ends = this.#now() + sliceMs;
    this.#plan(1);
    return true;
  }

  #add(piece: () => void, path: readonly unknown[]): void {
    this.#count += 1;
    if (this.#count === 1 && this.#waiting.isEmpty) {
      this.#alone = { piece, path };
      return;
    }
    if (this.#alone !== undefined) this.#waiting.add(this.#alone.piece, this.#alone.path);
    this.#alone = undefined;
    this.#waiting.add(piece, path);
  }

  /** Plans the pieces of the next turn, each in a callback of its own: what waits for a piece goes on before the next piece begins. */
  #plan(pieces: number): void {
    for (let index = 0; index < pieces; index += 1) this.#later(() => this.#next(index === 0, index === pieces - 1));
  }

  #next(isFirst: boolean, isLast: boolean): void {
    const now = this.#now();
    if (isFirst) {
      // A turn in which nothing waits is over when it begins: what the pieces of the last one have begun is done.
      if (this.#count === 0) return this.#rest();
      this.#ends = now + sliceMs;
      this.#begun = 0;
    }
    if (this.#mayBegin(now)) this.#runNext(now);
    if (isLast) this.#soon();
  }

  /** Goes on in this turn of the event loop, when all promises have been handled. */
  #soon(): void {
    queueMicrotask(this.#onPromises);
  }

  /** Pieces that came in this turn begin in it, while it has time: otherwise each of those that follow one another would take a turn. */
  #goOn(): void {
    const now = this.#now();
    if (!this.#mayBegin(now)) return this.#plan(Math.max(1, Math.min(this.#count, mostInTurn)));
    this.#runNext(now);
    this.#soon();
  }

  #mayBegin(now: number): boolean {
    return this.#count > 0 && this.#begun < mostInTurn && this.#ends !== undefined && now < this.#ends;
  }

  #rest(): void {
    this.#ends = undefined;
    this.#waiting.forget();
  }

  #runNext(now: number): void {
    this.#count -= 1;
    this.#begun += 1;
    const alone = this.#alone;
    this.#alone = undefined;
    // While one owner works alone, it takes nothing from others that counts later.
    if (alone !== undefined) return alone.piece();
    this.#waiting.runNext((piece) => {
      piece();
      return this.#now() - now;
    });
  }
}

const shared = new SharedTurns();

/**
 * Runs a piece of work of which the input decides how long it takes. All pieces in this process together have some milliseconds of each turn of the event loop; one
 * that does not fit waits for a later turn. Rejects with what the work throws.
 *
 * @example
 * for (const item of items) await inTurn(() => work(item));
 */
export function inTurn<T>(work: () => T, options?: TurnOptions): Promise<T> {
  return shared.run(work, options);
}
