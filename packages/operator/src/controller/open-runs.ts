// The reconciles of one controller that have not ended: those with a worker, and those that were abandoned. Lists, because few run at once and a set that is changed all the time keeps memory.
import type { ReconcileRun } from "./reconcile-run.ts";

/** The open reconciles of a controller. */
export class OpenRuns {
  readonly #running: ReconcileRun[] = [];
  readonly #abandoned: ReconcileRun[] = [];
  #drained: (() => void) | undefined;

  /** How many have a worker. */
  get running(): number {
    return this.#running.length;
  }

  /** How many were abandoned. */
  get abandoned(): number {
    return this.#abandoned.length;
  }

  /** Their objects. */
  get objects(): readonly string[] {
    return [...this.#running, ...this.#abandoned].map(({ object }) => object);
  }

  /** How long all of them together have been open, in seconds. */
  get totalAge(): number {
    return this.#ages.reduce((sum, age) => sum + age, 0);
  }

  /** How long the oldest has been open, in seconds; 0 when there is none. */
  get longest(): number {
    return Math.max(0, ...this.#ages);
  }

  /** The age of the oldest that was abandoned; 0 when there is none. */
  get longestAbandoned(): number {
    return Math.max(0, ...this.#abandoned.map(({ age }) => age));
  }

  begin(run: ReconcileRun): void {
    this.#running.push(run);
  }

  /** It has its worker no longer, and is open until its promise settles. */
  abandon(run: ReconcileRun): void {
    remove(this.#running, run);
    this.#abandoned.push(run);
  }

  end(run: ReconcileRun): void {
    remove(run.abandoned ? this.#abandoned : this.#running, run);
    if (this.#size === 0) this.#drained?.();
  }

  /** Resolves when none is open. An abandoned one may have a call to a cloud in flight, beside which no other process may reconcile its key. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve;
      if (this.#size === 0) resolve();
    });
  }

  get #ages(): readonly number[] {
    return [...this.#running, ...this.#abandoned].map(({ age }) => age);
  }

  get #size(): number {
    return this.#running.length + this.#abandoned.length;
  }
}

function remove(runs: ReconcileRun[], run: ReconcileRun): void {
  const at = runs.indexOf(run);
  if (at >= 0) runs.splice(at, 1);
}
