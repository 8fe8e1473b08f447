// Waits until a cluster is in a state; fails with the state that it is in.
import { setTimeout as sleep } from "node:timers/promises";

/** Asks until the answer is one that is wanted; fails with the last answer when that takes too long. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  wanted: (answer: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(
        `waited ${withinMs / 1000} s in vain; the last answer was ${JSON.stringify(answer, undefined, 2)}`,
      );
    await sleep(250);
  }
}
