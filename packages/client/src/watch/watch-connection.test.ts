// One connection of a watch: when its chunks are read, when the server has to wait, and how the loop ends.
import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { clientLimits } from "../limits.ts";
import { WatchConnection, type WatchConnectionOptions } from "./watch-connection.ts";

const attempt = { doing: "watch ConfigMaps", server: "https://example.com", foreign: undefined };

function line(version: string, bytes = 0): string {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", resourceVersion: version } };
  return `${JSON.stringify({ type: "MODIFIED", object }).padEnd(bytes)}\n`;
}

/** A connection over a stream that the test writes. */
function connect(options: Partial<WatchConnectionOptions<KubeObject>> = {}): {
  readonly body: PassThrough;
  readonly watch: WatchConnection<KubeObject>;
} {
  const body = new PassThrough();
  const watch = new WatchConnection<KubeObject>({
    open: () => Promise.resolve({ status: 200, body, onBytes: undefined, from: attempt }),
    reading: { attempt, limits: clientLimits, lean: true },
    complete: undefined,
    errorOf: (error) => error,
    ...options,
  });
  return { body, watch };
}

/** The versions that a step brought, "end", or its error. */
async function stepOf(watch: WatchConnection<KubeObject>): Promise<string> {
  try {
    const { done, value } = await watch.next();
    if (done === true) return "end";
    return value.map(({ object }) => object.metadata.resourceVersion).join();
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
}

test("the request is sent when the loop begins, not before", async () => {
  let opened = 0;
  const body = new PassThrough();
  const { watch } = connect({
    open: () => ((opened += 1), Promise.resolve({ status: 200, body, onBytes: undefined, from: attempt })),
  });
  await nextTurn();
  expect(opened).toBe(0);
  body.write(line("1"));
  expect([await stepOf(watch), opened]).toEqual(["1", 1]);
});

test("an event that is waited for is there before the next turn of the loop", async () => {
  const { body, watch } = connect();
  const first = stepOf(watch);
  body.write(line("1"));
  await first;
  const order: string[] = [];
  const second = stepOf(watch).then((step) => order.push(step));
  body.write(line("2"));
  setImmediate(() => order.push("turn"));
  await second;
  await nextTurn();
  expect(order).toEqual(["2", "turn"]);
});

test("steps that are wanted together come in their order", async () => {
  const { body, watch } = connect();
  const steps = Promise.all([stepOf(watch), stepOf(watch), stepOf(watch), stepOf(watch)]);
  body.write(line("1"));
  await nextTurn();
  body.end(line("2"));
  expect(await steps).toEqual(["1", "2", "end", "end"]);
});

test("a server that sends faster than the loop reads has to wait, and all of it is read", async () => {
  const { body, watch } = connect();
  const first = stepOf(watch);
  body.write(line("1"));
  expect(await first).toBe("1");
  for (let version = 2; version <= 20; version += 1) body.write(line(String(version), 8 * 1024));
  body.end();
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect([body.isPaused(), body.readableLength > 0]).toEqual([true, true]);
  const versions: string[] = [];
  for await (const events of watch)
    for (const { object } of events) versions.push(object.metadata.resourceVersion ?? "");
  expect(versions).toEqual(Array.from({ length: 19 }, (_, index) => String(index + 2)));
});

test("events before a line without one are given, then its error, then the end", async () => {
  const { body, watch } = connect();
  body.write(`${line("1")}${line("2")}garbage\n${line("3")}`);
  const steps = [await stepOf(watch), await stepOf(watch), await stepOf(watch)];
  expect(steps).toEqual(["1,2", expect.stringContaining("watch events"), "end"]);
  expect(body.destroyed).toBe(true);
});

test("what came before a lost connection is read, then its error is thrown", async () => {
  const { body, watch } = connect();
  body.write(line("1"));
  expect(await stepOf(watch)).toBe("1");
  body.write(line("2"));
  await nextTurn();
  body.destroy(new Error("connection lost"));
  await nextTurn();
  expect([await stepOf(watch), await stepOf(watch), await stepOf(watch)]).toEqual(["2", "connection lost", "end"]);
});

test("after the caller has ended it nothing more comes", async () => {
  let isAborted = false;
  const { body, watch } = connect({ errorOf: (error) => (isAborted ? undefined : error) });
  body.write(line("1"));
  expect(await stepOf(watch)).toBe("1");
  body.write(line("2"));
  await nextTurn();
  isAborted = true;
  body.destroy(new Error("aborted"));
  await nextTurn();
  expect([await stepOf(watch), await stepOf(watch)]).toEqual(["end", "end"]);
});

test("a loop that is left ends the connection, also one that is still being opened", async () => {
  const { body, watch } = connect();
  body.write(line("1"));
  for await (const events of watch) if (events.length > 0) break;
  expect([body.destroyed, await stepOf(watch)]).toEqual([true, "end"]);

  const opening = Promise.withResolvers<PassThrough>();
  const late = connect({
    open: async () => ({ status: 200, body: await opening.promise, onBytes: undefined, from: attempt }),
  });
  const step = stepOf(late.watch);
  await late.watch.return();
  expect(await step).toBe("end");
  opening.resolve(late.body);
  await nextTurn();
  expect(late.body.destroyed).toBe(true);
});

test("a request that fails is the error of the first step", async () => {
  const { watch } = connect({ open: () => Promise.reject(new Error("no server")) });
  expect([await stepOf(watch), await stepOf(watch)]).toEqual(["no server", "end"]);
});
