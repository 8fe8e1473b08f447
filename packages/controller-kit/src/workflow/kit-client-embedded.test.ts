// Calls of `ctx.client` on the embedded API server: the status of another kind, deletions with conditions, selectors, and settings for all calls.
import { isConflict } from "@capstan/client";
import type { KubeObject } from "@capstan/kube";
import { createManager, silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FooDisk } from "../../test/foo-kinds.ts";
import { createPassBench, type PassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { owns, type Watch } from "../authoring/watch.ts";
import type { TypedClient } from "../authoring/typed-client.ts";
import { Reservations } from "../ipam/reservations.ts";
import { Sightings } from "../once/sightings.ts";
import { KeptStore } from "../remote/kept-parts.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import { kitClient } from "./kit-client.ts";
import { OneByOne } from "./one-by-one.ts";
import { cacheFirst } from "./reader.ts";

let env: TestEnv;
let bench: PassBench;
let client: TypedClient<KubeObject, readonly Watch[]>;
const stop = new AbortController();

beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());

beforeEach(async () => {
  bench = await createPassBench(env);
  client = await clientOf(bench);
  for (const [name, labels] of [
    ["a", { tier: "fast", zone: "1" }],
    ["b", { tier: "fast" }],
    ["c", { tier: "slow" }],
  ] as const)
    await bench.create(FooDisk, { metadata: { name, labels }, spec: { size: 1 } });
});

/** The client of a pass whose controller owns disks, and reads them from the API server. */
async function clientOf({ client: live }: PassBench): Promise<TypedClient<KubeObject, readonly Watch[]>> {
  const { cache } = createManager({ client: live, log: silentLogger });
  return kitClient(
    { watches: [owns(FooDisk)] },
    {
      client: live,
      reader: cacheFirst(cache, live),
      services: {},
      remote: new RemoteClusters({ client: live }),
      reservations: new Reservations(live),
      sightings: new Sightings(),
      kept: new KeptStore([]),
      guarded: (given) => given,
      lists: new OneByOne(),
      events: { record: () => undefined },
      log: silentLogger,
      assertLeader() {},
    },
  );
}

const at = (name: string): { namespace: string; name: string } => ({ namespace: bench.namespace, name });
const diskOf = (name: string): FooDisk => ({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooDisk",
  metadata: at(name),
  spec: { size: 9 },
});
const named = (disks: readonly FooDisk[]): readonly string[] =>
  disks.map(({ metadata }) => metadata.name ?? "").toSorted();
const condition = {
  type: "Formatted",
  status: "True",
  reason: "Formatted",
  message: "",
  lastTransitionTime: "2026-01-01T00:00:00Z",
} as const;

test("status writes the status and nothing else", async () => {
  const patched = await client.status.patch(FooDisk, at("a"), {
    spec: { size: 2 },
    status: { conditions: [condition] },
  });
  expect([patched.spec, patched.status]).toEqual([{ size: 1 }, { conditions: [condition] }]);
  const { outcome, object } = await client.status.modify(FooDisk, at("a"), (draft) => {
    draft.spec = { size: 3 };
    draft.status = { conditions: [] };
  });
  expect([outcome, object.spec, object.status]).toEqual(["updated", { size: 1 }, { conditions: [] }]);
  const whole = await client.patch(FooDisk, at("a"), { status: { conditions: [condition] } });
  expect(whole.status).toEqual({ conditions: [] });
});

test("a dry run is checked and not stored", async () => {
  const dry = client.with({ dryRun: true });
  await dry.create(FooDisk, diskOf("new"));
  expect((await dry.ensure(FooDisk, diskOf("a"))).outcome).toBe("unchanged");
  await dry.status.patch(FooDisk, at("a"), { status: { conditions: [condition] } });
  await dry.delete(FooDisk, at("b"));
  const { items } = await bench.client.listAll(FooDisk, { namespace: bench.namespace });
  expect(items.map(({ metadata: { name }, spec, status }) => [name, spec?.size, status])).toEqual([
    ["a", 1, undefined],
    ["b", 1, undefined],
    ["c", 1, undefined],
  ]);
});

test("a deletion names the object that it is for, and what becomes of what it owns", async () => {
  const { uid = "" } = (await bench.get(FooDisk, "a")).metadata;
  const wrong = client.delete(FooDisk, at("a"), { preconditions: { uid: "another" } });
  await expect(wrong).rejects.toSatisfy(isConflict);
  await client.delete(FooDisk, at("a"), { preconditions: { uid }, propagationPolicy: "Foreground" });
  await expect.poll(() => client.get(FooDisk, at("a"))).toBeUndefined();
});

test("all objects that a selector matches are deleted with one call, and a dry run deletes none", async () => {
  const { namespace } = bench;
  await client.with({ dryRun: true }).deleteAllOf(FooDisk, { namespace, all: true });
  await client.deleteAllOf(FooDisk, { namespace, labelSelector: "tier=fast" });
  expect(named((await bench.client.listAll(FooDisk, { namespace })).items)).toEqual(["c"]);
});

test.each([
  [{ labelSelector: "tier in (fast)" }, ["a", "b"]],
  [{ labels: { tier: "fast" }, labelSelector: "!zone" }, ["b"]],
  [{ fieldSelector: "metadata.name=c" }, ["c"]],
  [{ labelSelector: "" }, ["a", "b", "c"]],
])("a list with %j", async (selectors, names) => {
  expect(named(await client.list(FooDisk, { namespace: bench.namespace, ...selectors }))).toEqual(names);
});

test("a signal ends the calls of one client, the earlier of two", async () => {
  const first = new AbortController();
  const ended = client.with({ signal: first.signal }).with({ signal: stop.signal });
  expect(await ended.get(FooDisk, at("a"))).toBeDefined();
  first.abort(new Error("long enough"));
  for (const call of [
    () => ended.get(FooDisk, at("a")),
    () => ended.list(FooDisk),
    () => ended.patch(FooDisk, at("a"), {}),
    () => ended.status.patch(FooDisk, at("a"), {}),
    () => ended.delete(FooDisk, at("a")),
  ])
    await expect(call()).rejects.toThrow("long enough");
  expect(await client.get(FooDisk, at("a"))).toBeDefined();
});
