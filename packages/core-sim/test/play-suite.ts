// The roles beside core, played: a cluster of kubeadm and of played infrastructure lives, is scaled, gets another version, and is deleted.
// Each cluster has an API server of its own for its Nodes.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { KubeadmConfig, KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Cluster, Machine, MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { kubeconfigSecret, playedByLabel } from "@capstan/contract";
import { getCondition, isConditionTrue } from "@capstan/contract/conditions";
import { formatKey, keyOf, type ObjectKey, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { Namespace, Node, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv, type TestEnv } from "@capstan/testenv";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createCoreSim, type CoreSim } from "../src/core-sim.ts";
import { clusterDeleted, machinePoolRunning, machinesRunning } from "../src/goals.ts";
import { DevCluster, devCrds, DevMachine } from "../src/play/dev-kinds.ts";
import { openCrd } from "./open-crd.ts";
import type { Workloads } from "../src/play/play-options.ts";

const version = "v1.36.0";
const infraGroup = "infrastructure.cluster.x-k8s.io";
const devKind = (kind: string): ReturnType<typeof resourceOf<UnstructuredObject>> =>
  resourceOf<UnstructuredObject>(`${infraGroup}/v1beta2`, kind);

const FooMachinePool = devKind("FooMachinePool");

/** An API server for each cluster, started when it is needed. */
class Servers implements Workloads {
  readonly running = new Map<string, EmbeddedEnv>();

  async kubeconfigOf(cluster: Cluster): Promise<string> {
    const key = formatKey(keyOf(cluster));
    const env = this.running.get(key) ?? (await startTestEnv({ backend: "embedded" }));
    this.running.set(key, env);
    return env.kubeconfig();
  }

  async remove(key: ObjectKey): Promise<void> {
    await this.running.get(formatKey(key))?.stop();
    this.running.delete(formatKey(key));
  }

  async stop(): Promise<void> {
    for (const env of this.running.values()) await env.stop();
  }
}

const servers = new Servers();
const play = { bootstrap: true, controlPlane: true, infrastructure: 1, nodes: servers };
const patience = { idle: (): Promise<void> => sleep(10), maxSteps: 150 };
let env: TestEnv;
let client: Client;
let sim: CoreSim;
let namespace: string;

beforeAll(async () => {
  const pools = openCrd(FooMachinePool, "v1beta2");
  env = await startTestEnv({ crds: [...coreCrds(), ...kubeadmCrds(), ...devCrds(), pools] });
  client = createClient(env.credentials);
}, 120_000);
afterAll(async () => {
  client.close();
  await servers.stop();
  await env.stop();
});
beforeEach(async () => {
  namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  sim = createCoreSim({ client, namespace, play });
});
afterEach(() => sim.close());

const key = (name: string): ObjectKey => ({ namespace, name });
const nodes = (): Promise<readonly Node[]> => {
  const workload = servers.running.get(formatKey(key("c")));
  return workload === undefined
    ? Promise.resolve([])
    : createClient(workload.credentials)
        .listAll(Node)
        .then(({ items }) => items);
};

async function createDev(kind: string, name: string): Promise<void> {
  const spec = kind.endsWith("Template") ? { template: { spec: {} } } : {};
  await client.create(devKind(kind), {
    apiVersion: `${infraGroup}/v1beta2`,
    kind,
    metadata: key(name),
    spec,
  });
}

const machineTemplate = { apiGroup: infraGroup, kind: "DevMachineTemplate", name: "m" };

/** A cluster as a template of a provider has it, without anything that webhooks set. */
async function createCluster(): Promise<void> {
  await createDev("DevCluster", "c");
  await createDev("DevMachineTemplate", "m");
  await client.create(KubeadmConfigTemplate, {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfigTemplate",
    metadata: key("workers"),
    spec: { template: { spec: { format: "cloud-config" } } },
  });
  await client.create(KubeadmControlPlane, {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlane",
    metadata: key("cp"),
    spec: { version: version.slice(1), machineTemplate: { spec: { infrastructureRef: machineTemplate } } },
  });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key("c"),
    spec: {
      infrastructureRef: { apiGroup: infraGroup, kind: "DevCluster", name: "c" },
      controlPlaneRef: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "KubeadmControlPlane", name: "cp" },
    },
  });
  const configRef = { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfigTemplate", name: "workers" };
  await client.create(MachineDeployment, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: key("workers"),
    spec: {
      clusterName: "c",
      selector: { matchLabels: {} },
      template: {
        spec: { clusterName: "c", version, bootstrap: { configRef }, infrastructureRef: machineTemplate },
      },
    },
  });
}

const controlPlane = (): Promise<KubeadmControlPlane> => client.get(KubeadmControlPlane, key("cp"));
const setReplicas = (replicas: number): Promise<KubeadmControlPlane> =>
  client.patch(KubeadmControlPlane, key("cp"), { type: "merge", body: { spec: { replicas } } });

test("a cluster lives, its control plane is scaled up and down, and it is deleted whole", async () => {
  await createCluster();
  await sim.until(machinesRunning(key("c"), 2), patience);
  const { spec, status } = await controlPlane();
  expect(spec).toMatchObject({ replicas: 1, version, rollout: { strategy: { rollingUpdate: { maxSurge: 1 } } } });
  expect(status).toMatchObject({
    initialization: { controlPlaneInitialized: true },
    replicas: 1,
    versions: [{ version, replicas: 1 }],
  });
  const names = (await nodes()).map(({ metadata }) => metadata.name);
  expect(names).toHaveLength(2);
  for (const node of await nodes()) {
    expect(node.spec?.providerID).toBe(`dev://${namespace}/${node.metadata.name}`);
    expect(node.status?.nodeInfo?.["kubeletVersion"]).toBe(version);
    expect(node.metadata.labels?.[playedByLabel]).toBe("nodes");
  }
  for (const purpose of ["ca", "etcd", "proxy", "sa", "kubeconfig"]) {
    const { type, metadata } = await client.get(Secret, key(`c-${purpose}`));
    expect([type, metadata.labels?.[playedByLabel]]).toEqual(["cluster.x-k8s.io/secret", "control-plane"]);
  }

  await setReplicas(3);
  await sim.until(machinesRunning(key("c"), 4), patience);
  expect(
    (await nodes()).filter(({ metadata }) => "node-role.kubernetes.io/control-plane" in (metadata.labels ?? {})),
  ).toHaveLength(3);
  await sim.step();
  await sim.step();
  expect((await controlPlane()).status).toMatchObject({
    replicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    upToDateReplicas: 3,
  });
  for (const type of ["Available", "Initialized", "MachinesReady", "MachinesUpToDate", "CertificatesAvailable"])
    expect([type, isConditionTrue(await controlPlane(), type)]).toEqual([type, true]);
  const cluster = await client.get(Cluster, key("c"));
  expect(cluster.status?.controlPlane).toMatchObject({ desiredReplicas: 3, readyReplicas: 3 });
  expect(getCondition(cluster, "Available")).toMatchObject({ status: "True", reason: "Available" });

  await setReplicas(1);
  await sim.until(machinesRunning(key("c"), 2), patience);
  expect(await nodes()).toHaveLength(2);

  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), patience);
  await sim.step();
  const kinds: readonly Resource[] = [Machine, KubeadmConfig, KubeadmControlPlane, DevMachine, DevCluster];
  for (const resource of kinds) expect((await client.listAll(resource, { namespace })).items).toEqual([]);
  expect(servers.running.size).toBe(0);
});

test("machines of the control plane are created one at a time, and replaced when its version changes", async () => {
  await createCluster();
  await setReplicas(3);
  await sim.until(machinesRunning(key("c"), 4), patience);
  const created = sim.writes.filter(
    ({ by, verb, kind }) => by === "control-plane" && verb === "create" && kind === "Machine",
  );
  expect(created).toHaveLength(3);
  const steps = sim.writes.indexOf(created[1]!);
  const running = sim.writes.slice(0, steps).filter(({ by, kind }) => by === "nodes" && kind === "Node");
  expect(running.length).toBeGreaterThan(0);

  await client.patch(KubeadmControlPlane, key("cp"), { type: "merge", body: { spec: { version: "v1.37.0" } } });
  const replaced = {
    name: "the control plane has the new version",
    holds: async () =>
      (await controlPlane()).status?.versions?.every((each) => each.version === "v1.37.0" && each.replicas === 3) ===
      true,
  };
  await sim.until(replaced, patience);
  await sim.until(machinesRunning(key("c"), 4), patience);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), patience);
});

test("data of a worker waits for the control plane; the Secret says that it is played", async () => {
  await createCluster();
  await sim.until(machinesRunning(key("c"), 2), patience);
  const order = sim.writes
    .filter(({ by, verb }) => by === "bootstrap" && verb === "create")
    .map(({ name }) => name.split("-")[0]);
  expect(order).toEqual(["cp", "workers"]);
  const configs = (await client.listAll(KubeadmConfig, { namespace })).items;
  expect(
    configs.map((config) => [getCondition(config, "Ready")?.status, config.metadata.labels?.[playedByLabel]]),
  ).toEqual([
    ["True", "bootstrap"],
    ["True", "bootstrap"],
  ]);
  const { data, metadata } = await client.get(Secret, key(configs[0]?.status?.dataSecretName ?? ""));
  expect(Buffer.from(data?.["value"] ?? "", "base64").toString()).toContain("This data is played");
  expect(metadata.ownerReferences).toMatchObject([{ kind: "KubeadmConfig", controller: true }]);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), patience);
});

test("no Node is played where somebody else made the kubeconfig", async () => {
  await createCluster();
  await client.create(Secret, kubeconfigSecret({ cluster: "c", namespace, kubeconfig: env.kubeconfig() }));
  const provisioned = {
    name: "the first machine is provisioned",
    holds: async () =>
      (await client.listAll(Machine, { namespace })).items.some(({ status }) => status?.phase === "Provisioned"),
  };
  await sim.until(provisioned, patience);
  for (let count = 0; count < 5; count++) await sim.step();
  expect(sim.writes.filter(({ by }) => by === "nodes")).toEqual([]);
  expect(servers.running.size).toBe(0);
});

test("machines of a pool that only their provider IDs name get Nodes too", async () => {
  await createCluster();
  await client.create(FooMachinePool, {
    apiVersion: FooMachinePool.apiVersion,
    kind: "FooMachinePool",
    metadata: key("pool"),
    spec: { providerIDList: [`foo://${namespace}/0`, `foo://${namespace}/1`] },
  });
  const infrastructureRef = { apiGroup: infraGroup, kind: "FooMachinePool", name: "pool" };
  await client.create(MachinePool, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: key("pool"),
    spec: {
      clusterName: "c",
      replicas: 2,
      template: { spec: { clusterName: "c", version, bootstrap: { dataSecretName: "given" }, infrastructureRef } },
    },
  });
  const body = { status: { ready: true, replicas: 2 } };
  await client.patch(FooMachinePool, key("pool"), { type: "merge", body, subresource: "status" });
  await sim.until(machinePoolRunning(key("pool"), 2), patience);
  const names = (await nodes()).map(({ metadata }) => metadata.name ?? "").filter((name) => name.startsWith("pool-"));
  expect(names).toHaveLength(2);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), patience);
});

test("with `watch`, a played machine that is not due has a step run when it is", async () => {
  sim.close();
  sim = createCoreSim({ client, namespace, play: { ...play, infrastructure: 1500 }, watch: true });
  await createCluster();
  // Three waits, one after the other: for the cluster, for the control plane and for the worker. Without them each would take ten seconds.
  await sim.until(machinesRunning(key("c"), 2), { ...patience, maxSteps: 2000 });
  const started = (await client.listAll(DevMachine, { namespace })).items.map(({ status }) => status?.startTime);
  expect(new Set(started).size).toBe(2);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), { ...patience, maxSteps: 2000 });
});
