// The provider against the embedded API server: addresses are given, run out, and come back.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CustomResourceDefinition } from "@capstan/api";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import {
  type Client,
  coreCrds,
  type RunningProvider,
  startProvider,
  startTestEnv,
  type TestEnv,
} from "@capstan/controller-kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalIPPool } from "../src/api/local-ip-pool.ts";
import { provider } from "../src/provider.ts";

const crdFolder = join(import.meta.dirname, "..", "generated", "crds");
const files = readdirSync(crdFolder).filter((name) => name.endsWith(".json"));
const crds = files.map((file) => JSON.parse(readFileSync(join(crdFolder, file), "utf8")) as CustomResourceDefinition);

const key = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });

let env: TestEnv;
let running: RunningProvider;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...crds] });
  running = startProvider(provider, { credentials: env.credentials, services: {} });
  ({ client } = running);
});
afterAll(async () => {
  await running.stop();
  await env.stop();
});

async function createPool(name: string, ranges: string[]): Promise<void> {
  await client.create(LocalIPPool, {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta1",
    kind: "LocalIPPool",
    metadata: key(name),
    spec: { ranges, prefix: 24, gateway: "10.0.0.1" },
  });
}

async function createClaim(name: string, pool: string): Promise<void> {
  await client.create(IPAddressClaim, {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddressClaim",
    metadata: key(name),
    spec: { poolRef: { apiGroup: LocalIPPool.group, kind: LocalIPPool.kind, name: pool } },
  });
}

async function addressOf(name: string): Promise<string | undefined> {
  return (await client.find(IPAddress, key(name)))?.spec.address;
}

async function readyReason(name: string): Promise<string | undefined> {
  const { status } = await client.get(IPAddressClaim, key(name));
  return status?.conditions?.find(({ type }) => type === "Ready")?.reason;
}

test("claims get addresses until none is left, and the address of a deleted claim is given again", async () => {
  await createPool("two", ["10.0.0.1-10.0.0.3"]);
  for (const name of ["a", "b"]) await createClaim(name, "two");
  await expect
    .poll(async () => new Set([await addressOf("a"), await addressOf("b")]))
    .toEqual(new Set(["10.0.0.2", "10.0.0.3"]));
  await createClaim("c", "two");
  await expect.poll(() => readyReason("c")).toBe("PoolExhausted");
  const freed = await addressOf("a");
  await client.delete(IPAddressClaim, key("a"));
  await expect.poll(() => addressOf("c"), { timeout: 30_000 }).toBe(freed);
});

test("a pool whose ranges cannot be read says so, and gives no address", async () => {
  await createPool("wrong", ["10.0.0.9-10.0.0.1"]);
  await expect
    .poll(
      async () =>
        (await client.get(LocalIPPool, key("wrong"))).status?.conditions?.find(({ type }) => type === "RangesValid")
          ?.reason,
    )
    .toBe("Invalid");
  await createClaim("d", "wrong");
  await expect.poll(() => readyReason("d")).toBe("AllocationFailed");
  expect(await addressOf("d")).toBeUndefined();
});
