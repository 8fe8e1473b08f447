// The clock of what dev runs around the project: the computer's, which can be moved forward.

/** A clock that is ahead of the computer's. */
export class DevClock {
  #aheadMs = 0;

  /** How far it is ahead, in milliseconds. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** The time, in milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#aheadMs;

  /** Moves it forward; returns how far it is ahead then. */
  forward(ms: number): number {
    this.#aheadMs += ms;
    return this.#aheadMs;
  }
}
