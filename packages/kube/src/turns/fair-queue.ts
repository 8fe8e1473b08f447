// Which piece of waiting work is next: each owner gets the same time, however many pieces it has, however long they take, and however many wait at once.
// Start-time fair queueing with the virtual time of weighted fair queueing: what a piece takes moves the start of its owner's next one, and that of new
// owners by its part among all that wait. With the first alone, owners that are always new would begin before one that has worked for a moment.

/** One owner's part of the time. */
interface Share {
  readonly key: unknown;
  /** When its next piece may begin, in the time of the queue. */
  start: number;
  /** Orders shares with the same start: each goes behind the others when it has worked. */
  order: number;
  /** Its index in the heap. */
  at: number;
  /** How many of its pieces wait. */
  waiting: number;
  readonly pieces: (() => void)[];
  /** Its pieces by the next owner of their path, if they have one. */
  readonly parts: FairQueue | undefined;
}

/** Waiting pieces of work, by owner. */
export class FairQueue {
  readonly #shares = new Map<unknown, Share>();
  /** A heap, the next share first. One without a piece stays until it is first: it keeps what it has used, should its next piece come before that. */
  readonly #heap: Share[] = [];
  /** How many shares have a piece. */
  #active = 0;
  /** The milliseconds that an owner which always had work would have got so far. */
  #time = 0;
  #orders = 0;

  /** Whether nothing waits, and nothing is known of what owners have used. */
  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  /** Adds a piece for the last owner of a path: those with the same first owner share its time. */
  add(piece: () => void, [key, ...path]: readonly unknown[]): void {
    const share = this.#shares.get(key) ?? this.#newShare(key, path.length > 0);
    if (share.waiting === 0) this.#active += 1;
    share.waiting += 1;
    if (share.parts === undefined) share.pieces.push(piece);
    else share.parts.add(piece, path);
  }

  /** Runs the next piece, if there is one. `run` runs it and returns how many milliseconds it took. */
  runNext(run: (piece: () => void) => number): number {
    const share = this.#first();
    if (share === undefined) return 0;
    const active = this.#active;
    this.#time = Math.max(this.#time, share.start);
    share.waiting -= 1;
    if (share.waiting === 0) this.#active -= 1;
    const piece = share.pieces.shift();
    const ms = share.parts?.runNext(run) ?? (piece === undefined ? 0 : run(piece));
    this.#time += ms / active;
    share.start += ms;
    share.order = this.#orders += 1;
    this.#moveDown(share);
    return ms;
  }

  /** Forgets what owners have used. Nothing may wait. */
  forget(): void {
    // Called each time that nothing waits: to clear a map takes a new table.
    if (this.#heap.length === 0) return;
    this.#shares.clear();
    this.#heap.length = 0;
    this.#time = 0;
  }

  #newShare(key: unknown, hasParts: boolean): Share {
    const parts = hasParts ? new FairQueue() : undefined;
    const at = this.#heap.length;
    const share: Share = { key, start: this.#time, order: (this.#orders += 1), at, waiting: 0, pieces: [], parts };
    this.#shares.set(key, share);
    this.#heap.push(share);
    this.#moveUp(share);
    return share;
  }

  /** The first share that has a piece. Those before it had their turn, and none was there. */
  #first(): Share | undefined {
    for (let [first] = this.#heap; first !== undefined; [first] = this.#heap) {
      if (first.waiting > 0) return first;
      this.#time = Math.max(this.#time, first.start);
      this.#shares.delete(first.key);
      const last = this.#heap.pop();
      if (last === undefined || last === first) continue;
      this.#put(last, 0);
      this.#moveDown(last);
    }
    return undefined;
  }

  #moveUp(share: Share): void {
    while (share.at > 0) {
      const above = this.#heap[(share.at - 1) >> 1];
      if (above === undefined || isBefore(above, share)) return;
      this.#swap(share, above);
    }
  }

  #moveDown(share: Share): void {
    for (;;) {
      const left = this.#heap[2 * share.at + 1];
      const right = this.#heap[2 * share.at + 2];
      const below = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (below === undefined || isBefore(share, below)) return;
      this.#swap(share, below);
    }
  }

  #swap(one: Share, other: Share): void {
    const { at } = one;
    this.#put(one, other.at);
    this.#put(other, at);
  }

  #put(share: Share, at: number): void {
    this.#heap[at] = share;
    share.at = at;
  }
}

function isBefore(one: Share, other: Share): boolean {
  return one.start === other.start ? one.order < other.order : one.start < other.start;
}
