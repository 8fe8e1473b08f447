// How objects of a paused Cluster are created and deleted, also by the requests of `clusterctl move` beside a running provider: nothing
// stays behind, and the infrastructure is not deleted.
import { Cluster } from "@capstan/api/core/v1beta2";
import type { UntypedPatches } from "@capstan/client";
import { ownerReferenceTo } from "@capstan/contract";
import { finalizerOf, keyOf } from "@capstan/kube";
import type { TestEnv } from "@capstan/testenv";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "../../test/pass-bench.ts";
import { initProvider } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { startProvider } from "../testing/start-provider.ts";

const kit = initProvider<{ calls: string[] }>();
const fooCluster = kit.infraCluster(FooCluster, {
  async reconcile({ object }, { services }) {
    services.calls.push(`reconcile ${keyOf(object).name}`);
    return provisioned();
  },
  async delete({ object }, { services }) {
    services.calls.push(`delete ${keyOf(object).name}`);
    return removed();
  },
});
const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [fooCluster] });

let env: TestEnv;
beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());

/** The requests to one object, in the order of each case. */
function requestsTo(bench: PassBench, name: string): Record<"mark" | "release" | "delete", () => Promise<unknown>> {
  const patches: UntypedPatches = bench.client;
  const marks = { "clusterctl.cluster.x-k8s.io/delete-for-move": "" };
  const body = [{ op: "add", path: "/metadata/annotations", value: marks }];
  return {
    mark: () => patches.patch(FooCluster, { namespace: bench.namespace, name }, { type: "json", body }),
    release: () => bench.patch(FooCluster, name, { metadata: { finalizers: [] } }),
    delete: () => bench.remove(FooCluster, name),
  };
}

function paused(conditions: readonly { type?: string; status?: string }[] = []): string | undefined {
  return conditions.find(({ type }) => type === "Paused")?.status;
}

/** Paused objects that the provider has reconciled before. */
async function createPaused(bench: PassBench, names: readonly string[]): Promise<void> {
  const cluster = await bench.cluster("c");
  const ownerReferences = [ownerReferenceTo(cluster)];
  for (const name of names) await bench.create(FooCluster, { metadata: { name, ownerReferences } });
  const states = async (): Promise<unknown[]> => {
    const all = await Promise.all(names.map((name) => bench.get(FooCluster, name)));
    return all.map(({ metadata, status }) => [metadata.finalizers, paused(status?.conditions)]);
  };
  const state = (value: string): unknown => [[finalizerOf(FooCluster)], value];
  await expect.poll(states).toEqual(names.map(() => state("False")));
  await bench.patch(Cluster, "c", { spec: { paused: true } });
  // The Cluster names the first, so the others have no pass.
  await expect.poll(states).toContainEqual(state("True"));
}

test.each([
  { why: "as clusterctl sends them", order: ["mark", "delete", "release"] as const },
  { why: "the finalizers removed first", order: ["mark", "release", "delete"] as const },
])("paused objects do not stay after the requests of a move, $why", async ({ order }) => {
  const bench = await createPassBench(env);
  const calls: string[] = [];
  const namespaces = [bench.namespace];
  await using _running = startProvider(provider, { credentials: env.credentials, services: { calls }, namespaces });
  const names = ["a", "b", "c", "d", "e", "f"];
  await createPaused(bench, names);
  for (const name of names) {
    const requests = requestsTo(bench, name);
    for (const request of order) {
      await requests[request]();
      // Long enough for a pass that the request causes.
      await sleep(40);
    }
  }
  const left = async (): Promise<string[]> =>
    (await bench.client.list(FooCluster, { namespace: bench.namespace })).items.map((object) => keyOf(object).name);
  expect(await left()).toEqual([]);
  expect(calls.filter((call) => call.startsWith("delete"))).toEqual([]);
});

test("an object that was created under a pause is deleted at once, and gets the finalizer when the pause ends", async () => {
  const calls: string[] = [];
  const bench = await createPassBench(env, { calls });
  const ownerReferences = [ownerReferenceTo(await bench.cluster("c", { paused: true }))];
  const create = (): Promise<unknown> => bench.create(FooCluster, { metadata: { name: "a", ownerReferences } });
  await create();
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "paused" });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "not-found" });
  await create();
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "paused" });
  await bench.patch(Cluster, "c", { spec: { paused: null } });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "finalizer-added", requeueAfter: "0s" });
  expect(calls).toEqual([]);
  await bench.settle(fooCluster, "a");
  expect(calls).toEqual(["reconcile a"]);
});
