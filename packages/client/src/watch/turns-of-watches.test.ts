// A list that is sent as a watch, as fast as it is read, leaves turns of the event loop to others.
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { clientLimits } from "../limits.ts";
import { WatchConnection } from "./watch-connection.ts";

const attempt = { doing: "watch ConfigMaps", server: "https://example.com", foreign: undefined };

/** Chunks of 16 KiB that are there at once, as those that Node has read already. */
async function* chunks(count: number): AsyncGenerator<Buffer> {
  const metadata = { name: "a", resourceVersion: "1" };
  const line = JSON.stringify({ type: "ADDED", object: { apiVersion: "v1", kind: "ConfigMap", metadata } });
  const chunk = Buffer.from(`${line.padEnd(1023)}\n`.repeat(16));
  for (let index = 0; index < count; index += 1) yield chunk;
}

/** How many turns others had while a watch was read, and how many events came. */
async function readAll(count: number): Promise<{ readonly turns: number; readonly events: number }> {
  let turns = 0;
  let events = 0;
  const countTurn = (): void => {
    turns += 1;
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  const reading = { attempt, limits: clientLimits, lean: true };
  const body = Readable.from(chunks(count), { objectMode: false, highWaterMark: 1024 * 1024 });
  const watch = new WatchConnection({
    open: () => Promise.resolve({ status: 200, body, onBytes: undefined, from: attempt }),
    reading,
    complete: undefined,
    errorOf: (error) => error,
  });
  for await (const some of watch) events += some.length;
  clearImmediate(next);
  return { turns, events };
}

test("others have a turn after each 64 KiB of a watch", async () => {
  const { turns, events } = await readAll(64);
  expect(events).toBe(64 * 16);
  expect(turns).toBeGreaterThanOrEqual(15);
});

test("fewer bytes are read at once", async () => {
  expect(await readAll(3)).toEqual({ turns: 0, events: 48 });
});
