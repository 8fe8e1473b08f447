// The clock of an entry under `capstan dev`, which can be moved forward: what controllers wait for is due then. `@capstan/client` takes it in place of the computer's when it is loaded; an author's `Date` and timers are not touched.
// No package is imported: this runs before all else.

/** The environment variable that asks for it. */
const variable = "CAPSTAN_CLOCK";
/** Where `@capstan/client` looks for a clock. */
const place = Symbol.for("capstan.clock");
/** What is sent with how far the clock is ahead, in milliseconds. */
const message = "capstan: the clock is ahead";
/** Node ends longer timers after a millisecond. */
const longestTimerMs = 2 ** 31 - 1;

/** The variable for a process whose clock can be moved. */
export const clockVariable: Readonly<Record<string, string>> = { [variable]: "1" };

/** What tells such a process how far its clock is ahead of the computer's. */
export function clockMessage(aheadMs: number): readonly [string, number] {
  return [message, aheadMs];
}

interface Timer {
  readonly due: number;
  readonly call: () => void;
  handle: NodeJS.Timeout;
}

/** The clock of the computer. */
type SteadyClock = Pick<MovableClock, "random" | "now" | "date" | "after">;

/** The computer's time and timers, moved forward. */
export class MovableClock {
  readonly random: () => number = Math.random;
  /** The computer's, for what runs: a move must not end it. */
  readonly steady: SteadyClock = {
    random: Math.random,
    now: () => performance.now(),
    date: () => new Date(),
    after: (ms, call) => {
      const timer = setTimeout(call, Math.min(ms, longestTimerMs));
      return () => clearTimeout(timer);
    },
  };
  #aheadMs = 0;
  readonly #timers = new Set<Timer>();

  readonly now = (): number => performance.now() + this.#aheadMs;
  readonly date = (): Date => new Date(Date.now() + this.#aheadMs);

  readonly after = (ms: number, call: () => void): (() => void) => {
    const due = this.now() + Math.min(ms, longestTimerMs);
    const timer: Timer = { due, call, handle: this.#start(due, () => this.#end(timer)) };
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer.handle);
      this.#timers.delete(timer);
    };
  };

  /** Moves it so far ahead of the computer's; never back. */
  moveTo(aheadMs: number): void {
    if (!(aheadMs > this.#aheadMs)) return;
    this.#aheadMs = aheadMs;
    for (const timer of this.#timers) {
      clearTimeout(timer.handle);
      timer.handle = this.#start(timer.due, () => this.#end(timer));
    }
  }

  #start(due: number, end: () => void): NodeJS.Timeout {
    return setTimeout(end, Math.max(0, due - this.now()));
  }

  #end(timer: Timer): void {
    this.#timers.delete(timer);
    timer.call();
  }
}

/** Gives the process such a clock if the environment asks for it. */
export function installMovableClock(): void {
  const { [variable]: wanted } = process.env;
  Reflect.deleteProperty(process.env, variable);
  if (wanted === undefined) return;
  const clock = new MovableClock();
  Reflect.set(globalThis, place, clock);
  process.on("message", (received) => {
    if (Array.isArray(received) && received[0] === message) clock.moveTo(Number(received[1]));
  });
  // The listener alone keeps no process running.
  process.channel?.unref();
}
