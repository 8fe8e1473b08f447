// Errors that no call waits for: a timer that throws, a promise that rejects and that nobody handles. Node would end the process, and with it the
// calls of all other Clusters.
import { errorFields, type Logger } from "@capstan/process";

/** So many different errors are told apart; the rest counts as one. */
const mostKnown = 100;
/** An error that comes again has a line once in this time, with how often it came. */
const quietMs = 60_000;
/** Of the stack, what two errors are compared by. */
const comparedLength = 1000;

interface KnownError {
  count: number;
  loggedAt: number;
}

/** Counts errors, so that one that comes again and again does not fill the log. */
export class StrayErrors {
  readonly #known = new Map<string, KnownError>();
  readonly #log: Logger;
  readonly #now: () => number;

  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Logs an error with its stack; one that was logged already is counted, and logged again once a minute. */
  add(caught: unknown, origin: string): void {
    const fields = errorFields(caught);
    const error = this.#errorOf(`${origin} ${String(fields["stack"] ?? fields["error"]).slice(0, comparedLength)}`);
    error.count += 1;
    const now = this.#now();
    if (error.count > 1 && now - error.loggedAt < quietMs) return;
    error.loggedAt = now;
    const often = error.count === 1 ? {} : { times: error.count };
    this.#log.error("An error outside of calls; the extension goes on", { origin, ...fields, ...often });
  }

  #errorOf(key: string): KnownError {
    const place = this.#known.has(key) || this.#known.size < mostKnown ? key : "others";
    const error = this.#known.get(place) ?? { count: 0, loggedAt: 0 };
    this.#known.set(place, error);
    return error;
  }
}

/** Logs the stray errors of this process from now on, which then end it no more. Returns what stops it. */
export function logStrayErrors(log: Logger): () => void {
  const errors = new StrayErrors(log);
  // Rejections that nobody handles are of this kind, too, with their own origin.
  const add = (error: unknown, origin: string): void => errors.add(error, origin);
  process.on("uncaughtException", add);
  return () => void process.off("uncaughtException", add);
}
