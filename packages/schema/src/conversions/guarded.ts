// Runs a conversion as a proof demands: only for a limited time, because one that never ends stops the whole server.
import { createContext, Script } from "node:vm";
import { describeError, isCapstanError } from "@capstan/kube";
import type { CheckedConversion } from "./checked-conversion.ts";
import { allowSources } from "./outside-sources.ts";

/** How long all conversions of one sample may take; they take milliseconds. */
const limitMs = 5000;
/** A loop uses this share of its time at least. With less, other programs had the processor, and the sample is tried again. */
const busyShare = 0.5;
/** So many times as long is the last try. */
const mostTimes = 16;

const holder: { run?: () => unknown } = createContext({});
const script = new Script("run()");

/** Something was stopped because it did not end. */
export class EndlessConversion extends Error {
  /** The same error with what was converted. */
  with(samples: object): EndlessConversion {
    return new EndlessConversion(`${this.message}; it was checked with ${JSON.stringify(samples)}`, { cause: this });
  }
}

/** What says whether there are functions of an author's own. */
type Guarded = Pick<CheckedConversion, "byRulesAlone">;

/** What runs the conversions of a sample: only functions of an author's own can loop. */
export function guardOf({ byRulesAlone }: Guarded): <T>(run: () => T) => T {
  return byRulesAlone === true ? (run) => run() : (run) => withinTime(run);
}

/**
 * What runs checks of samples, each for a limited time, and names the samples of one that does not end. After that each further try fails at once: a search
 * for the smallest sample would take hours.
 */
export function untilEndless(conversion: Guarded): <T>(samples: object, check: () => T) => T {
  const guarded = guardOf(conversion);
  let endless: EndlessConversion | undefined;
  return (samples, check) => {
    if (endless !== undefined) throw endless;
    try {
      return guarded(check);
    } catch (error) {
      if (!(error instanceof EndlessConversion)) throw inWords(error);
      endless = error.with(samples);
      throw endless;
    }
  };
}

/** An error of a conversion with its code and help, and without the place in Capstan where it was thrown: test runners show the stack, and not the help. */
function inWords(error: unknown): unknown {
  if (!isCapstanError(error)) return error;
  const words = new Error(`${error.code}: ${describeError(error)}`);
  words.stack = `Error: ${words.message}`;
  return words;
}

/**
 * Runs something for a limited time: also a loop without an end is stopped. On a busy machine it may be run more than once.
 *
 * @throws EndlessConversion when the time is over.
 */
export function withinTime<T>(run: () => T, limit: number = limitMs): T {
  for (let times = 1; ; times *= 2) {
    const began = process.cpuUsage();
    const outcome = runFor(run, limit * times);
    if ("value" in outcome) return outcome.value;
    if (times < mostTimes && usedMs(began) < limit * busyShare) continue;
    const message = `a conversion did not end within ${limit / 1000} s: a function of it loops`;
    throw new EndlessConversion(message, { cause: outcome.stopped });
  }
}

/** What something returned, or the error with which it was stopped. */
type Outcome<T> = { readonly value: T } | { readonly stopped: unknown };

function runFor<T>(run: () => T, timeout: number): Outcome<T> {
  let result: { readonly value: T } | undefined;
  holder.run = () => (result = { value: run() });
  try {
    script.runInContext(holder, { timeout });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    // What was stopped did not run its `finally`.
    allowSources();
    return { stopped: error };
  } finally {
    delete holder.run;
  }
  if (result === undefined) throw new Error("the script has not run");
  return result;
}

function usedMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function isTimeout(error: unknown): boolean {
  // It may be an error of the script's own realm.
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
