// Which events the ready-made predicates accept.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { Foo, foo, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import type { CacheEvent } from "../cache/cache.ts";
import {
  allOf,
  annotationsChanged,
  anyOf,
  comparison,
  generationChanged,
  labelsChanged,
  labelsMatch,
  not,
  resourceVersionChanged,
} from "./predicates.ts";

const object = (metadata: KubeObject["metadata"] = {}): KubeObject => ({ apiVersion: "g/v1", kind: "Foo", metadata });
const update = (old: KubeObject["metadata"], now: KubeObject["metadata"]): CacheEvent => ({
  type: "update",
  listed: false,
  old: object(old),
  object: object(now),
});
const add: CacheEvent = { type: "add", object: object(), initial: true };
const remove: CacheEvent = { type: "delete", object: object(), stale: false };

test.each([
  { name: "generationChanged", predicate: generationChanged },
  { name: "labelsChanged", predicate: labelsChanged },
  { name: "annotationsChanged", predicate: annotationsChanged },
  { name: "resourceVersionChanged", predicate: resourceVersionChanged },
])("$name accepts additions and deletions, and ignores an update that changes nothing", ({ predicate }) => {
  expect([add, remove, update({ generation: 1 }, { generation: 1 })].map(predicate)).toEqual([true, true, false]);
});

test.each([
  { name: "a new generation", event: update({ generation: 1 }, { generation: 2 }), want: [true, false, false] },
  { name: "an added label", event: update({}, { labels: { a: "1" } }), want: [false, true, false] },
  { name: "a removed label", event: update({ labels: { a: "1" } }, {}), want: [false, true, false] },
  {
    name: "a changed label",
    event: update({ labels: { a: "1" } }, { labels: { a: "2" } }),
    want: [false, true, false],
  },
  {
    name: "a renamed label",
    event: update({ labels: { a: "1" } }, { labels: { b: "1" } }),
    want: [false, true, false],
  },
  {
    name: "the same labels",
    event: update({ labels: { a: "1" } }, { labels: { a: "1" } }),
    want: [false, false, false],
  },
  { name: "an annotation", event: update({}, { annotations: { a: "1" } }), want: [false, false, true] },
])("an update with $name", ({ event, want }) => {
  expect([generationChanged(event), labelsChanged(event), annotationsChanged(event)]).toEqual(want);
});

test.each([
  { event: update({ generation: 1 }, { generation: 2 }), any: true, all: false },
  { event: update({ generation: 1 }, { generation: 2, labels: { a: "1" } }), any: true, all: true },
  { event: update({}, {}), any: false, all: false },
])("anyOf accepts $any and allOf accepts $all", ({ event, any, all }) => {
  expect(anyOf(generationChanged, labelsChanged)(event)).toBe(any);
  expect(allOf(generationChanged, labelsChanged)(event)).toBe(all);
});

test.each([
  { event: add, want: false },
  { event: remove, want: false },
  { event: update({ generation: 1 }, { generation: 2 }), want: false },
  { event: update({ generation: 1 }, { generation: 1 }), want: true },
])("not accepts what its predicate ignores, and nothing else", ({ event, want }) => {
  expect(not(generationChanged)(event)).toBe(want);
});

test.each([
  { name: "another version", event: update({ resourceVersion: "1" }, { resourceVersion: "2" }), want: true },
  { name: "the same version", event: update({ resourceVersion: "1" }, { resourceVersion: "1" }), want: false },
  {
    name: "the same version of another state, from a server that was restored",
    event: update({ resourceVersion: "1" }, { resourceVersion: "1", labels: { a: "1" } }),
    want: true,
  },
])("resourceVersionChanged: $name", ({ event, want }) => {
  expect([resourceVersionChanged(event), not(resourceVersionChanged)(event)]).toEqual([want, !want]);
});

const gap: CacheEvent = {
  type: "update",
  object: object({ labels: { a: "1" } }),
  old: object({ labels: { a: "1" } }),
  listed: true,
  afterGap: true,
};
const neverChanged = comparison((event) => event.type !== "update");
const own = labelsMatch({ matchLabels: { a: "1" } });
const others = labelsMatch({ matchLabels: { a: "2" } });

test.each([
  { name: "a change", predicate: generationChanged, want: true },
  { name: "no change", predicate: not(generationChanged), want: true },
  { name: "a comparison of an author", predicate: allOf(neverChanged, not(neverChanged)), want: true },
  { name: "a change and no other", predicate: allOf(labelsChanged, not(generationChanged)), want: true },
  { name: "not two changes", predicate: not(allOf(generationChanged, annotationsChanged)), want: true },
  { name: "none of two changes", predicate: not(anyOf(generationChanged, annotationsChanged)), want: true },
  { name: "a change of an object that it selects", predicate: allOf(own, generationChanged), want: true },
  { name: "a change of an object of others", predicate: allOf(others, generationChanged), want: false },
  { name: "no change of an object of others", predicate: allOf(not(generationChanged), not(own)), want: false },
  { name: "an object of others", predicate: not(not(anyOf(others, not(own)))), want: false },
])("after a gap anything may have changed but what selects the object: $name", ({ predicate, want }) => {
  expect(predicate(gap)).toBe(want);
});

const sized: KubeObject["metadata"] = { labels: { size: "big", zone: "a" } };

test.each([
  { name: "an object with the labels", event: { ...add, object: object(sized) }, want: true },
  { name: "an object without labels", event: add, want: false },
  { name: "a deleted object with the labels", event: { ...remove, object: object(sized) }, want: true },
  { name: "an object that gets the labels", event: update({}, sized), want: true },
  { name: "an object that loses the labels", event: update(sized, {}), want: true },
  { name: "an object that never had the labels", event: update({}, { labels: { size: "small" } }), want: false },
])("labelsMatch: $name", ({ event, want }) => {
  expect(labelsMatch({ matchLabels: { size: "big" } })(event)).toBe(want);
  const matchExpressions = [{ key: "size", operator: "In" as const, values: ["big", "huge"] }];
  expect(labelsMatch({ matchExpressions })(event)).toBe(want);
});

/** Ignores additions, as a controller may that needs no start. */
const sizeChanged = (event: CacheEvent<Foo>): boolean =>
  event.type === "update" && event.old.spec?.size !== event.object.spec?.size;
/** The objects that did not have a label, or do not. */
const unlabeled = labelsMatch({ matchExpressions: [{ key: "shard", operator: "DoesNotExist" }] });

test.each([
  { name: "no predicate", options: {} },
  { name: "generationChanged", options: { predicate: generationChanged } },
  { name: "labelsChanged", options: { predicate: labelsChanged } },
  { name: "a predicate that is turned round", options: { predicate: not(annotationsChanged) } },
  { name: "a change of the spec alone", options: { predicate: sizeChanged } },
])(
  "a kind that is served again has each object reconciled, with $name, written meanwhile or not",
  async ({ options }) => {
    const rig = await start([foo("a"), foo("b")], async () => undefined, options);
    const before = rig.runs.length;
    rig.api.faults.push(refusal(404, "NotFound"), refusal(404, "NotFound"));
    rig.api.endWatches("end", "Foo");
    rig.api.put(Foo, foo("b"), { quiet: true });
    await rig.clock.advance(60_000);
    expect([rig.runs.length - before, rig.api.asked.at(-1)]).toEqual([2, "watch foos (initial)"]);
    await rig.stop();
  },
);

test.each([
  { name: "labelsMatch", predicate: labelsMatch({ matchLabels: { shard: "a" } }), want: "a" },
  { name: "not(labelsMatch)", predicate: not(labelsMatch({ matchLabels: { shard: "a" } })), want: "b" },
  { name: "the absence of a label", predicate: unlabeled, want: "b" },
])("a kind that is served again has only those objects reconciled that $name selects", async ({ predicate, want }) => {
  const labeled = { ...foo("a"), metadata: { ...foo("a").metadata, labels: { shard: "a" } } };
  const rig = await start([labeled, foo("b")], async () => undefined, { predicate });
  const first = [...rig.runs];
  rig.api.faults.push(refusal(404, "NotFound"), refusal(404, "NotFound"));
  rig.api.endWatches("end", "Foo");
  await rig.clock.advance(60_000);
  const objects = [first, rig.runs.slice(first.length)].map((runs) => runs.map((run) => run.split(" ")[1]));
  expect(objects).toEqual([[want], [want]]);
  await rig.stop();
});

test("an object in deletion is reconciled after a gap where a predicate looks for the begin of deletions", async () => {
  const predicate = (event: CacheEvent): boolean =>
    event.type === "update" && event.old.metadata.deletionTimestamp !== event.object.metadata.deletionTimestamp;
  const doomed = { ...foo("a"), metadata: { ...foo("a").metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
  const rig = await start([doomed, foo("b")], async () => undefined, { predicate });
  rig.api.faults.push(refusal(404, "NotFound"), refusal(404, "NotFound"));
  rig.api.endWatches("end", "Foo");
  await rig.clock.advance(60_000);
  expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(["a"]);
  await rig.stop();
});

test("a predicate that fails on a state that no server sent does not let an object of others pass after a gap", async () => {
  const predicate = (event: CacheEvent<Foo>): boolean => {
    if (event.type !== "update") return event.object.metadata.name === "a";
    return event.object.metadata.name === "a" || JSON.parse(String(event.old.spec?.size)) === 2;
  };
  const rig = await start([foo("a"), foo("b")], async () => undefined, { predicate });
  const first = [...rig.runs];
  rig.api.faults.push(refusal(404, "NotFound"), refusal(404, "NotFound"));
  rig.api.endWatches("end", "Foo");
  await rig.clock.advance(60_000);
  expect(rig.runs.slice(first.length).map((run) => run.split(" ")[1])).toEqual(["a"]);
  expect(rig.logged.map(({ message }) => message)).not.toContain("Predicate failed, so the event passes");
  await rig.stop();
});
