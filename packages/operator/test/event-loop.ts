// Holds the event loop, and measures how long work does. Only the processor's time counts there, so that a busy computer fails no test.

/**
 * The longest that a turn may take in a test, in milliseconds. The benchmark of an operator at size holds turns to 50 on an idle computer; a
 * processor that others share needs up to twice its usual time for the same work, and a turn that grows with the objects takes far longer.
 */
export const turnLimitMs = 100;

/** The longest turn of the event loop while work is done, in milliseconds of this thread. */
export async function longestTurn(work: () => Promise<void>): Promise<number> {
  let isRunning = true;
  let longest = 0;
  let usage = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(usage);
    longest = Math.max(longest, (user + system) / 1000);
    usage = process.threadCpuUsage();
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await new Promise((resolve) => setImmediate(resolve));
  longest = 0;
  await work();
  isRunning = false;
  look();
  return longest;
}

/** Holds the event loop, as a function does that computes without waiting for anything. */
export function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
