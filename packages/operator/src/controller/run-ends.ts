// What ends the runs of one controller from outside: one timer for their deadlines, of which the oldest run has the next, and one listener on each signal. A timer and listeners
// for each run cost more than all else of a short one.
import type { Clock } from "@capstan/client";

/** A run, as far as it is ended from outside. */
export interface EndableRun {
  /** When it times out, by the steady clock. */
  readonly dueAt: number;
  readonly timedOut: boolean;
  timeOut(): void;
  /** The controller stops. */
  stopped(): void;
  /** This process has lost its lease. */
  leaseLost(): void;
}

/** What ends runs. */
export interface RunEndsOptions {
  readonly clock: Clock;
  /** Aborts when the controller stops. */
  readonly stop: AbortSignal;
  /** Aborts when this process has lost its lease, which may be during a stop; undefined without an election. */
  readonly lost: AbortSignal | undefined;
}

/** The runs of a controller that have not ended. All of them may take equally long. */
export class RunEnds {
  readonly stop: AbortSignal;
  /** The oldest first. A list, because few run at once. */
  readonly #runs: EndableRun[] = [];
  readonly #clock: Clock;
  #cancelTimer: (() => void) | undefined;

  constructor({ clock, stop, lost }: RunEndsOptions) {
    this.#clock = clock.steady ?? clock;
    this.stop = stop;
    stop.addEventListener("abort", () => this.#stopped(), { once: true });
    lost?.addEventListener("abort", () => this.#leaseLost(), { once: true });
  }

  add(run: EndableRun): void {
    this.#runs.push(run);
    if (this.#cancelTimer === undefined) this.#arm();
  }

  /** The timer stays for the run that comes next: to set one for each costs more. */
  delete(run: EndableRun): void {
    const at = this.#runs.indexOf(run);
    if (at >= 0) this.#runs.splice(at, 1);
    if (this.stop.aborted) this.#disarm();
  }

  #arm(): void {
    const { dueAt } = this.#next ?? {};
    if (dueAt === undefined) return;
    this.#cancelTimer = this.#clock.after(Math.max(0, dueAt - this.#clock.now()), () => this.#ring());
  }

  /** After the stop, a timer that nothing needs must not keep the process. */
  #disarm(): void {
    if (this.#next !== undefined) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #ring(): void {
    this.#cancelTimer = undefined;
    const now = this.#clock.now();
    for (let run = this.#next; run !== undefined && run.dueAt <= now; run = this.#next) run.timeOut();
    this.#arm();
  }

  get #next(): EndableRun | undefined {
    return this.#runs.find(({ timedOut }) => !timedOut);
  }

  #stopped(): void {
    for (const run of this.#runs.slice()) run.stopped();
    this.#disarm();
  }

  #leaseLost(): void {
    for (const run of this.#runs.slice()) run.leaseLost();
  }
}
