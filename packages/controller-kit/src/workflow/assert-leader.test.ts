// What an author is told who asks whether this process still leads.
import { ownerReferenceTo } from "@capstan/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnv } from "@capstan/testenv";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());

test("an author who asks before a call to a cloud is told that this process does not lead any more", async () => {
  const bench = await createPassBench(env);
  const calls: string[] = [];
  const creating = kit.infraCluster(FooCluster, {
    async reconcile(_, ctx) {
      ctx.assertLeader();
      calls.push("created a network");
      return provisioned({ endpoint: { host: "10.0.0.1", port: 6443 } });
    },
    delete: async () => removed(),
  });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const over = new Error("this process does not lead any more");
  const assertLeader = (): void => {
    throw over;
  };
  const passes = async (): Promise<void> => {
    for (let count = 0; count < 10; count++) await bench.pass(creating, "a", { assertLeader });
  };
  await expect(passes()).rejects.toBe(over);
  expect(calls).toEqual([]);
  await bench.settle(creating, "a");
  expect(calls).toEqual(["created a network"]);
});
