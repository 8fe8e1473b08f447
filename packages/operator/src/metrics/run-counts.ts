// Counts of what happens with each reconcile. A counter of prom-client makes a string of its labels each time, so these are added to the counters when the page is read.
import type { ReconcileOutcome } from "./metrics.ts";

/** What was counted of a controller since the last page. */
export interface RunCount {
  /** Keys that were added to its queue. */
  readonly added: number;
  readonly outcomes: ReadonlyMap<ReconcileOutcome, number>;
}

/** The counts of all controllers. */
export class RunCounts {
  readonly #counts = new Map<string, { added: number; outcomes: Map<ReconcileOutcome, number> }>();

  added(controller: string): void {
    this.#of(controller).added += 1;
  }

  ended(controller: string, outcome: ReconcileOutcome): void {
    const { outcomes } = this.#of(controller);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  /** The counts by controller; none is left. */
  takeAll(): ReadonlyMap<string, RunCount> {
    const counts = new Map(this.#counts);
    this.#counts.clear();
    return counts;
  }

  #of(controller: string): { added: number; outcomes: Map<ReconcileOutcome, number> } {
    const known = this.#counts.get(controller);
    if (known !== undefined) return known;
    const none = { added: 0, outcomes: new Map<ReconcileOutcome, number>() };
    this.#counts.set(controller, none);
    return none;
  }
}
