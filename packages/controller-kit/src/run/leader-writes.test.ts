// What only the leader may write: its runnables, the migrator of storage versions, and passes in workload clusters.
import { ownerReferenceTo } from "@capstan/contract";
import { type Client, createClient } from "@capstan/client";
import { describeError } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { createManager, type ReconcileContext, silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import type { ProviderRunnable } from "../authoring/runnable.ts";
import { crdMigrator } from "../migration/crd-migrator.ts";
import { migratedKinds } from "../migration/migrated-kinds.ts";
import { phasesWithout } from "../migration/phases.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import { createChainBench } from "../../test/chain-kinds.ts";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { createProviderManager } from "./provider-manager.ts";

const kit: ProviderKit<object> = initProvider();
const over = new Error("this process does not lead any more");
let env: TestEnv;
let client: Client;
beforeAll(async () => {
  env = await startBenchEnv();
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

test("a runnable of the leader makes no call when its process does not lead any more, and others do", async () => {
  const clients = new Map<string, Client>();
  const stop = new AbortController();
  const runnable = (name: string, needsLeader: boolean): ProviderRunnable<object> => ({
    name,
    needsLeader,
    async run(context) {
      clients.set(name, context.client);
      await context.client.list(Namespace);
      if (clients.size === 2) stop.abort();
    },
  });
  const runnables = [runnable("everyone", false), runnable("leader", true)];
  const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [], runnables });
  const leaderElection = { name: "leader-writes", namespace: "default" };
  await createProviderManager(provider, { client, services: {}, log: silentLogger, leaderElection }).run(stop.signal);
  const list = async (name: string): Promise<unknown> =>
    clients
      .get(name)
      ?.list(Namespace)
      .then(() => "listed", describeError);
  expect(await list("everyone")).toBe("listed");
  expect(await list("leader")).toMatch("this process does not lead, so it may not call the API server");
});

test("the migrator writes no object when its process does not lead any more", async () => {
  await using bench = await createChainBench(env, ["a", "b"]);
  await bench.define("v3", ["v1", "v2", "v3"]);
  const migrator = crdMigrator({
    client: bench.client,
    kinds: migratedKinds(bench.provider),
    phases: phasesWithout([]),
  });
  const writes: string[] = [];
  const observe = bench.client.observe(({ method }) => writes.push(method));
  const ended = {
    ...bench.client,
    listAll: bench.client.listAll.bind(bench.client),
    patch: () => Promise.reject(over),
  };
  const context: ReconcileContext = {
    signal: new AbortController().signal,
    isAborted: false,
    log: silentLogger,
    client: bench.client,
    assertLeader() {},
    guarded: () => ended,
    cache: createManager({ client: bench.client }).cache,
    events: { record() {} },
    reconcileId: "1",
    failures: 0,
  };
  await expect(migrator.reconcile(bench.key, context)).rejects.toThrow("2 objects");
  observe();
  expect(writes).not.toContain("PATCH");
  expect((await bench.crd()).status?.storedVersions).toEqual(["v1", "v3"]);
});

test("the client of a workload cluster is one that ends with the pass", async () => {
  const bench = await createPassBench(env);
  const remote = Object.assign(new RemoteClusters({ client }), {
    connect: async () => ({ connected: true, client, kubeconfig: "" }),
  });
  const problems: string[] = [];
  const writing = kit.infraCluster(FooCluster, {
    async reconcile({ cluster }, ctx) {
      const workload = await ctx.workload(cluster);
      if (workload.connected)
        await workload.client
          .delete(Namespace, { namespace: "", name: "none" })
          .catch((error: unknown) => problems.push(describeError(error)));
      return provisioned();
    },
    delete: async () => removed(),
  });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const guarded = (given: Client): Client => {
    expect(given).toBe(client);
    return Object.assign(createClient(env.credentials), { delete: () => Promise.reject(over) });
  };
  for (let count = 0; count < 3; count++) await bench.pass(writing, "a", { remote, guarded });
  expect(problems[0]).toBe(over.message);
});
