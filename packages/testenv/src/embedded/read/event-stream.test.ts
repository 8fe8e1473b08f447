// The order in which events are written, also while objects are being converted, and how a stream ends.
import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { eventsOf, KeptResponse } from "../../../test/http.ts";
import { badRequest } from "../api-status.ts";
import { EventStream } from "./event-stream.ts";

let response: KeptResponse;
let stream: EventStream;
beforeEach(() => {
  response = new KeptResponse();
  // The members of a response that a stream uses.
  stream = new EventStream(response as unknown as ServerResponse);
});

const typesOf = async (): Promise<string[]> => (await eventsOf(response)).map(({ type }) => type);
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("an event is a line of JSON", async () => {
  stream.send("ADDED", '{"a":1}');
  expect(response.sent.text).toBeUndefined();
  await later();
  expect(response.sent.text).toBe('{"type":"ADDED","object":{"a":1}}\n');
});

test("lines of one turn are written together, those of the next apart", async () => {
  for (const type of ["A", "B", "C"]) stream.send(type, "{}");
  expect([await typesOf(), response.writes]).toEqual([["A", "B", "C"], 1]);
  stream.send("D", "{}");
  expect([await typesOf(), response.writes]).toEqual([["A", "B", "C", "D"], 2]);
});

test("nothing is written when there is nothing to write", async () => {
  stream.flush();
  expect(response.writes).toBe(0);
});

test("events wait for an earlier one that is being converted", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  stream.send("A", promise);
  stream.send("B", "{}");
  expect(await typesOf()).toEqual([]);
  resolve("{}");
  expect(await typesOf()).toEqual(["A", "B"]);
  stream.send("C", "{}");
  stream.flush();
  expect(response.sent.text).toMatch(/"C".*\n$/);
});

test("conversions that end in another order are sent in theirs", async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  stream.send("A", first.promise);
  stream.send("B", second.promise);
  second.resolve("{}");
  expect(await typesOf()).toEqual([]);
  first.resolve("{}");
  expect(await typesOf()).toEqual(["A", "B"]);
});

describe("the end", () => {
  test("comes after everything is written", async () => {
    stream.send("A", "{}");
    stream.end();
    expect([response.sent.end, await typesOf()]).toEqual(["ended", ["A"]]);
  });

  test("comes after a conversion", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    stream.send("A", promise);
    stream.end();
    stream.end();
    expect(response.sent.end).toBeUndefined();
    resolve("{}");
    expect([await typesOf(), response.sent.end]).toEqual([["A"], "ended"]);
  });

  test("is the last of it", async () => {
    stream.end();
    stream.send("A", "{}");
    stream.send("B", Promise.resolve("{}"));
    expect(await typesOf()).toEqual([]);
  });

  test("happens once", () => {
    let ends = 0;
    response.on("close", () => (ends += 1));
    stream.end();
    stream.end();
    expect(ends).toBe(1);
  });
});

test.each([
  { error: badRequest("no"), want: { kind: "Status", code: 400, message: "no" } },
  { error: new Error("no"), want: { kind: "Status", code: 500, message: "Internal error occurred: no" } },
])("a conversion that fails with '$error.message' ends the watch", async ({ error, want }) => {
  stream.send("A", Promise.reject(error));
  stream.send("B", "{}");
  expect(await eventsOf(response)).toMatchObject([{ type: "ERROR", object: want }]);
  expect(response.sent.end).toBe("ended");
});

test("a client that has stopped reading is cut off", async () => {
  const most = 256 * 1024 * 1024;
  response.writableLength = most;
  stream.send("A", "{}");
  expect([await typesOf(), response.sent.end]).toEqual([["A"], undefined]);
  response.writableLength = most + 1;
  stream.send("B", "{}");
  expect([await typesOf(), response.sent.end]).toEqual([["A", "B"], "destroyed"]);
  stream.send("C", "{}");
  expect(await typesOf()).toEqual(["A", "B"]);
});
