// Which namespace may have the next worker: the one with the fewest running passes. One whose passes are slow does not get the last free
// worker, so that a namespace without any need not wait for one of them. A manager of one namespace, and a kind without namespaces, have all workers for them.

/** A namespace with a pass that takes longer is slow. */
const slowMs = 5000;
/** For how long it is: slow passes have quick ones between them. */
const staysSlowMs = 60_000;
/** As many are remembered before those that are not slow any more are forgotten. */
const manyShares = 1000;

interface Share {
  /** When each running pass began, the oldest first. */
  readonly began: number[];
  /** Until when it counts as slow. */
  slowUntil: number;
}

/** The running passes of one controller, by namespace. */
export class WorkerShares {
  readonly #workers: number;
  readonly #shares = new Map<string, Share>();
  #running = 0;

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** How many namespaces are remembered. */
  get size(): number {
    return this.#shares.size;
  }

  /** How many passes of a namespace run; undefined when it may have no more of them now. */
  rank(namespace: string, now: number): number | undefined {
    const share = this.#shares.get(namespace);
    if (share === undefined) return 0;
    const isSlow = now < share.slowUntil || now - (share.began[0] ?? now) > slowMs;
    const isLast = this.#workers > 1 && this.#running === this.#workers - 1;
    return isSlow && isLast && share.began.length > 0 ? undefined : share.began.length;
  }

  /** A pass begins. */
  begin(namespace: string, now: number): void {
    const share = this.#shares.get(namespace) ?? { began: [], slowUntil: 0 };
    if (this.#shares.size > manyShares) this.#forget(now);
    this.#shares.set(namespace, share);
    share.began.push(now);
    this.#running += 1;
  }

  /** A pass that began at this time ends at another; without one it was put off. */
  end(namespace: string, began: number, ended?: number): void {
    const share = this.#shares.get(namespace);
    if (share === undefined) return;
    share.began.splice(share.began.indexOf(began), 1);
    if (ended !== undefined && ended - began > slowMs) share.slowUntil = ended + staysSlowMs;
    this.#running -= 1;
    if (isOver(share, ended ?? began)) this.#shares.delete(namespace);
  }

  #forget(now: number): void {
    for (const [namespace, share] of this.#shares) if (isOver(share, now)) this.#shares.delete(namespace);
  }
}

function isOver({ began, slowUntil }: Share, now: number): boolean {
  return began.length === 0 && now >= slowUntil;
}
