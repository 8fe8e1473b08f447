// How long the pause is after an event of a server that sends far more than its objects hold, and that the events of one that sends few have none.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, createClient, systemClock, type WatchEvent } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { eventPauseMs, EventPauses, type EventWork, togetherMs } from "./watch-waits.ts";

const metadata = '"metadata":{"namespace":"d","name":"a","resourceVersion":"2"}';
const lineOf = (data: string): string =>
  `{"type":"MODIFIED","object":{"apiVersion":"v1","kind":"ConfigMap",${metadata},"data":${data}}}`;

/** The event of a line, as the client of a workload cluster reads it. */
async function sent(line: string): Promise<WatchEvent> {
  const server = createServer((_, response) => void response.end(`${line}\n`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({ server: `http://127.0.0.1:${port}` }, { foreign: "the workload cluster of ns/c" });
  try {
    for await (const [event] of client.watchOnce(ConfigMap, { lean: true })) if (event !== undefined) return event;
    throw new Error("no event came");
  } finally {
    client.close();
    server.close();
  }
}

const repeated = (count: number, value: (index: number) => string): string =>
  `{${Array.from({ length: count }, (_, i) => `"a":${value(i)}`).join()}}`;

test.each([
  { what: "a long string", data: `{"a":"${"x".repeat(1_900_000)}"}` },
  { what: "a field that is sent again", data: repeated(55_000, (i) => `"${`${i}`.padEnd(25, "x")}"`) },
  { what: "a field with objects that is sent again", data: repeated(25_000, (i) => `{"k${i}":"${"x".repeat(40)}"}`) },
  { what: "escapes", data: `{"a":"${"\\u0041".repeat(300_000)}"}` },
  { what: "blanks", data: `{"a":${" ".repeat(1_900_000)}"x"}` },
])("a line with $what has half a millisecond for each of its kilobytes", async ({ data }) => {
  const line = lineOf(data);
  expect(line.length).toBeGreaterThan(1_300_000);
  expect(eventPauseMs(await sent(line))).toBeGreaterThan(line.length / 2000);
});

test("an object of a usual size has a short pause, longer with more values", async () => {
  const [empty, full] = [lineOf("{}"), lineOf(JSON.stringify(Array.from({ length: 60 }, () => 0)))];
  const [before, after] = [eventPauseMs(await sent(empty)), eventPauseMs(await sent(full))];
  expect(before).toBeGreaterThan(10);
  expect(before).toBeLessThan(11);
  // Counted as the limit of values counts them: those of a list by its commas.
  expect(after - before).toBeCloseTo(59 / 60 + (full.length - empty.length) / 2000, 5);
});

test("the pause of a line that was counted needs no look at its object", async () => {
  const event = await sent(lineOf('{"a":"x"}'));
  const unread = new Proxy(event.object, {
    ownKeys() {
      throw new Error("the object was looked through");
    },
  });
  const before = eventPauseMs(event);
  Object.assign(event, { object: unread });
  expect(eventPauseMs(event)).toBe(before);
});

/** A clock whose time passes in its own waits, and when a test says so. */
interface OwnClock extends Clock {
  readonly waited: () => number;
  readonly pass: (ms: number) => void;
}

function ownClock(): OwnClock {
  let [now, waited] = [0, 0];
  const pass = (ms: number): void => void (now += ms);
  const after = (ms: number, call: () => void): (() => void) => {
    waited += ms;
    pass(ms);
    queueMicrotask(call);
    return () => undefined;
  };
  return { ...systemClock, now: () => now, after, pass, waited: () => waited };
}

const changed: WatchEvent = {
  type: "MODIFIED",
  object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } },
};
const quick: EventWork = { event: changed, handle: async () => undefined };
const never = new AbortController().signal;

test("a few events at once have no pause, again and again when there is time between", async () => {
  const clock = ownClock();
  const pauses = new EventPauses(clock);
  for (let times = 0; times < 5; times += 1) {
    for (let event = 0; event < 9; event += 1) await pauses.around(quick, never);
    clock.pass(1000);
  }
  expect(clock.waited()).toBe(0);
});

test("events without an end have all of their pauses, but for a tenth of a second", async () => {
  const clock = ownClock();
  const pauses = new EventPauses(clock);
  for (let event = 0; event < 1000; event += 1) await pauses.around(quick, never);
  expect(clock.waited()).toBeCloseTo(1000 * eventPauseMs(changed) - 100, 3);
});

/** Handles a thousand events, each by a function that takes some milliseconds before its first wait and some after it; returns how long all pauses were. */
async function waitedFor(busyMs: number, laterMs: number): Promise<number> {
  const clock = ownClock();
  const pauses = new EventPauses(clock);
  const handle = async (): Promise<void> => {
    clock.pass(busyMs);
    await Promise.resolve();
    clock.pass(laterMs);
  };
  for (let event = 0; event < 1000; event += 1) await pauses.around({ event: changed, handle }, never);
  return clock.waited();
}

test("what the handling takes shortens no pause, and what it takes until its first wait is waited for as long again", async () => {
  const own = 1000 * eventPauseMs(changed) - 100;
  expect(await waitedFor(0, 15)).toBeCloseTo(own, 3);
  expect(await waitedFor(15, 0)).toBeCloseTo(own + 15_000, 3);
});

test("the pause of one large event is not shortened by more", async () => {
  const clock = ownClock();
  const data = { a: "x".repeat(2_000_000) };
  const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data };
  const large: WatchEvent = { type: "MODIFIED", object };
  await new EventPauses(clock).around({ ...quick, event: large }, never);
  expect(clock.waited()).toBeGreaterThan(900);
});

test("a pause ends with its signal", async () => {
  const stop = new AbortController();
  const pauses = new EventPauses({ ...systemClock, after: () => () => undefined });
  setTimeout(() => stop.abort(), 10);
  for (let event = 0; event < 30; event += 1) await pauses.around(quick, stop.signal);
  expect(stop.signal.aborted).toBe(true);
});

test("looks that are due within half a second begin together, and none earlier than it is due", () => {
  const ends = [0, 120, 499, 501].map((now) => now + togetherMs({ ...systemClock, now: () => now }, 10_000));
  expect(ends).toEqual([10_000, 10_500, 10_500, 11_000]);
});
