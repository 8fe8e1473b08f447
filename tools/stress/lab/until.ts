// Waiting for a state of another process.
const intervalMs = 100;
/** Generous: the machine may be busy with other work. */
const limitMs = 120_000;

/** So many milliseconds. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when it is done; rejects after two minutes, or when `done` does. */
export async function until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs / 1000} s: ${what}`);
    await delay(intervalMs);
  }
}
