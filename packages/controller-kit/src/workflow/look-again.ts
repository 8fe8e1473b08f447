// The time after which a pass is repeated, when parts of it ask for different times.
import { type DurationString, formatDuration, millisecondsOf } from "@capstan/kube";

/** What a result says of the next pass. */
export interface PassDelay {
  readonly requeueAfter?: DurationString;
}

/** The soonest time that a pass has requested. */
export class LookAgain {
  #ms = Number.POSITIVE_INFINITY;

  /** Asks for a pass after this time at the latest. */
  within(ms: number): void {
    this.#ms = Math.min(this.#ms, Math.ceil(ms));
  }

  /** The delay of a result, or the one that was requested where that is sooner. */
  orSooner(delay: PassDelay): PassDelay {
    const { requeueAfter } = delay;
    // A string that is not a duration is reported by the operator.
    const given = requeueAfter === undefined ? Number.POSITIVE_INFINITY : (millisecondsOf(requeueAfter) ?? 0);
    const isSooner = this.#ms < given;
    return isSooner ? { requeueAfter: formatDuration(this.#ms) } : delay;
  }
}
