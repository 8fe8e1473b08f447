// Which messages of a project's process are its trace: any code of the project can send some.
import { EventEmitter } from "node:events";
import { type TraceEvent, traceChannelName } from "@capstan/kube/trace";
import { expect, test } from "vitest";
import { traceMessage, tracesOfProject } from "../project/send-trace.ts";
import { receivedTrace, type ReceivedTrace, receiveTrace } from "./trace-receiver.ts";

const key = { namespace: "ns", name: "a" };
const object = { ...key, apiVersion: "example.com/v1", kind: "Foo", resourceVersion: "7" };
const error = { message: "no quota", frames: ["at src/main.ts:3:1"] };
const records: readonly TraceEvent[] = [
  { type: "event", at: 1, controller: "foo", change: "updated", via: "self", object, keys: [key], count: 1 },
  { type: "event", at: 1, controller: "foo", change: "added", via: "map", keys: [], count: 0, ignored: "own write" },
  {
    type: "run",
    at: 1,
    controller: "foo",
    kind: "Foo",
    key,
    reconcileId: "id",
    why: [{ at: 1, cause: "updated", via: "self", object }],
    omitted: 0,
    waitedMs: 0.5,
    ms: 3,
    outcome: "error",
    nextMs: 5,
    error,
    failures: 1,
  },
  { type: "write", at: 1, controller: "foo", key, reconcileId: "id", verb: "patch", object, ms: 3, answer: "stored" },
  {
    type: "queue",
    at: 1,
    controller: "foo",
    ready: 1,
    delayed: 2,
    running: 3,
    abandoned: 0,
    cached: [{ apiVersion: "example.com/v1", kind: "Foo", objects: 4 }],
  },
  { type: "leader", at: 1, lease: "foo-leader", state: "leads" },
  { type: "watch", at: 1, apiVersion: "example.com/v1", kind: "Foo", state: "failed", objects: 3, error, nextMs: 800 },
  { type: "hook", at: 1, hook: "BeforeClusterDelete", handler: "gate", cluster: key, status: "Success", ms: 3 },
  { type: "calling", at: 1, hook: "BeforeClusterDelete", handler: "gate", cluster: key, ms: 500 },
];
const batch = (sent: readonly unknown[], dropped: unknown = 0): object => ({
  message: traceMessage,
  records: sent,
  dropped,
});

test("the name of the channel is that of the packages", () => {
  expect(tracesOfProject).toBe(traceChannelName);
});

test("records of all types come as they were sent, with the number of those that are missing", () => {
  expect(receivedTrace(batch(records, 3))).toEqual({ records, dropped: 3, unknown: 0 });
});

test("a record without one of its fields is none", () => {
  const optional = new Set(["object", "ignored", "nextMs", "error", "cluster"]);
  const broken = records.flatMap((record) =>
    Object.keys(record)
      .filter((field) => !optional.has(field))
      .map((field) => ({ ...record, [field]: undefined })),
  );
  expect(broken.length).toBeGreaterThan(50);
  expect(receivedTrace(batch(broken))).toEqual({ records: [], dropped: 0, unknown: broken.length });
});

test.each([
  ["no object", 7],
  ["a list", []],
  ["no type", { at: 1 }],
  ["a type of every object", { type: "constructor", at: 1 }],
  ["a type of a later version", { type: "cloud", at: 1 }],
  ["a state that there is not", { type: "leader", at: 1, lease: "foo", state: "toString" }],
  ["a time that is a string", { type: "leader", at: "now", lease: "foo", state: "leads" }],
  ["a key without a namespace", { ...records[0], keys: [{ name: "a" }] }],
  ["a string without an end", { type: "leader", at: 1, lease: "x".repeat(20_001), state: "leads" }],
  ["a list without an end", { ...records[0], keys: Array(1001).fill(key) }],
])("what has %s is no record", (_, record) => {
  expect(receivedTrace(batch([record, records[5]]))).toEqual({ records: [records[5]], dropped: 0, unknown: 1 });
});

test.each([
  ["a string", "capstan: the trace"],
  ["nothing", null],
  ["another message", { message: "ready", records }],
])("%s is no batch", (_, message) => {
  expect(receivedTrace(message)).toBeUndefined();
});

test("a batch without records or with a wrong number has none", () => {
  expect(receivedTrace({ message: traceMessage })).toEqual({ records: [], dropped: 0, unknown: 0 });
  expect(receivedTrace({ message: traceMessage, records: {}, dropped: -1 })).toMatchObject({ records: [], dropped: 0 });
});

test("a listener gets the batches of a process, and no other messages", () => {
  const child = new EventEmitter();
  const received: ReceivedTrace[] = [];
  receiveTrace(child, (one) => void received.push(one));
  for (const message of ["ready", batch([records[5]]), { records }]) child.emit("message", message);
  expect(received).toEqual([{ records: [records[5]], dropped: 0, unknown: 0 }]);
});
