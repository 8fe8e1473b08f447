// Which Clusters are followed: those whose control plane is initialized, by the field or by the condition.
import { Cluster } from "@capstan/api/core/v1beta2";
import { systemClock } from "@capstan/client";
import { createManager, silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPassBench, type PassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { type FollowedCluster, followClusters } from "./follow-clusters.ts";

let management: TestEnv;
beforeAll(async () => {
  management = await startBenchEnv();
});
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

const poll = { timeout: 15_000 };

/** The Clusters of a bench that a manager follows. */
function follow({ client, namespace }: PassBench): {
  readonly followed: readonly FollowedCluster[];
  readonly stop: () => Promise<void>;
} {
  const manager = createManager({ client, namespaces: [namespace], log: silentLogger });
  manager.addController({ name: "x", for: Cluster, reconcile: async () => ({}) });
  const followed: FollowedCluster[] = [];
  manager.add({
    name: "followed",
    run: (signal) =>
      followClusters({ cache: manager.cache, clock: systemClock, signal }, (cluster) => {
        followed.push(cluster);
        return { tried: Promise.resolve(), ended: Promise.resolve() };
      }),
  });
  const stopping = new AbortController();
  const ended = manager.run(stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  return { followed, stop };
}

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
  const { followed, stop } = follow(bench);
  await expect.poll(() => followed.map(({ key }) => key.name).toSorted(), poll).toEqual(["condition", "field"]);
  await stop();
});

test("a Cluster that is followed is copied once for each change", async () => {
  const bench = await createPassBench(management);
  await bench.cluster("c");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { controlPlaneInitialized: true } } });
  const { followed, stop } = follow(bench);
  await expect.poll(() => followed.length, poll).toBe(1);
  const before = followed[0]?.current();
  expect(before).toBeDefined();
  expect(followed[0]?.current()).toBe(before);
  await bench.patchStatus(Cluster, "c", { status: { phase: "Provisioned" } });
  await expect.poll(() => followed[0]?.current()?.status?.phase, poll).toBe("Provisioned");
  await stop();
});
