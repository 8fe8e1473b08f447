// What readers of the command's output have not taken yet: writers of much wait for it, and an end does not wait for ever.
import { once, setMaxListeners } from "node:events";
import type { Writable } from "node:stream";

type Output = Pick<Writable, "writableLength" | "writableNeedDrain" | "destroyed"> & NodeJS.EventEmitter;

/** While one of the streams holds more than it should: a promise that resolves when that was read, or nobody can read it. */
export function untilRead(streams: readonly Output[]): Promise<void> | undefined {
  const full = streams.filter(({ writableNeedDrain, destroyed }) => writableNeedDrain && !destroyed);
  if (full.length === 0) return undefined;
  return Promise.all(full.map(drained)).then(() => undefined);
}

async function drained(stream: Output): Promise<void> {
  const over = new AbortController();
  setMaxListeners(0, stream);
  const events = ["drain", "close", "error"].map((name) => once(stream, name, { signal: over.signal }));
  await Promise.race(events).catch(() => undefined);
  over.abort();
  await Promise.allSettled(events);
}

/** How long an end waits for a reader that takes nothing. */
const stuckMs = 500;

/** Resolves when nothing was read from the streams for a while, however much they hold. */
export function readersAreStuck(streams: readonly Output[]): Promise<void> {
  const held = (): number => streams.reduce((sum, { writableLength }) => sum + writableLength, 0);
  return new Promise((resolve) => {
    let last = held();
    const timer = setInterval(() => {
      const now = held();
      if (now >= last) {
        clearInterval(timer);
        resolve();
      }
      last = now;
    }, stuckMs);
  });
}
