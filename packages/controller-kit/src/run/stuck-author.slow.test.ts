// An author whose function never ends, below a whole manager: what the object says, what `/healthz` answers, and how the stop ends.
import { ownerReferenceTo } from "@capstan/contract";
import { createClient } from "@capstan/client";
import { describeError } from "@capstan/kube";
import { silentLogger } from "@capstan/operator";
import { freePort } from "@capstan/testenv/host";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { createProviderManager } from "./provider-manager.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());

test("a pass that hangs is abandoned: Ready says so, and after stuckTimeout /healthz fails", async () => {
  const bench = await createPassBench(env);
  const { promise: hangs, resolve: ends } = Promise.withResolvers<void>();
  const controller = kit.infraCluster(FooCluster, {
    timeout: "100ms",
    async reconcile() {
      await hangs;
      return provisioned();
    },
    delete: async () => removed(),
  });
  const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [controller] });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const port = await freePort();
  const stop = new AbortController();
  const manager = createProviderManager(provider, {
    client: bench.client,
    services: {},
    namespaces: [bench.namespace],
    log: silentLogger,
    healthAddress: `127.0.0.1:${port}`,
    stuckTimeout: "1s",
    shutdownTimeout: "1s",
  });
  const ended = manager.run(stop.signal);
  const ready = async (): Promise<string> => {
    const conditions = (await bench.get(FooCluster, "a")).status?.conditions ?? [];
    return conditions.find(({ type }) => type === "Ready")?.message ?? "";
  };
  await expect.poll(ready).toContain("after its start, and was abandoned");
  const health = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
  await expect.poll(health).toBe(500);
  ends();
  stop.abort();
  await ended;
});

test("caches that cannot be filled end the start after cacheSyncTimeout", async () => {
  const controller = kit.infraCluster(FooCluster, {
    reconcile: async () => provisioned(),
    delete: async () => removed(),
  });
  const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [controller] });
  await using empty = await startTestEnv();
  const client = createClient(empty.credentials);
  const options = { client, services: {}, log: silentLogger, cacheSyncTimeout: "300ms" } as const;
  const ended = createProviderManager(provider, options).run(new AbortController().signal);
  expect(await ended.catch(describeError)).toContain("the cache was not filled within 0.3 s");
  client.close();
});
