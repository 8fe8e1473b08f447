// What goes wrong in the fake cloud, as shares of the calls and as times.

/** How bad the cloud is. */
export interface Faults {
  readonly latencyMs: number;
  /** The time from the creation of a server until it runs. */
  readonly bootMs: number;
  /** How old a list may be. */
  readonly staleMs: number;
  /** The share of calls that are limited: 429 with Retry-After. */
  readonly limited: number;
  /** The share of calls that fail before something was done, and of those that fail after it. */
  readonly failing: number;
  /** The share of calls that are carried out and whose answer is lost. */
  readonly lost: number;
}

/** A cloud without faults. */
export const noFaults: Faults = { latencyMs: 0, bootMs: 20, staleMs: 0, limited: 0, failing: 0, lost: 0 };

/** Which fault a call meets, by a number between 0 and 1. */
export function faultOf({ limited, failing, lost }: Faults, draw: number): keyof Outcomes {
  const order: readonly (readonly [keyof Outcomes, number])[] = [
    ["limited", limited],
    ["failsBefore", failing],
    ["failsAfter", failing],
    ["lost", lost],
  ];
  let sum = 0;
  for (const [name, share] of order) {
    sum += share;
    if (draw < sum) return name;
  }
  return "answered";
}

interface Outcomes {
  readonly limited: unknown;
  readonly failsBefore: unknown;
  readonly failsAfter: unknown;
  readonly lost: unknown;
  readonly answered: unknown;
}
