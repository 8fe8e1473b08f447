// Runs a conversion as a proof demands: only for a limited time, because one that never ends stops the whole server.
import { createContext, Script } from "node:vm";
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
export class EndlessConversion extends Error {}

/** What runs the conversions of a sample: only functions of an author's own can loop. */
export function guardOf({ byRulesAlone }: CheckedConversion): <T>(run: () => T) => T {
  return byRulesAlone === true ? (run) => run() : (run) => withinTime(run);
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
