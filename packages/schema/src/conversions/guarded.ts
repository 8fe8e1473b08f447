// Runs a conversion as a proof demands: without clock and randomness, and only for a limited time. A webhook that asks the clock gives
// two clients two answers for one stored object; one that never ends stops the whole server.
import { createContext, Script } from "node:vm";

/** How long all conversions of one sample may take; they take milliseconds. */
const limitMs = 5000;

/** Where the clock and randomness come from. */
const sources: readonly (readonly [name: string, holder: object, property: string])[] = [
  ["Date.now", Date, "now"],
  ["Math.random", Math, "random"],
  ["crypto.randomUUID", crypto, "randomUUID"],
  ["crypto.getRandomValues", crypto, "getRandomValues"],
  ["performance.now", performance, "now"],
  ["process.hrtime", process, "hrtime"],
];

let restore: (() => void) | undefined;

/** Runs something in which the clock and randomness throw. */
export function withoutClock<T>(run: () => T): T {
  const undo = [
    ...sources.map(([name, holder, property]) => trap(holder, property, forbidden(name))),
    trap(globalThis, "Date", timeless(Date)),
  ];
  restore = () => {
    for (const one of undo.toReversed()) one();
    restore = undefined;
  };
  try {
    return run();
  } finally {
    restore();
  }
}

function trap(holder: object, property: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(holder, property);
  Object.defineProperty(holder, property, { value, configurable: true, writable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(holder, property);
    else Object.defineProperty(holder, property, own);
  };
}

function forbidden(name: string): () => never {
  return () => {
    throw new Error(`a conversion calls ${name}: its result may depend on nothing but the object`);
  };
}

/** The class of dates, which throws when it is to be the present one. */
function timeless(dates: DateConstructor): DateConstructor {
  return new Proxy(dates, {
    apply: forbidden("Date()"),
    construct: (target, args: unknown[]) =>
      // The class takes whatever the conversion gave.
      args.length === 0 ? forbidden("new Date()")() : (Reflect.construct(target, args) as Date),
  });
}

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
    restore?.();
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
