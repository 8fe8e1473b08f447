// Which changes of an object are those of a write.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { changeOf, demandedVersion, type SentWrite } from "./own-change.ts";

interface Thing extends KubeObject {
  spec?: { size?: number; parts?: readonly string[] };
  status?: { note?: string; phase?: string; conditions?: readonly { type: string; status: string; reason?: string }[] };
}

const thing = (fields: Partial<Thing>, version = "1"): Thing => ({
  apiVersion: "example.com/v1",
  kind: "Thing",
  metadata: { namespace: "ns", name: "a", resourceVersion: version, generation: Number(version) },
  ...fields,
});

const merge = (body: unknown, subresource?: string): SentWrite => ({ sent: { type: "merge", body }, subresource });
const applied = (status: Thing["status"]): SentWrite => ({
  sent: { type: "apply", body: { status } },
  subresource: "status",
});
const old = thing({ spec: { size: 1, parts: ["x"] }, status: { note: "a", phase: "Up" } });

test.each<{ name: string; write: SentWrite; now: Partial<Thing>; want: boolean }>([
  {
    name: "a merge patch and what it says",
    write: merge({ spec: { size: 2 } }),
    now: { spec: { size: 2, parts: ["x"] }, status: { note: "a", phase: "Up" } },
    want: true,
  },
  {
    name: "a merge patch and another value",
    write: merge({ spec: { size: 2 } }),
    now: { spec: { size: 3, parts: ["x"] }, status: { note: "a", phase: "Up" } },
    want: false,
  },
  {
    name: "a merge patch and one more field",
    write: merge({ spec: { size: 2 } }),
    now: { spec: { size: 2, parts: ["x", "y"] }, status: { note: "a", phase: "Up" } },
    want: false,
  },
  {
    name: "a removal of a field",
    write: merge({ status: { note: null } }, "status"),
    now: { spec: { size: 1, parts: ["x"] }, status: { phase: "Up" } },
    want: true,
  },
  {
    name: "a list that is replaced",
    write: merge({ spec: { parts: ["z"] } }),
    now: { spec: { size: 1, parts: ["z"] }, status: { note: "a", phase: "Up" } },
    want: true,
  },
  {
    name: "a status that is applied, and what it says",
    write: applied({ note: "b" }),
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "b", phase: "Up" } },
    want: true,
  },
  {
    name: "a status that is applied, and another value",
    write: applied({ note: "b" }),
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "c", phase: "Up" } },
    want: false,
  },
  {
    name: "a status that is applied, and a field that it does not have",
    write: applied({ note: "a" }),
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "a", phase: "Down" } },
    want: false,
  },
  {
    name: "a status that is applied, and the removal of a field that it does not have",
    write: applied({ note: "a" }),
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "a" } },
    want: false,
  },
  {
    name: "a status that is applied, and the spec",
    write: applied({ note: "a" }),
    now: { spec: { size: 2, parts: ["x"] }, status: { note: "a", phase: "Up" } },
    want: false,
  },
  {
    name: "a status that is sent without its version, and what it says",
    write: { sent: { type: "update", body: { status: { note: "b" } } }, subresource: "status" },
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "b" } },
    want: true,
  },
  {
    name: "a status that is sent without its version, and another value",
    write: { sent: { type: "update", body: { status: { note: "b" } } }, subresource: "status" },
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "c" } },
    want: false,
  },
  {
    name: "operations, and what they say",
    write: {
      sent: { type: "json", body: [{ op: "replace", path: "/status/note", value: "b" }] },
      subresource: "status",
    },
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "b", phase: "Up" } },
    want: true,
  },
  {
    name: "operations, and another value",
    write: {
      sent: { type: "json", body: [{ op: "replace", path: "/status/note", value: "a" }] },
      subresource: "status",
    },
    now: { spec: { size: 1, parts: ["x"] }, status: { note: "b", phase: "Up" } },
    want: false,
  },
  {
    name: "an object that is applied, and what it says",
    write: { sent: { type: "apply", body: { spec: { size: 2 } } } },
    now: { spec: { size: 2, parts: ["x"] }, status: { note: "a", phase: "Up" } },
    want: true,
  },
  {
    name: "an object that is applied, and a field that it does not have",
    write: { sent: { type: "apply", body: { spec: { size: 1 } } } },
    now: { spec: { size: 1, parts: ["x", "y"] }, status: { note: "a", phase: "Up" } },
    want: false,
  },
  {
    name: "an object that is sent without its version, and what it says",
    write: { sent: { type: "update", body: { spec: { size: 2 } } } },
    now: { spec: { size: 2 }, status: { note: "a", phase: "Up" } },
    want: true,
  },
  {
    name: "an object that is sent without its version, and another value",
    write: { sent: { type: "update", body: { spec: { size: 1, parts: ["x"] } } } },
    now: { spec: { size: 2, parts: ["x"] }, status: { note: "a", phase: "Up" } },
    want: false,
  },
  { name: "a write that says nothing", write: {}, now: { status: { note: "a", phase: "Up" } }, want: false },
  {
    name: "a write that demanded the version, whatever it says",
    write: { version: "1" },
    now: { spec: { size: 7 } },
    want: true,
  },
])("$name: $want", ({ write, now, want }) => {
  expect(changeOf(write, "2", true)?.(old, thing(now, "2"))).toBe(want);
});

const ready = { type: "Ready", status: "False", reason: "A" };
const other = { type: "Other", status: "True" };

test.each([
  { name: "its own one", own: { ...ready, reason: "B" }, now: [other, { ...ready, reason: "B" }], want: true },
  {
    name: "a new one",
    own: { type: "New", status: "True" },
    now: [other, ready, { type: "New", status: "True" }],
    want: true,
  },
  {
    name: "one of somebody else, which is as its own one now",
    own: ready,
    now: [{ ...other, status: "False" }, ready],
    want: false,
  },
  { name: "the end of one of somebody else", own: ready, now: [ready], want: false },
  { name: "a new one of somebody else", own: ready, now: [other, ready, { type: "New", status: "True" }], want: false },
])("of the conditions, an apply changes $name: $want", ({ own, now, want }) => {
  const before = thing({ status: { conditions: [other, ready] } });
  expect(
    changeOf(applied({ conditions: [own] }), "2", true)?.(before, thing({ status: { conditions: now } }, "2")),
  ).toBe(want);
});

test("a write that was answered with the version that it demanded changed nothing", () => {
  expect(changeOf({ version: "1" }, "1", true)).toBeUndefined();
});

/** The second state has the next generation where the spec was changed. */
const states = (how: "spec" | "status"): [Thing, Thing] => {
  const [before, after] = [thing({}, "1"), thing({}, "2")];
  if (how === "status") after.metadata.generation = 1;
  return [before, after];
};

test.each<{ name: string; write: SentWrite; how: "spec" | "status"; want: boolean }>([
  { name: "a patch of the spec, the spec", write: merge({ spec: { size: 2 } }), how: "spec", want: false },
  { name: "a patch of the labels, the spec", write: merge({ metadata: { labels: null } }), how: "spec", want: false },
  { name: "a patch of the status, the spec", write: merge({ status: {} }, "status"), how: "spec", want: false },
  { name: "a patch of the status, the status", write: merge({ status: {} }, "status"), how: "status", want: true },
  { name: "an apply of the status, the status", write: applied({ note: "b" }), how: "status", want: true },
  { name: "a patch of the labels, the rest", write: merge({ metadata: { labels: {} } }), how: "status", want: true },
])("of fields that a cache does not keep, a write may change: $name: $want", ({ write, how, want }) => {
  const [before, after] = states(how);
  expect(changeOf(write, "2", false)?.(before, after)).toBe(want);
});

test("objects of thousands of levels are compared in little time", () => {
  const deep = (end: number): unknown => {
    let value: unknown = { end };
    for (let level = 0; level < 5000; level += 1) value = { x: value };
    return value;
  };
  const of = (end: number, version: string): Thing => Object.assign(thing({}, version), { spec: { deep: deep(end) } });
  const check = changeOf(merge({ metadata: { labels: null } }), "2", true);
  const began = performance.now();
  expect([check?.(of(1, "1"), of(2, "2")), check?.(of(1, "1"), of(1, "2"))]).toEqual([false, true]);
  expect(performance.now() - began).toBeLessThan(2000);
});

test("a patch or an object may demand a version", () => {
  expect(
    [
      { metadata: { resourceVersion: "3" } },
      { metadata: { resourceVersion: "0" } },
      { metadata: { resourceVersion: "" } },
      { metadata: {} },
      [],
      null,
    ].map(demandedVersion),
  ).toEqual(["3", undefined, undefined, undefined, undefined, undefined]);
});
