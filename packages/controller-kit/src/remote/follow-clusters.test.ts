// Which Clusters are followed: those whose control plane is initialized, by the field or by the condition.
import { Cluster } from "@capstan/api/core/v1beta2";
import { systemClock } from "@capstan/client";
import { createManager, silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { followClusters } from "./follow-clusters.ts";

let management: TestEnv;
beforeAll(async () => {
  management = await startBenchEnv();
}, 120_000);
afterAll(() => management.stop());

const condition = (status: "True" | "False"): object => ({
  conditions: [
    {
      type: "ControlPlaneInitialized",
      status,
      reason: "x",
      message: "",
      lastTransitionTime: "2026-01-01T00:00:00Z",
    },
  ],
});

test("a Cluster is followed when the field or the condition says that its control plane is initialized", async () => {
  const bench = await createPassBench(management);
  const states = {
    none: { phase: "Pending" },
    field: { initialization: { controlPlaneInitialized: true } },
    // So is a Cluster whose control plane are Machines without a control plane object.
    condition: condition("True"),
    waits: condition("False"),
  };
  for (const [name, status] of Object.entries(states)) {
    await bench.cluster(name);
    await bench.patchStatus(Cluster, name, { status });
  }
  const manager = createManager({ client: bench.client, namespaces: [bench.namespace], log: silentLogger });
  manager.addController({ name: "x", for: Cluster, reconcile: async () => ({}) });
  const followed: string[] = [];
  manager.add({
    name: "followed",
    run: (signal) =>
      followClusters({ cache: manager.cache, clock: systemClock, signal }, ({ key }) => {
        followed.push(key.name);
        return { tried: Promise.resolve(), ended: Promise.resolve() };
      }),
  });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  await expect.poll(() => followed.toSorted(), { timeout: 15_000 }).toEqual(["condition", "field"]);
  stop.abort();
  await ended;
}, 30_000);
