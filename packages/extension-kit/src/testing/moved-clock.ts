// A clock that is moved for one call: `Date` of the process has another time inside of it, and the real time everywhere else.
import { AsyncLocalStorage } from "node:async_hooks";

/** By how many milliseconds the clock of a call is moved. */
const moved = new AsyncLocalStorage<number>();

/** How many calls have such a clock now. */
let running = 0;
let giveBack: () => void = () => undefined;

/** Calls a function that sees the time moved by so many milliseconds, also after it has waited. */
export async function withMovedClock<T>(ms: number, call: () => Promise<T>): Promise<T> {
  if (running++ === 0) giveBack = replaceDate();
  try {
    return await moved.run(ms, call);
  } finally {
    if (--running === 0) giveBack();
  }
}

function replaceDate(): () => void {
  // That of a test with fake timers, where there are some.
  const given = globalThis.Date;
  const now = (): number => given.now() + (moved.getStore() ?? 0);
  const clock = new Proxy(given, {
    apply: () => new given(now()).toString(),
    construct: (target, values, created) => Reflect.construct(target, values.length === 0 ? [now()] : values, created),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  globalThis.Date = clock;
  return () => {
    if (globalThis.Date === clock) globalThis.Date = given;
  };
}
