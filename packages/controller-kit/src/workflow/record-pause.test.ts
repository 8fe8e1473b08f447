// When the Paused condition is written, what it is based on, and whether the pass continues.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { annotations } from "@capstan/contract";
import { conditionsAt, setCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import type { Client, UntypedPatches } from "@capstan/client";
import { FakeClient, notServed } from "../../test/fake-client.ts";
import { FooCluster } from "../../test/foo-kinds.ts";
import { Reservations } from "../ipam/reservations.ts";
import { Sightings } from "../once/sightings.ts";
import { KeptStore } from "../remote/kept-parts.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import { kindShapeOf } from "./kind-shape.ts";
import { OneByOne } from "./one-by-one.ts";
import { pausedCondition, recordPause } from "./pause.ts";

const shape = kindShapeOf(FooCluster);
const place = shape.conditions;
const bySpec = "Cluster spec.paused is set to true";

function cluster(paused: boolean): Cluster {
  const apiVersion = "cluster.x-k8s.io/v1beta2";
  return { apiVersion, kind: "Cluster", metadata: { namespace: "ns", name: "c" }, spec: { paused } };
}

/** A FooCluster whose Paused condition says this reason; null for one that is not paused, undefined for none. */
function foo(recorded?: string | null, marks: Record<string, string> = {}): KubeObject {
  const { apiVersion, kind } = FooCluster;
  const object: KubeObject = { apiVersion, kind, metadata: { namespace: "ns", name: "a", annotations: marks } };
  setCondition(object, place, { type: "Other", status: "False", reason: "R" });
  if (recorded !== undefined) setCondition(object, place, pausedCondition(recorded ?? undefined));
  return object;
}

interface Pass {
  readonly fake: FakeClient;
  readonly object: KubeObject;
  readonly cached?: Cluster;
  readonly deleting?: boolean;
}

function run({ fake, object, cached, deleting = false }: Pass): ReturnType<typeof recordPause> {
  const client = fake.whole;
  const reader = {
    view: async () => undefined,
    get: async () => undefined,
    list: async () => [],
    listBy: async () => [],
  };
  const remote = new RemoteClusters({ client });
  const reservations = new Reservations(client);
  const deps = {
    client,
    reader,
    services: {},
    remote,
    kept: new KeptStore([]),
    reservations,
    sightings: new Sightings(),
    lists: new OneByOne(),
    events: { record: () => undefined },
    log: silentLogger,
    assertLeader() {},
    guarded: (given: Client) => given,
  };
  return recordPause({ controller: { resource: FooCluster }, deps, shape, object, deleting }, cached);
}

const paused = (fake: FakeClient): unknown =>
  conditionsAt(fake.objects.get("ns/a") ?? foo(), place)
    .filter(({ type }) => type === "Paused")
    .map(({ status, message }) => [status, message]);

test.each([
  {
    name: "a new object that is not paused",
    given: foo(),
    of: cluster(false),
    end: "pause-recorded",
    writes: 1,
    want: ["False", ""],
  },
  {
    name: "an object without a Cluster",
    given: foo(),
    of: undefined,
    end: "pause-recorded",
    writes: 1,
    want: ["False", ""],
  },
  {
    name: "an object that is known not to be paused",
    given: foo(null),
    of: cluster(false),
    end: undefined,
    writes: 0,
    want: ["False", ""],
  },
  { name: "a new pause", given: foo(null), of: cluster(true), end: "paused", writes: 1, want: ["True", bySpec] },
  { name: "a known pause", given: foo(bySpec), of: cluster(true), end: "paused", writes: 0, want: ["True", bySpec] },
  {
    name: "the end of a pause",
    given: foo(bySpec),
    of: cluster(false),
    end: "pause-recorded",
    writes: 1,
    want: ["False", ""],
  },
  {
    name: "another reason for a pause",
    given: foo(bySpec, { [annotations.paused]: "" }),
    of: cluster(false),
    end: "paused",
    writes: 1,
    want: ["True", `FooCluster has the ${annotations.paused} annotation`],
  },
])("$name", async ({ given, of, end, writes, want }) => {
  const fake = new FakeClient();
  const object = fake.put(given);
  expect(await run({ fake, object, ...(of === undefined ? {} : { cached: of }) })).toBe(end);
  expect([fake.writes.length, fake.reads.filter((read) => read.startsWith("get"))]).toEqual([writes, []]);
  expect(paused(fake)).toEqual([want]);
});

test.each([
  { name: "of a paused object", paused: true, writes: 1, want: 2 },
  { name: "of another object, whose pass writes it at its end,", paused: false, writes: 0, want: 1 },
])("an outdated generation $name is written here $writes times", async ({ paused: isPaused, writes, want }) => {
  const fake = new FakeClient();
  const old = foo();
  old.metadata.generation = 1;
  setCondition(old, place, pausedCondition(isPaused ? bySpec : undefined));
  const object = fake.put({ ...old, metadata: { ...old.metadata, generation: 2 } });
  await run({ fake, object, cached: cluster(isPaused) });
  expect(fake.writes.length).toBe(writes);
  expect(conditionsAt(fake.objects.get("ns/a") ?? old, place)).toMatchObject([
    { type: "Other" },
    { type: "Paused", observedGeneration: want },
  ]);
});

test("only the Paused condition is sent as changed, and the object of the pass stays as it was read", async () => {
  const fake = new FakeClient();
  const object = fake.put(foo());
  const before = structuredClone(object);
  // The other condition changes meanwhile: it must not be written back as it was read.
  const live = structuredClone(object);
  setCondition(live, place, { type: "Other", status: "True", reason: "R" });
  fake.put(live);
  expect(await run({ fake, object, cached: cluster(false) })).toBe("pause-recorded");
  expect(conditionsAt(fake.objects.get("ns/a") ?? foo(), place).map(({ type, status }) => [type, status])).toEqual([
    ["Other", "True"],
    ["Paused", "False"],
  ]);
  expect(object).toEqual(before);
});

test.each([{ recorded: undefined }, { recorded: bySpec }])(
  "a condition that the server drops is not recorded, and the pass continues ($recorded)",
  async ({ recorded }) => {
    const fake = new FakeClient();
    const object = fake.put(foo(recorded));
    const patches: UntypedPatches = fake.client;
    const sent: UntypedPatches = { ...fake.client };
    patches.patch = async (resource, key, change) => sent.patch(resource, key, { ...change, body: {} });
    expect(await run({ fake, object, cached: cluster(false) })).toBeUndefined();
  },
);

test.each([
  { name: "a deletion reads the Cluster of the API server", deleting: true, stored: cluster(true), end: "paused" },
  { name: "a Cluster that is deleted pauses no deletion", deleting: true, stored: undefined, end: "pause-recorded" },
  { name: "otherwise the cached Cluster is enough", deleting: false, stored: cluster(true), end: "pause-recorded" },
])("$name", async ({ deleting, stored, end }) => {
  const fake = new FakeClient();
  const object = fake.put(foo());
  if (stored !== undefined) fake.put(stored);
  expect(await run({ fake, object, deleting, cached: cluster(false) })).toBe(end);
  expect(fake.reads.includes("get ns/c")).toBe(deleting);
});

test("a Cluster whose kind is not served for a moment pauses a deletion still", async () => {
  const fake = new FakeClient();
  fake.client.get = async () => {
    throw notServed();
  };
  const object = fake.put(foo(null));
  await expect(run({ fake, object, deleting: true, cached: cluster(true) })).rejects.toThrow("NotFound");
});

test("a deletion without a Cluster reads none", async () => {
  const fake = new FakeClient();
  expect(await run({ fake, object: fake.put(foo(null)), deleting: true })).toBeUndefined();
  expect(fake.reads).toEqual([]);
});
