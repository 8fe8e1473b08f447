// Waiting for the real controllers, with a bound: they act on their own time, so every expectation of them is a wait.

/** What is waited for, and for how long. */
export interface Wait<T> {
  /** Completes the sentence "waited for ...". */
  readonly what: string;
  readonly read: () => Promise<T>;
  readonly until: (value: T) => boolean;
  /** Seconds. Default: 60. */
  readonly within?: number;
  /** Milliseconds between two looks. Default: 250. */
  readonly every?: number;
}

/** Reads until the value is as wanted; an error says what the last one was. */
export async function eventually<T>({ what, read, until, within = 60, every = 250 }: Wait<T>): Promise<T> {
  const deadline = Date.now() + within * 1000;
  let last = "nothing could be read";
  for (;;) {
    try {
      const value = await read();
      if (until(value)) return value;
      last = JSON.stringify(value) ?? "undefined";
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() > deadline) throw new Error(`waited ${within} s for ${what}; last seen: ${last.slice(0, 4000)}`);
    await sleep(every);
  }
}

/** Reads again and again for a while; fails as soon as the value is not as wanted. For what must not happen. */
export async function throughout<T>({ what, read, until, within = 5, every = 250 }: Wait<T>): Promise<void> {
  const deadline = Date.now() + within * 1000;
  while (Date.now() < deadline) {
    const value = await read();
    if (!until(value))
      throw new Error(`${what} did not hold: ${(JSON.stringify(value) ?? "undefined").slice(0, 4000)}`);
    await sleep(every);
  }
}

/** Lets time pass. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Fails with both values when they are not equal as JSON. */
export function mustEqual(what: string, got: unknown, want: unknown): void {
  const [left, right] = [JSON.stringify(got), JSON.stringify(want)];
  if (left !== right) throw new Error(`${what}: got ${left?.slice(0, 4000)}, wanted ${right?.slice(0, 4000)}`);
}
