// Passes of other kinds, on a real or embedded API server: one of contract v1beta1, and one without a contract.
import { ownerReferenceTo } from "@capstan/contract";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done, failed, provisioned, removed } from "../src/authoring/result.ts";
import { FooDisk, OldCluster } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

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
    ["Paused", "False", "", "NotPaused"],
  ]);
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
