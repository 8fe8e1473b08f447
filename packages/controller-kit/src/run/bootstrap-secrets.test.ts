// The Secrets of bootstrap configs below the real manager, which watches no Secrets: what creates a deleted one again.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { FooConfig } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { dataCreated } from "../authoring/bootstrap-config.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { removed } from "../authoring/result.ts";
import { startProvider } from "../testing/start-provider.ts";

const kit: ProviderKit<object> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "bootstrap",
  controllers: [
    kit.bootstrapConfig(FooConfig, {
      reconcile: async () => dataCreated({ value: "data" }),
      delete: async () => removed(),
    }),
  ],
});

test("a deleted Secret is created again after an annotation of its config has changed", async () => {
  await using env = await startBenchEnv();
  const bench = await createPassBench(env);
  const { namespace, client } = bench;
  const options = { credentials: env.credentials, services: {}, namespaces: [namespace], log: silentLogger };
  await using _running = startProvider(provider, options);
  const cluster = await bench.cluster("c");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  const reference = ownerReferenceTo(await bench.machine("m", cluster), { controller: true });
  await bench.create<KubeObject>(FooConfig, { metadata: { name: "m", ownerReferences: [reference] } });
  const uidOfSecret = async (): Promise<string | undefined> =>
    (await client.find(Secret, { namespace, name: "m" }))?.metadata.uid;
  await expect.poll(async () => (await bench.get(FooConfig, "m")).status?.dataSecretName, poll).toBe("m");

  await bench.remove(Secret, "m");
  await bench.patch(FooConfig, "m", { metadata: { annotations: { "example.com/renewed": "now" } } });
  await expect.poll(uidOfSecret, poll).toEqual(expect.any(String));
});

const poll = { timeout: 60_000 };
