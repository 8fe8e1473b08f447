// Which Clusters are followed: those whose control plane is initialized, by the field or by the condition.
import { Cluster } from "@capstan/api/core/v1beta2";
import { systemClock } from "@capstan/client";
import { type CacheReader, createManager, silentLogger } from "@capstan/operator";
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

/** A cache of these Clusters, which counts reads of single ones. */
function cacheOf(clusters: readonly Cluster[]): { readonly cache: CacheReader; readonly reads: () => number } {
  let reads = 0;
  const cache = {
    each: () => clusters,
    view: (_: unknown, { name }: { readonly name: string }) => {
      reads += 1;
      return clusters.find(({ metadata }) => metadata.name === name);
    },
  };
  return { cache: cache as unknown as CacheReader, reads: () => reads };
}

function clusterNamed(name: string, isReachable: boolean): Cluster {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name, namespace: "default", uid: name },
    spec: {},
    ...(isReachable ? { status: { initialization: { controlPlaneInitialized: true } } } : {}),
  };
}

test("Clusters are looked through when one has changed", async () => {
  const clusters = [clusterNamed("a", true), clusterNamed("b", false)];
  const { cache, reads } = cacheOf(clusters);
  const clock = { ...systemClock, after: (ms: number, call: () => void) => systemClock.after(ms / 1000, call) };
  const stop = new AbortController();
  const followed: FollowedCluster[] = [];
  const over = followClusters({ cache, clock, signal: stop.signal }, (cluster) => {
    followed.push(cluster);
    return { tried: Promise.resolve(), ended: Promise.resolve() };
  });
  await expect.poll(() => followed.length, poll).toBe(1);
  const before = reads();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads()).toBe(before);
  clusters[1] = clusterNamed("b", true);
  await expect.poll(() => followed.map(({ key }) => key.name), poll).toEqual(["a", "b"]);
  clusters.splice(0, 1);
  await expect.poll(() => followed[0]?.signal.aborted, poll).toBe(true);
  expect(followed[1]?.signal.aborted).toBe(false);
  const reason = new Error("stop");
  stop.abort(reason);
  await over;
  expect(followed[1]?.signal.reason).toBe(reason);
});
