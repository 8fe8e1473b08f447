// What calls have made and that is not answered yet, all calls together. What a caller sends can grow when an answer is made of it: each answer has a limit, and a
// hundred of them in the making would fill the memory. So beyond a limit of their own, calls wait for each other: the oldest goes on, then those that want least.

/** How much calls may have made together, in bytes or in characters. */
export interface SharedLimits {
  /** Beyond it only the oldest of the calls goes on that have made something or wait. */
  readonly most: number;
  /** Calls that have made no more than this are small. Default: none is. */
  readonly small?: number;
  /** How much small calls may have made beyond the limit of all. What the oldest call has made does not count there. Default: nothing. */
  readonly reserve?: number;
  /** How much the oldest call of each owner may have made beyond both: an owner with hundreds of calls does not stop those of others. Default: nothing. */
  readonly ownersReserve?: number;
}

/** How a call waits. */
export interface PlaceOptions {
  /** How much it wants to have made, with what it has. */
  readonly wanted: number;
  /** Of calls that wait, the one with the lowest rank goes on first. Default: what it wants. */
  readonly rank?: number;
  /** Of the call: it waits no longer when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** What one call has made. */
export interface BudgetShare {
  /** Whether the call may have made so much. */
  readonly fits: (wanted: number) => boolean;
  /** Waits until it may. Rejects with the reason of the signal. */
  readonly place: (options: PlaceOptions) => Promise<void>;
  /** How much it has made, whether that fits or not. */
  readonly count: (made: number) => void;
  /** It is answered, or nobody waits for it any more. */
  readonly end: () => void;
}

interface Share {
  /** Finds the owner at the first call: most shares are never compared. */
  readonly owner: () => string | undefined;
  made: number;
  waiting?: Waiting | undefined;
}

interface Waiting {
  readonly wanted: number;
  readonly rank: number;
  readonly goOn: () => void;
}

/** One budget of all calls of a process. */
export class SharedBudget {
  readonly #most: number;
  readonly #small: number;
  readonly #reserve: number;
  readonly #ownersReserve: number;
  /** Those that have made something or wait, the oldest first. */
  readonly #shares = new Set<Share>();
  #made = 0;
  #waiting = 0;

  constructor({ most, small = 0, reserve = 0, ownersReserve = 0 }: SharedLimits) {
    this.#most = most;
    this.#small = small;
    this.#reserve = reserve;
    this.#ownersReserve = ownersReserve;
  }

  /** How much all calls have made. */
  get made(): number {
    return this.#made;
  }

  /**
   * The share of a call that begins, and whom it is for, such as a namespace.
   *
   * @example
   * const share = budget.begin();
   * try {
   *   for (const item of items) {
   *     await share.place({ wanted: bytes + 1, signal });
   *     share.count((bytes += make(item)));
   *   }
   * } finally {
   *   setImmediate(share.end);
   * }
   */
  begin(owner: () => string | undefined = () => undefined): BudgetShare {
    let found: { readonly owner: string | undefined } | undefined;
    const share: Share = { owner: () => (found ??= { owner: owner() }).owner, made: 0 };
    return {
      fits: (wanted) => this.#fits(share, wanted),
      place: (options) => this.#place(share, options),
      count: (made) => this.#count(share, made),
      end: () => this.#end(share),
    };
  }

  #fits(share: Share, wanted: number): boolean {
    return this.#fitsBehind(this.#oldest, share, { wanted, isFirst: () => this.#isOldestOfOwner(share) });
  }

  #fitsBehind(
    oldest: Share | undefined,
    share: Share,
    { wanted, isFirst }: { readonly wanted: number; readonly isFirst: () => boolean },
  ): boolean {
    if (wanted <= share.made || oldest === undefined || oldest === share) return true;
    const all = this.#made - share.made + wanted;
    if (all <= this.#most) return true;
    // What the oldest makes beyond the limit takes nothing from the reserves.
    const beyond = all - oldest.made - this.#most;
    if (wanted <= this.#small && beyond <= this.#reserve) return true;
    return beyond <= this.#reserve + this.#ownersReserve && isFirst();
  }

  /** Whether no older call has made something or waits for the same owner. */
  #isOldestOfOwner(share: Share): boolean {
    const owner = share.owner();
    if (owner === undefined) return false;
    for (const one of this.#shares) if (one.owner() === owner) return one === share;
    return true;
  }

  get #oldest(): Share | undefined {
    const [oldest] = this.#shares;
    return oldest;
  }

  async #place(share: Share, { wanted, rank = wanted, signal }: PlaceOptions): Promise<void> {
    while (!this.#fits(share, wanted)) {
      signal?.throwIfAborted();
      const { promise, resolve: goOn } = Promise.withResolvers<void>();
      this.#shares.add(share);
      share.waiting = { wanted, rank, goOn };
      this.#waiting += 1;
      const abort = (): void => this.#wake(share);
      signal?.addEventListener("abort", abort, { once: true });
      await promise;
      signal?.removeEventListener("abort", abort);
    }
  }

  #count(share: Share, made: number): void {
    if (made === share.made) return;
    this.#shares.add(share);
    this.#made += made - share.made;
    share.made = made;
    this.#wakeNext();
  }

  #end(share: Share): void {
    this.#shares.delete(share);
    this.#made -= share.made;
    share.made = 0;
    this.#wakeNext();
  }

  /** Lets one call go on that waits and has place, and after it the oldest, which always has. When it has made something or ends, the next one is looked for. */
  #wakeNext(): void {
    if (this.#waiting === 0) return;
    this.#wake(this.#next());
    this.#wake(this.#oldest);
  }

  #next(): Share | undefined {
    const oldest = this.#oldest;
    let next: Share | undefined;
    const owners = new Set<string | undefined>([undefined]);
    for (const share of this.#shares) {
      const owner = share.owner();
      const isFirst = !owners.has(owner);
      owners.add(owner);
      const { waiting } = share;
      if (waiting === undefined || waiting.rank >= (next?.waiting?.rank ?? Infinity)) continue;
      if (this.#fitsBehind(oldest, share, { wanted: waiting.wanted, isFirst: () => isFirst })) next = share;
    }
    return next;
  }

  /** In a turn of its own: a hundred calls that wake each other would hold the event loop together. */
  #wake(share: Share | undefined): void {
    if (share?.waiting === undefined) return;
    setImmediate(share.waiting.goOn);
    share.waiting = undefined;
    this.#waiting -= 1;
  }
}
