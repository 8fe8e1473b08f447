// The same work on many things, a few at a time.
import { availableParallelism } from "node:os";

/** The results in the order of the items. The first failure ends it; what is under way then is left to end by itself. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
  return results;
}
