// The provisioned flag of an object that was provisioned once: no later outcome of a pass takes it back.
import { ownerReferenceTo } from "@capstan/contract";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { FooCluster } from "../../test/foo-kinds.ts";
import { initProvider } from "../authoring/provider-kit.ts";
import { provisioned, removed, requeueAfter, stalled } from "../authoring/result.ts";

let env: TestEnv;
beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());

const failing = async (): Promise<never> => {
  throw new Error("the cloud is down");
};

test.each([
  {
    name: "stalled",
    deleted: false,
    reconcile: async () => stalled("NetworkReady", "Provisioning", "no quota"),
    last: async () => removed(),
  },
  { name: "an error", deleted: false, reconcile: failing, last: async () => removed() },
  { name: "a deletion that is not finished", deleted: true, reconcile: failing, last: async () => requeueAfter("10s") },
  { name: "an error of a deletion", deleted: true, reconcile: failing, last: failing },
])("$name leaves the provisioned flag (K5)", async ({ deleted, reconcile, last }) => {
  const bench = await createPassBench(env);
  const kit = initProvider();
  const conditions = { NetworkReady: ["Provisioning", "Available"] } as const;
  const parts = { conditions, delete: last };
  const cluster = await bench.cluster("c", {});
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.settle(
    kit.infraCluster(FooCluster, {
      ...parts,
      reconcile: async () => provisioned({ endpoint: { host: "10.0.0.1", port: 6443 } }),
    }),
    "a",
  );
  if (deleted) await bench.remove(FooCluster, "a");
  await bench.pass(kit.infraCluster(FooCluster, { ...parts, reconcile }), "a").catch(() => undefined);
  const { status } = await bench.get(FooCluster, "a");
  const { status: ready } = status?.conditions?.find(({ type }) => type === "Ready") ?? {};
  expect([status?.initialization, ready === "True"]).toEqual([{ provisioned: true }, false]);
});
