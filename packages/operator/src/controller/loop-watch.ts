// Sees when the event loop stands still, and names the reconciles that ran. A reconcile that computes for a second before its first `await` is known for sure; what held the loop after one is among those that
// run at that moment.
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
  #usage = process.cpuUsage();

  /** Watches while a controller runs. */
  add(controller: WatchedController, stop: AbortSignal): void {
    this.#controllers.add(controller);
    if (this.#timer === undefined) this.#begin();
    this.#timer ??= setInterval(() => this.look(), lookMs).unref();
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

  /** Called often, and before a reconcile is forgotten. A process that was stopped for a while has not computed meanwhile. */
  look(): void {
    const ms = performance.now() - this.#looked - lookMs;
    if (ms < 0) return;
    const { user, system } = process.cpuUsage(this.#usage);
    const isBlocked = this.#timer !== undefined && ms >= longestMs && (user + system) / 1000 >= longestMs;
    if (isBlocked) this.#report(ms, this.#running());
    else this.#begin();
  }

  #begin(): void {
    this.#looked = performance.now();
    this.#usage = process.cpuUsage();
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
    for (const controller of new Set(suspects.map((suspect) => suspect.controller))) controller.count();
    log?.error("Event loop blocked", errorFields(error));
  }

  #remove(controller: WatchedController): void {
    this.#controllers.delete(controller);
    if (this.#controllers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

interface Suspect {
  readonly controller: WatchedController;
  readonly object: string;
}

/** The watch of this process. */
export const loopWatch: LoopWatch = new LoopWatch();
