// Sees when the event loop stands still, and names the reconciles that ran. A reconcile that computes for a second before its first `await` is known for sure; what held the loop after one is among those that
// run at that moment. A process that was stopped for a while has not held its loop: one that a signal has stopped gets SIGCONT, and one that is frozen otherwise nearly always waits for events then, which
// Node counts as idle. The processor's time tells neither: a function that waits for a process or a file takes none.
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { errorFields, type Logger } from "@capstan/process";
import { operatorError } from "../operator-errors.ts";

/** A controller, as the watch knows it. */
export interface WatchedController {
  readonly name: string;
  readonly log: Logger;
  /** The objects of the reconciles that run. */
  readonly objects: () => readonly string[];
  /** Counts that the loop stood still while one ran. */
  readonly count: () => void;
}

/** The loop may stand still for this long: leases, probes and sockets wait meanwhile. */
const longestMs = 1000;
/** How often the watch looks. */
const lookMs = 100;
/** How many reconciles are named. */
const mostNamed = 5;

/** The watch of one process, whatever the number of its managers. */
class LoopWatch {
  readonly #controllers = new Set<WatchedController>();
  #timer: NodeJS.Timeout | undefined;
  #looked = 0;
  #used: EventLoopUtilization = performance.eventLoopUtilization();
  /** How often the process went on after a signal had stopped it. */
  #continued = 0;
  readonly #onContinued = (): void => void (this.#continued += 1);

  /** Watches while a controller runs. */
  add(controller: WatchedController, stop: AbortSignal): void {
    this.#controllers.add(controller);
    if (this.#timer === undefined) {
      this.#begin();
      this.#timer = setInterval(() => this.look(), lookMs).unref();
      process.on("SIGCONT", this.#onContinued);
    }
    stop.addEventListener("abort", () => this.#remove(controller), { once: true });
  }

  /** Starts a reconcile. What it does before it returns its promise is its own work, and nothing else's. */
  start<T>(controller: WatchedController, object: () => string, reconcile: () => T): T {
    const began = performance.now();
    try {
      return reconcile();
    } finally {
      const ms = performance.now() - began;
      if (ms >= longestMs) this.#report(ms, [{ controller, object: object() }]);
    }
  }

  /** Called often, and before a reconcile is forgotten. */
  look(): void {
    const ms = performance.now() - this.#looked - lookMs;
    if (ms < 0) return;
    // What it did since then, without the time in which it waited for events.
    const { active } = performance.eventLoopUtilization(this.#used);
    const isBlocked = this.#timer !== undefined && ms >= longestMs && active >= longestMs;
    if (isBlocked) this.#report(ms, this.#running());
    else this.#begin();
  }

  #begin(): void {
    this.#looked = performance.now();
    this.#used = performance.eventLoopUtilization();
  }

  #running(): readonly Suspect[] {
    return [...this.#controllers].flatMap((controller) =>
      controller.objects().map((object) => ({ controller, object })),
    );
  }

  #report(ms: number, suspects: readonly Suspect[]): void {
    this.#begin();
    const { log } = suspects[0]?.controller ?? [...this.#controllers][0] ?? {};
    const named = suspects.slice(0, mostNamed).map(({ controller, object }) => `${object} in "${controller.name}"`);
    if (suspects.length > mostNamed) named.push(`${suspects.length - mostNamed} more`);
    const error = operatorError("operator/loop-blocked", {
      seconds: (ms / 1000).toFixed(1),
      objects: named.join(", ") || "none",
    });
    this.#unlessContinued(() => {
      for (const controller of new Set(suspects.map((suspect) => suspect.controller))) controller.count();
      log?.error("Event loop blocked", errorFields(error));
    });
  }

  /** Calls a function unless SIGCONT came while the loop stood still: Node reports it in the second turn at the latest, as the events of this one may have been read before. */
  #unlessContinued(call: () => void): void {
    const before = this.#continued;
    setImmediate(() => setImmediate(() => this.#continued === before && call()));
  }

  #remove(controller: WatchedController): void {
    this.#controllers.delete(controller);
    if (this.#controllers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    process.off("SIGCONT", this.#onContinued);
  }
}

interface Suspect {
  readonly controller: WatchedController;
  readonly object: string;
}

/** The watch of this process. */
export const loopWatch: LoopWatch = new LoopWatch();
