// The time line: the objects at each moment, what one object went through, the limits, and Secrets.
import { keyOf, type UnstructuredObject } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";
import { conditionSpans } from "./condition-spans.ts";
import { changeOfWatch, type TimelineChange } from "./timeline-change.ts";
import { Timeline, type ObjectsById } from "./timeline.ts";

interface Step {
  readonly name: string;
  readonly type: TimelineChange["type"];
  readonly time: number;
  readonly more?: Readonly<Record<string, unknown>>;
}

let version = 0;

function step({ name, type, time, more = {} }: Step): TimelineChange {
  version += 1;
  const resourceVersion = String(version);
  const metadata = { name, namespace: "default", resourceVersion };
  const object: UnstructuredObject = { apiVersion: "v1", kind: "ConfigMap", metadata, ...more };
  return { time, type, apiVersion: object.apiVersion, kind: object.kind, key: keyOf(object), resourceVersion, object };
}

const idOf = (name: string): string => `/ConfigMap/default/${name}`;
const plain = (objects: ObjectsById): unknown =>
  Object.fromEntries([...objects].toSorted(([a], [b]) => (a < b ? -1 : 1)));

function timelineOf(steps: readonly Step[], limits = {}): Timeline {
  const timeline = new Timeline(limits);
  for (const one of steps) timeline.add(step(one));
  return timeline;
}

const steps = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "c"),
    type: fc.constantFrom("ADDED", "MODIFIED", "DELETED"),
    time: fc.nat({ max: 20 }),
    more: fc.record({ data: fc.dictionary(fc.constantFrom("x", "y"), fc.string({ maxLength: 3 })) }),
  }),
  { maxLength: 40 },
);

test("the objects after each change are those of a replay of all changes until then", () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (list, most) => {
      const timeline = new Timeline({ changes: most });
      const replay = new Map<string, UnstructuredObject>();
      const states = [plain(replay)];
      for (const change of list.toSorted((a, b) => a.time - b.time).map(step)) {
        const id = idOf(change.key.name);
        if (change.type === "DELETED" && !replay.has(id)) continue;
        timeline.add(change);
        if (change.type === "DELETED") replay.delete(id);
        else replay.set(id, change.object);
        states.push(plain(replay));
      }
      const { oldest } = timeline;
      expect(timeline.seq - oldest.seq).toBe(Math.min(most, states.length - 1));
      expect(plain(oldest.objects)).toEqual(states[oldest.seq]);
      for (let seq = oldest.seq; seq <= timeline.seq; seq++) {
        expect(plain(timeline.objectsAt(seq))).toEqual(states[seq]);
        for (const name of ["a", "b", "c"])
          expect(timeline.objectAt(idOf(name), seq)).toEqual(timeline.objectsAt(seq).get(idOf(name)));
      }
    }),
  );
});

test("a moment is found by its time", () => {
  const timeline = timelineOf([
    { name: "a", type: "ADDED", time: 10 },
    { name: "b", type: "ADDED", time: 20 },
    { name: "a", type: "DELETED", time: 20 },
  ]);
  expect([5, 10, 15, 20, 99].map((time) => timeline.seqAt(time))).toEqual([0, 1, 1, 3, 3]);
  expect([...timeline.objectsAt(timeline.seqAt(15)).keys()]).toEqual([idOf("a")]);
});

test("a clock that goes back does not change the order", () => {
  const timeline = timelineOf([
    { name: "a", type: "ADDED", time: 10 },
    { name: "b", type: "ADDED", time: 5 },
  ]);
  expect(timeline.changes().map(({ time }) => time)).toEqual([10, 10]);
});

test("more characters than the limit make the oldest changes part of the first state", () => {
  const more = { data: { x: "x".repeat(1000) } };
  const timeline = timelineOf(
    ["a", "b", "c", "d"].map((name, time) => ({ name, type: "ADDED", time, more }) as const),
    { characters: 2500 },
  );
  const { oldest } = timeline;
  expect([oldest.seq, oldest.time, [...oldest.objects.keys()]]).toEqual([2, 1, [idOf("a"), idOf("b")]]);
  expect([...timeline.now.keys()]).toEqual(["a", "b", "c", "d"].map(idOf));
});

test("values of Secrets are not kept, and their keys are", () => {
  const timeline = new Timeline();
  const { object, ...change } = step({ name: "s", type: "ADDED", time: 1, more: { data: { token: "aGVsbG8=" } } });
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": '{"data":"aGVsbG8="}', other: "1" };
  const metadata = { ...object.metadata, annotations };
  timeline.add({
    ...change,
    kind: "Secret",
    object: { ...object, kind: "Secret", metadata, stringData: { a: "aGVsbG8=" } },
  });
  expect(timeline.now.get("/Secret/default/s")).toMatchObject({
    metadata: { annotations: { other: "1" } },
    data: { token: "(hidden)" },
    stringData: { a: "(hidden)" },
  });
  expect(JSON.stringify(timeline.changes())).not.toContain("aGVsbG8=");
});

test("a listener gets each change until it ends", () => {
  const timeline = new Timeline();
  const seen: number[] = [];
  const end = timeline.follow(({ seq }) => seen.push(seq));
  timeline.add(step({ name: "a", type: "ADDED", time: 1 }));
  timeline.add(step({ name: "none", type: "DELETED", time: 1 }));
  end();
  timeline.add(step({ name: "b", type: "ADDED", time: 2 }));
  expect(seen).toEqual([1]);
});

test("a watch that starts again adds nothing that is known", () => {
  const timeline = new Timeline();
  const { object } = step({ name: "a", type: "ADDED", time: 1 });
  for (const time of [1, 2]) {
    const change = changeOfWatch({ type: "ADDED", object }, time);
    if (change !== undefined) timeline.add(change);
  }
  expect(timeline.changes().map(({ id, time }) => [id, time])).toEqual([[idOf("a"), 1]]);
});

const condition = (status: string, reason: string): Readonly<Record<string, unknown>> => ({
  status: { conditions: [{ type: "Ready", status, reason, message: "" }] },
});

test("the conditions of an object have spans", () => {
  const timeline = timelineOf([
    { name: "a", type: "ADDED", time: 10, more: condition("False", "Waiting") },
    { name: "b", type: "ADDED", time: 15 },
    { name: "a", type: "MODIFIED", time: 20, more: condition("False", "Waiting") },
    { name: "a", type: "MODIFIED", time: 30, more: condition("True", "Done") },
    { name: "a", type: "DELETED", time: 40 },
  ]);
  expect(conditionSpans({ time: 0, object: undefined }, timeline.changesOf(idOf("a")))).toEqual([
    {
      type: "Ready",
      spans: [
        { from: 10, to: 30, status: "False", reason: "Waiting", message: "" },
        { from: 30, to: 40, status: "True", reason: "Done", message: "" },
      ],
    },
  ]);
});

test("items without a type or a name of their own are compared as a list", () => {
  const addresses = (...list: readonly string[]): Readonly<Record<string, unknown>> => ({
    addresses: list.map((address) => ({ type: "InternalIP", address })),
  });
  const before = step({ name: "a", type: "ADDED", time: 1, more: addresses("1", "2") });
  const after = step({ name: "a", type: "MODIFIED", time: 2, more: addresses("1", "3") });
  expect(changedFields(before.object, after.object).map(({ path }) => path)).toEqual(["addresses"]);
});

test("changed fields have their paths, and conditions their types", () => {
  const before = step({
    name: "a",
    type: "ADDED",
    time: 1,
    more: { ...condition("False", "Waiting"), spec: { "a.b": [1], gone: true } },
  });
  const after = step({
    name: "a",
    type: "MODIFIED",
    time: 2,
    more: { ...condition("True", "Waiting"), spec: { "a.b": [1, 2], more: "new" } },
  });
  expect(changedFields(before.object, after.object)).toEqual([
    { path: "status.conditions.Ready.status", before: "False", after: "True" },
    { path: 'spec."a.b"', before: "[1]", after: "[1,2]" },
    { path: "spec.more", before: undefined, after: "new" },
    { path: "spec.gone", before: "true", after: undefined },
  ]);
});
