// Which Clusters the sweep of connections takes for deleted, in a manager of one namespace.
import { Cluster } from "@capstan/api/core/v1beta2";
import { createManager, silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { clusterExists } from "./provider-manager.ts";

test("a Cluster outside of the watched namespaces counts as one that exists, and is no error", async () => {
  const env = await startBenchEnv();
  const bench = await createPassBench(env);
  const { client, namespace } = bench;
  await bench.cluster("c");
  const manager = createManager({ client, namespaces: [namespace], log: silentLogger });
  manager.addController({ name: "x", for: Cluster, reconcile: async () => ({}) });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  await expect.poll(() => manager.cache.has(Cluster, namespace), { timeout: 10_000 }).toBe(true);
  const exists = (key: { namespace: string; name: string }): boolean => clusterExists(manager.cache, key);
  expect(exists({ namespace, name: "c" })).toBe(true);
  expect(exists({ namespace, name: "gone" })).toBe(false);
  expect(exists({ namespace: "elsewhere", name: "c" })).toBe(true);
  stop.abort();
  await ended;
  await env.stop();
}, 60_000);
