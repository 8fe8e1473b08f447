// Runs a conversion as a proof demands: only for a limited time, because one that never ends stops the whole server.
import { createContext, Script } from "node:vm";
import { allowSources } from "./outside-sources.ts";

/** How long all conversions of one sample may take; they take milliseconds. */
const limitMs = 5000;

const holder: { run?: () => unknown } = createContext({});
const script = new Script("run()");

/** Something was stopped because it did not end. */
export class EndlessConversion extends Error {}

/**
 * Runs something for a limited time: also a loop without an end is stopped.
 *
 * @throws EndlessConversion when the time is over.
 */
export function withinTime<T>(run: () => T, limit: number = limitMs): T {
  let result: { readonly value: T } | undefined;
  holder.run = () => (result = { value: run() });
  try {
    script.runInContext(holder, { timeout: limit });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    // What was stopped did not run its `finally`.
    allowSources();
    const message = `a conversion did not end within ${limit / 1000} s: a function of it loops`;
    throw new EndlessConversion(message, { cause: error });
  } finally {
    delete holder.run;
  }
  if (result === undefined) throw new Error("the script has not run");
  return result.value;
}

function isTimeout(error: unknown): boolean {
  // It may be an error of the script's own realm.
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
