// Work on several things at once, up to a limit. When one of them fails, what has begun is waited for: nothing runs on beside what comes after the failure.
// `Promise.all` over all of them would begin everything, and would not wait.

/** Calls `run` for each item, a limited number at a time. After a failure no more begin; it rejects with the first one when all that began have ended. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const [item] = items.slice(next, (next += 1));
      if (item === undefined) continue;
      try {
        await run(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}
