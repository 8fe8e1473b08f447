// Managed fields of versions that a definition does not have any more: on kube-apiserver alone, which is the one that records managed fields.
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createChainBench, type Chain, type ChainBench, type ChainVersion } from "../../test/chain-kinds.ts";
import { startProvider, type RunningProvider } from "../testing/start-provider.ts";

let env: TestEnv;
let bench: ChainBench;
let running: RunningProvider;

beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest" });
});
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createChainBench(env, []);
  const { provider, log } = bench;
  running = startProvider(provider, { credentials: env.credentials, services: {}, log });
});
afterEach(async () => {
  await running.stop();
  await bench[Symbol.asyncDispose]();
});

const key = { namespace: "default", name: "a" };

async function apply(version: ChainVersion, field: string, fieldManager: string): Promise<void> {
  const { apiVersion, kind } = bench.kindIn(version);
  await bench.client.apply<Chain>(
    bench.kindIn(version),
    { apiVersion, kind, metadata: key, spec: { [field]: 1 } },
    { fieldManager, force: true },
  );
}

async function managers(): Promise<readonly object[]> {
  const { metadata } = await bench.client.get(bench.kindIn("v2"), key);
  return (metadata.managedFields ?? []).map(({ manager, operation, apiVersion = "" }) => ({
    manager,
    operation,
    apiVersion: apiVersion.split("/")[1],
  }));
}

/** Moves the objects to v3, and removes v1. */
async function removeOldest(): Promise<void> {
  await bench.define("v3", ["v1", "v2", "v3"]);
  await expect.poll(async () => (await bench.crd()).status?.storedVersions, { interval: 50 }).toEqual(["v3"]);
  await bench.define("v3", ["v2", "v3"]);
}

test("an entry of a removed version is removed, and those of other versions stay", async () => {
  await apply("v1", "size", "old");
  await apply("v2", "count", "new");
  expect(await managers()).toEqual(
    expect.arrayContaining([expect.objectContaining({ manager: "old", apiVersion: "v1" })]),
  );
  await removeOldest();
  await expect.poll(managers, { interval: 50 }).toEqual([{ manager: "new", operation: "Apply", apiVersion: "v2" }]);
  expect(bench.logged("info", "cleaned")).toContainEqual({
    message: "Removed managed fields of versions that are not served",
    cleaned: 1,
  });
});

test("the last entry is replaced by one that owns nothing, so that the next apply gets no co-owner", async () => {
  await apply("v1", "size", "only");
  await removeOldest();
  await expect.poll(managers, { interval: 50 }).toEqual([{ manager: "only", operation: "Apply", apiVersion: "v3" }]);
  const { metadata } = await bench.client.get(bench.kindIn("v3"), key);
  expect(metadata.managedFields?.[0]?.fieldsV1).toEqual({ "f:metadata": { "f:name": {} } });
  await apply("v3", "amount", "only");
  expect(await managers()).toEqual([{ manager: "only", operation: "Apply", apiVersion: "v3" }]);
  // What nobody else owns is removed when its owner leaves it out.
  const { apiVersion, kind } = bench.kindIn("v3");
  await bench.client.apply<Chain>(bench.kindIn("v3"), { apiVersion, kind, metadata: key }, { fieldManager: "only" });
  expect((await bench.client.get(bench.kindIn("v3"), key)).spec?.["amount"]).toBeUndefined();
});
