// The migrator with the rights that `--describe` prints, and no others, on kube-apiserver.
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { credentialsWith } from "../../test/account.ts";
import { createChainBench } from "../../test/chain-kinds.ts";
import { describeProvider } from "../run/describe-provider.ts";
import { startProvider } from "../testing/start-provider.ts";

let env: TestEnv;

beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest" });
});
afterAll(() => env.stop());

test.each([false, true])("they are enough, with a status subresource: %s", async (status) => {
  await using bench = await createChainBench(env, ["a"], { status });
  const { clusterRules, watchedRules, migrationRules = [] } = describeProvider(bench.provider);
  const rules = [...clusterRules, ...watchedRules, ...migrationRules];
  await bench.define("v3", ["v1", "v2", "v3"]);
  await using _running = startProvider(bench.provider, {
    credentials: await credentialsWith(env, `migrator-${status}`, rules),
    services: {},
    log: bench.log,
  });
  await expect
    .poll(async () => (await bench.crd()).metadata.annotations ?? {}, { interval: 50, timeout: 20_000 })
    .toHaveProperty(["crd-migration.cluster.x-k8s.io/observed-generation"]);
  expect((await bench.crd()).status?.storedVersions).toEqual(["v3"]);
  expect(bench.logged("error")).toEqual([]);
});
