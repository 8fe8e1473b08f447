// The provider against the embedded API server: data of a Machine and of a MachinePool.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CustomResourceDefinition, type KubeObject, ownerReferenceTo, Secret } from "@capstan/api";
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import {
  type Client,
  coreCrds,
  type RunningProvider,
  startProvider,
  startTestEnv,
  type TestEnv,
} from "@capstan/controller-kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalConfig } from "../src/api/v1beta1/local-config.ts";
import { provider } from "../src/provider.ts";

const crdFolder = join(import.meta.dirname, "..", "generated", "crds");
const files = readdirSync(crdFolder).filter((name) => name.endsWith(".json"));
const crds = files.map((file) => JSON.parse(readFileSync(join(crdFolder, file), "utf8")) as CustomResourceDefinition);

const key = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });
const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "LocalMachine", name: "x" };
const labels = { "cluster.x-k8s.io/cluster-name": "demo" };

let env: TestEnv;
let running: RunningProvider;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...crds] });
  running = startProvider(provider, { credentials: env.credentials, services: {} });
  ({ client } = running);
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key("demo"),
    spec: { infrastructureRef },
  });
  const status = { initialization: { infrastructureProvisioned: true } };
  await client.patch(Cluster, key("demo"), { type: "merge", body: { status }, subresource: "status" });
});
afterAll(async () => {
  await running.stop();
  await env.stop();
});

/** Creates a config as core does for an owner. */
async function configOf(owner: KubeObject, spec: LocalConfig["spec"] = {}): Promise<void> {
  const name = owner.metadata.name ?? "";
  const metadata = { ...key(name), labels, ownerReferences: [ownerReferenceTo(owner, { controller: true })] };
  await client.create(LocalConfig, {
    apiVersion: LocalConfig.apiVersion as LocalConfig["apiVersion"],
    kind: "LocalConfig",
    metadata,
    spec,
  });
}

async function dataOf(name: string): Promise<unknown> {
  const secret = await client.find(Secret, key(name));
  const value = secret?.data?.["value"];
  return value === undefined ? undefined : JSON.parse(Buffer.from(value, "base64").toString());
}

test("a Machine's labels are in its data", async () => {
  const machine = await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { ...key("m"), labels: { ...labels, "cluster.x-k8s.io/control-plane": "" } },
    spec: { clusterName: "demo", bootstrap: {}, infrastructureRef },
  });
  await configOf(machine, { nodeLabels: { tier: "gold" } });
  const nodeLabels = { "node-role.kubernetes.io/control-plane": "", tier: "gold" };
  await expect.poll(() => dataOf("m")).toEqual({ nodeLabels });
  await expect
    .poll(async () => (await client.get(LocalConfig, key("m"))).status)
    .toMatchObject({ dataSecretName: "m", initialization: { dataSecretCreated: true } });
});

test("the data of a MachinePool is created again when its time has come", async () => {
  const pool = await client.create(MachinePool, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: { ...key("p"), labels },
    spec: { clusterName: "demo", template: { spec: { clusterName: "demo", bootstrap: {}, infrastructureRef } } },
  });
  await configOf(pool, { renewAfter: "1s" });
  await expect.poll(() => dataOf("p")).toEqual({ nodeLabels: { "node-role.kubernetes.io/worker": "" } });
  await client.patch(LocalConfig, key("p"), { type: "merge", body: { spec: { nodeLabels: { tier: "new" } } } });
  const nodeLabels = { "node-role.kubernetes.io/worker": "", tier: "new" };
  await expect.poll(() => dataOf("p"), { timeout: 10_000 }).toEqual({ nodeLabels });
});
