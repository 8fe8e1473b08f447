// Which objects the predicate of a watch lets pass after a gap, in which the kind was not served.
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { Foo, type Rig, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import type { CacheEvent } from "../cache/cache.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { WatchPredicate } from "./watch-predicate.ts";
import { allOf, anyOf, generationChanged, labelsChanged, not, resourceVersionChanged } from "./predicates.ts";

interface Full extends Foo {
  spec: { size: number; ref: { name: string }; zones: readonly string[] };
  rules: readonly { verb: string }[];
  status: { phase: string };
}
const full = (name: string): Full => ({
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name, labels: { a: "1" }, finalizers: ["example.com/x"] },
  spec: { size: 1, ref: { name: "x" }, zones: ["north"] },
  rules: [{ verb: "get" }],
  status: { phase: "Ready" },
});

/** The names of the objects that are reconciled after a gap. */
async function afterGap(rig: Rig): Promise<(string | undefined)[]> {
  const before = rig.runs.length;
  rig.api.faults.push(refusal(404, "NotFound"), refusal(404, "NotFound"));
  rig.api.endWatches("end", "Foo");
  await rig.clock.advance(60_000);
  await rig.stop();
  return rig.runs.slice(before).map((run) => run.split(" ")[1]);
}

function rigOf(predicate: (event: CacheEvent<Full>) => boolean, names: readonly string[] = ["a"]): Promise<Rig> {
  const own: Pick<ControllerOptions<Full>, "predicate"> = { predicate };
  return start(names.map(full), async () => undefined, own);
}
/** Ignores additions. */
const onUpdate =
  (counts: (old: Full, now: Full) => boolean) =>
  (event: CacheEvent<Full>): boolean =>
    event.type === "update" && counts(event.old, event.object);
const finalizersChanged = (event: CacheEvent): boolean =>
  event.type === "update" && event.object.metadata.finalizers?.length !== event.old.metadata.finalizers?.length;
const markChanged = (event: CacheEvent): boolean =>
  event.type !== "update" || event.object.metadata.annotations?.["mark"] !== event.old.metadata.annotations?.["mark"];

test.each([
  { name: "a field", predicate: onUpdate((old, now) => old.spec.size !== now.spec.size) },
  { name: "a field of an inner object", predicate: onUpdate((old, now) => old.spec.ref.name !== now.spec.ref.name) },
  { name: "the length of a list", predicate: onUpdate((old, now) => old.rules.length !== now.rules.length) },
  { name: "a list in an object", predicate: onUpdate((old, now) => old.spec.zones.length !== now.spec.zones.length) },
  { name: "labelsChanged of updates alone", predicate: allOf(labelsChanged, ({ type }) => type === "update") },
  {
    name: "labelsChanged without a new generation",
    predicate: allOf(labelsChanged, not(generationChanged), ({ type }) => type === "update"),
  },
  { name: "no new generation", predicate: (event: CacheEvent) => !generationChanged(event) },
  { name: "generationChanged without a new mark", predicate: allOf(generationChanged, not(markChanged)) },
])("after a gap an object is reconciled where the predicate looks for a change: $name", async ({ predicate }) => {
  const rig = await rigOf(predicate);
  expect([await afterGap(rig), rig.logged]).toEqual([["a"], []]);
});

test("a predicate that compares more than one field, or that objects of others satisfy, looks at afterGap", async () => {
  const isMine = ({ metadata }: Full): boolean => metadata.name === "a";
  const becameReady = (old: Full, now: Full): boolean => old.status.phase === "Pending" && now.status.phase === "Ready";
  const without = onUpdate((old, now) => isMine(now) && becameReady(old, now));
  expect(await afterGap(await rigOf(without, ["a", "b"]))).toEqual([]);
  const looking = (event: CacheEvent<Full>): boolean =>
    event.type === "update" && isMine(event.object) && (event.afterGap === true || without(event));
  expect(await afterGap(await rigOf(looking, ["a", "b"]))).toEqual(["a"]);
});

test.each([
  { name: "alone", predicate: resourceVersionChanged, want: ["b"] },
  { name: "and a new generation", predicate: allOf(resourceVersionChanged, generationChanged), want: ["b"] },
  { name: "and other finalizers", predicate: allOf(resourceVersionChanged, finalizersChanged), want: ["b"] },
  { name: "or a new generation", predicate: anyOf(resourceVersionChanged, generationChanged), want: ["a", "b"] },
])(
  "an object that has not changed in a gap is ignored by resourceVersionChanged $name",
  async ({ predicate, want }) => {
    const rig = await rigOf(predicate, ["a", "b"]);
    const changed: Full = { ...full("b"), status: { phase: "Failed" } };
    rig.api.put(Foo, changed, { quiet: true });
    expect(await afterGap(rig)).toEqual(want);
  },
);

test("what a predicate is called with after a gap, until it accepts one", async () => {
  const events: CacheEvent<Full>[] = [];
  const seen = (accepted: number): Promise<Rig> =>
    rigOf((event) => {
      if (event.type !== "add" || !event.initial) events.push(event);
      return events.length === accepted;
    });
  expect(await afterGap(await seen(5))).toEqual([]);
  const [sent, same, bare, added] = events.splice(0);
  expect([sent, same, added]).toMatchObject([
    { type: "update", afterGap: true, old: { spec: { size: 1 } } },
    { type: "update", old: sent?.object },
    { type: "add", initial: false },
  ]);
  expect(same).not.toHaveProperty("afterGap");
  expect(bare).toMatchObject({ type: "update", afterGap: true });
  expect(bare?.type === "update" && bare.old).toEqual({
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: { ...sent?.object.metadata, finalizers: undefined, resourceVersion: undefined },
    spec: { ref: {}, zones: [] },
    rules: [],
    status: {},
  });
  expect([await afterGap(await seen(2)), events.length]).toEqual([["a"], 2]);
});

test("a predicate that fails on the made-up state lets no object pass, is counted, and the log says so once", async () => {
  const rig = await rigOf(
    onUpdate((old, now) => old.spec.ref.name.startsWith("x") !== now.spec.ref.name.startsWith("x")),
    ["a", "b"],
  );
  expect(await afterGap(rig)).toEqual([]);
  expect(rig.counted.filter((line) => line.startsWith("map"))).toEqual(["map of Foo", "map of Foo"]);
  expect(rig.logged).toEqual([
    {
      message: "Predicate failed on a state that is made up after a gap, so the event does not pass",
      fields: expect.objectContaining({ kind: "Foo", help: expect.stringContaining("event.afterGap") }),
    },
  ]);
});

test("an object that is nested as deeply as an API server accepts passes, too", () => {
  const deep: Full = JSON.parse(
    `${JSON.stringify(full("a")).slice(0, -1)},"free":${'{"in":'.repeat(9000)}{}${"}".repeat(9001)}`,
  );
  const seen: CacheEvent[] = [];
  const deps = {
    kind: "Foo",
    controller: "foo",
    log: silentLogger,
    metrics: { mapFailed: () => expect.unreachable() },
  };
  const predicate = (event: CacheEvent): boolean => {
    seen.push(event);
    return event.type === "add";
  };
  const watch = new WatchPredicate({ predicate }, deps);
  expect(watch.passes({ type: "update", object: deep, old: deep, listed: true, afterGap: true })).toBe(true);
  expect(seen).toHaveLength(4);
});
