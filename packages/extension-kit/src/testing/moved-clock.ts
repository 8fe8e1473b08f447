// A clock that is moved for one call: `Date` of the process, and the formats of `Intl` without a date, have another time inside of it, and the real time everywhere else.
import { AsyncLocalStorage } from "node:async_hooks";

/** By how many milliseconds the clock of a call is moved. */
const moved = new AsyncLocalStorage<number>();

/** How many calls have such a clock now. */
let running = 0;
let giveBack: () => void = () => undefined;

/** The `Date` behind each moved one. Somebody may put a moved one back when it is over: it has the real time then. */
const originals = new WeakMap<DateConstructor, DateConstructor>();

/** Calls a function that sees the time moved by so many milliseconds, also after it has waited. */
export async function withMovedClock<T>(ms: number, call: () => Promise<T>): Promise<T> {
  if (running++ === 0) giveBack = replaceClocks();
  try {
    return await moved.run(ms, call);
  } finally {
    if (--running === 0) giveBack();
  }
}

function replaceClocks(): () => void {
  const ends = [replaceDate(), replaceFormats()];
  return () => {
    for (const end of ends) end();
  };
}

function replaceDate(): () => void {
  // That of a test with fake timers, where there are some.
  const found = globalThis.Date;
  const given = originals.get(found) ?? found;
  const now = (): number => given.now() + (moved.getStore() ?? 0);
  const clock = new Proxy(given, {
    apply: () => new given(now()).toString(),
    construct: (target, values, created) => Reflect.construct(target, values.length === 0 ? [now()] : values, created),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  originals.set(clock, given);
  const { prototype } = given;
  const before = Object.getOwnPropertyDescriptor(prototype, "constructor");
  Object.defineProperty(prototype, "constructor", { ...before, value: clock });
  globalThis.Date = clock;
  return () => {
    if (before !== undefined) Object.defineProperty(prototype, "constructor", before);
    // Fake timers that were started meanwhile may have put it back, or another one that is moved.
    if (originals.get(globalThis.Date) === given) globalThis.Date = given;
  };
}

/** Formats without a date take the time of the process, not that of `Date`. */
function replaceFormats(): () => void {
  const { prototype } = Intl.DateTimeFormat;
  const { format, formatToParts } = Object.getOwnPropertyDescriptors(prototype);
  const found: Intl.DateTimeFormat = Object.create(null, { format, formatToParts });
  // Each format has one function, which is the same at each read.
  const functions = new WeakMap<Intl.DateTimeFormat, Intl.DateTimeFormat["format"]>();
  Object.defineProperty(prototype, "format", {
    ...format,
    get(this: Intl.DateTimeFormat) {
      const own: Intl.DateTimeFormat["format"] = Reflect.get(found, "format", this);
      const known = functions.get(this) ?? ((date) => own(date === undefined ? Date.now() : date));
      functions.set(this, known);
      return known;
    },
  });
  Object.defineProperty(prototype, "formatToParts", {
    ...formatToParts,
    value(this: Intl.DateTimeFormat, date?: Date | number) {
      return found.formatToParts.call(this, date === undefined ? Date.now() : date);
    },
  });
  return () => void Object.defineProperties(prototype, { format, formatToParts });
}
