// Passes of other kinds, on a real or embedded API server: one of contract v1beta1, one that provides no endpoint, and one without a contract; deletions that do not
// reach the author, or fail there; and a Cluster that is nested deeply.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { deepEqual, finalizerOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done, failed, provisioned, removed, requeueAfter } from "../src/authoring/result.ts";
import type { PassReader } from "../src/workflow/reader.ts";
import { FooCluster, FooDisk, HostedCluster, OldCluster } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import { RemoteClusters } from "../src/remote/remote-clusters.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
});

test("contract v1beta1: flag, domain map, severities and permanent failure are in the fields of the contract", async () => {
  const cluster = await bench.cluster("c");
  await bench.create(OldCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const old = kit.infraCluster(OldCluster, {
    conditions: { NetworkReady: ["Provisioning", "Available"] },
    reconcile: async () => provisioned({ failureDomains: [{ name: "a", controlPlane: true }] }),
    delete: async () => removed(),
  });
  await bench.settle(old, "a");
  const { status } = await bench.get(OldCluster, "a");
  expect([status?.ready, status?.failureDomains]).toEqual([true, { a: { controlPlane: true } }]);
  const failing = kit.infraCluster(OldCluster, {
    conditions: { NetworkReady: ["Provisioning", "Available"] },
    reconcile: async () => failed("QuotaExceeded", "no cluster can ever be made here"),
    delete: async () => removed(),
  });
  await bench.pass(failing, "a");
  const after = (await bench.get(OldCluster, "a")).status;
  expect([after?.failureReason, after?.failureMessage]).toEqual(["QuotaExceeded", "no cluster can ever be made here"]);
  expect(
    after?.conditions?.map(({ type, status: value, severity, reason }) => [type, value, severity, reason]),
  ).toEqual([
    ["Ready", "False", "Error", "QuotaExceeded"],
    ["NetworkReady", "True", undefined, undefined],
    ["Paused", "False", undefined, "NotPaused"],
  ]);
});

test("a kind that provides no endpoint waits until its Cluster has one, and the author is not called before", async () => {
  const cluster = await bench.cluster("c");
  await bench.create(HostedCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const seen: unknown[] = [];
  const hosted = kit.infraCluster(HostedCluster, {
    reconcile: async (pass) => {
      seen.push(pass.cluster.spec.controlPlaneEndpoint);
      return provisioned();
    },
    delete: async () => removed(),
  });
  const states = async (): Promise<unknown> => {
    const { status } = await bench.get(HostedCluster, "a");
    const ready = status?.conditions?.find(({ type }) => type === "Ready");
    return [status?.initialization, `${ready?.status} ${ready?.reason}: ${ready?.message}`];
  };
  const waits = "False WaitingForControlPlaneEndpoint: the Cluster has no control plane endpoint yet";
  for (const endpoint of [null, { host: "10.0.0.1" }, null]) {
    await bench.patch(Cluster, "c", { spec: { controlPlaneEndpoint: endpoint } });
    await bench.settle(hosted, "a");
    expect([seen, await states()]).toEqual([[], [undefined, waits]]);
  }
  await bench.patch(Cluster, "c", { spec: { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } } });
  await bench.settle(hosted, "a");
  expect(seen).toEqual([{ host: "10.0.0.1", port: 6443 }]);
  expect(await states()).toEqual([{ provisioned: true }, "True Ready: "]);
});

test("a kind without a contract is reconciled without a Cluster and without gates, and gets no finalizer without a delete function", async () => {
  await bench.create(FooDisk, { metadata: { name: "d" } });
  const disk = kit.controller(FooDisk, {
    conditions: { Formatted: ["Formatting", "Done"] },
    reconcile: async () => done(),
  });
  await bench.settle(disk, "d");
  const object = await bench.get(FooDisk, "d");
  expect(object.metadata.finalizers).toBeUndefined();
  expect(object.status?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
    "Ready True Ready",
    "Formatted True Done",
    "Paused False NotPaused",
  ]);
});

const hold = "example.org/hold";

async function fail(): Promise<never> {
  throw new Error("the cloud is down");
}

/** A controller of FooClusters whose functions always fail. */
const failing = kit.infraCluster(FooCluster, { reconcile: fail, delete: fail });

test("a deleted object that only others hold is released, and the author is not called", async () => {
  const ownerReferences = [ownerReferenceTo(await bench.cluster("c"))];
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences, finalizers: [hold] } });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(failing, "a")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  expect(await bench.pass(failing, "a")).toEqual({ step: "released" });
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual([hold]);
});

test("a deleted object of a kind without a delete function is released", async () => {
  const disk = kit.controller(FooDisk, { reconcile: fail });
  await bench.create(FooDisk, { metadata: { name: "d", finalizers: [hold, finalizerOf(FooDisk)] } });
  await bench.remove(FooDisk, "d");
  expect(await bench.pass(disk, "d")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  expect(await bench.pass(disk, "d")).toEqual({ step: "released" });
  expect((await bench.get(FooDisk, "d")).metadata.finalizers).toEqual([hold, finalizerOf(FooDisk)]);
});

test("an object without an owner keeps its finalizers until it is deleted", async () => {
  const finalizers = [finalizerOf(FooCluster), hold];
  await bench.create(FooCluster, { metadata: { name: "a", finalizers } });
  expect(await bench.pass(failing, "a")).toEqual({ step: "no-owner" });
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual(finalizers);
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(failing, "a")).toEqual({ step: "no-owner" });
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual([hold]);
});

test("a deletion that fails throws the author's error and keeps the finalizer", async () => {
  const ownerReferences = [ownerReferenceTo(await bench.cluster("c"))];
  const finalizers = [finalizerOf(FooCluster)];
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences, finalizers } });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(failing, "a")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  await expect(bench.pass(failing, "a")).rejects.toThrow("the cloud is down");
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual(finalizers);
});

test("the author's context connects to the workload cluster", async () => {
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const seen: unknown[] = [];
  const connecting = kit.infraCluster(FooCluster, {
    reconcile: async (pass, ctx) => {
      seen.push(await ctx.workload(pass.cluster));
      return provisioned();
    },
    delete: async () => removed(),
  });
  await bench.settle(connecting, "a");
  const remote = new RemoteClusters({ client: bench.client });
  expect((await bench.pass(connecting, "a", { remote })).step).toBe("reconciled");
  expect(remote.takeAwaited(cluster)).toBe(true);
  expect(seen.slice(1)).toEqual([
    {
      connected: false,
      reason: "NoKubeconfig",
      message: `Secret ${bench.namespace}/c-kubeconfig does not exist`,
    },
  ]);
});

test("a Cluster with a variable that is nested thousands of levels deep is given to the author", async () => {
  const value = Array.from({ length: 20_000 }).reduce((below) => ({ below }), 1);
  const deep = { ...(await bench.cluster("c")), extra: value };
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(deep)] } });
  const { client } = bench;
  const reader: PassReader = {
    // The kind of the Cluster says that it is a T.
    view: async <T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined> =>
      resource.kind === Cluster.kind ? (deep as unknown as T) : client.find(resource, key),
    get: (resource, key) => client.find(resource, key),
    list: async () => [],
    listBy: async () => [],
  };
  const given: unknown[] = [];
  const controller = kit.infraCluster(FooCluster, {
    reconcile: async ({ cluster }) => (given.push(cluster), requeueAfter("1m")),
    delete: async () => removed(),
  });
  await bench.settle(controller, "a");
  given.length = 0;
  expect(await bench.pass(controller, "a", { reader })).toMatchObject({ step: "reconciled" });
  expect(given.length === 1 && given[0] !== deep && deepEqual(given[0], deep)).toBe(true);
});
