// The simulated core against an API server; the tests write what a provider reports. What core writes, in which order, and
// what it reads under each contract.
import { coreCrds } from "@capstan/api/crds";
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { kubeconfigSecret, machinePoolLabels } from "@capstan/contract";
import { errorFrom, resourceOf, type ObjectKey, type Resource, type UnstructuredObject } from "@capstan/kube";
import { Namespace, Node, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCoreSim, type CoreSim } from "../src/core-sim.ts";
import { openCrd } from "./open-crd.ts";
import { clusterDeleted, machinePoolRunning } from "../src/goals.ts";

const apiGroup = "infrastructure.cluster.x-k8s.io";
const FooCluster = resourceOf<UnstructuredObject>(`${apiGroup}/v1`, "FooCluster");
const OldCluster = resourceOf<UnstructuredObject>(`${apiGroup}/v1`, "OldCluster");
const FooMachinePool = resourceOf<UnstructuredObject>(`${apiGroup}/v1`, "FooMachinePool");
const FooConfig = resourceOf<UnstructuredObject>("bootstrap.cluster.x-k8s.io/v1", "FooConfig");
const FooMachine = resourceOf<UnstructuredObject>(`${apiGroup}/v1`, "FooMachine");

let env: TestEnv;
let client: Client;
let sim: CoreSim;
let namespace: string;

beforeAll(async () => {
  const crds = [
    openCrd(FooCluster, "v1beta2"),
    openCrd(OldCluster, "v1beta1"),
    openCrd(FooMachine, "v1beta2"),
    openCrd(FooMachinePool, "v1beta2"),
    openCrd(FooConfig, "v1beta2"),
  ];
  env = await startTestEnv({ crds: [...coreCrds(), ...crds] });
  client = createClient(env.credentials);
}, 120_000);
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  sim = createCoreSim({ client, namespace });
});

const key = (name: string): ObjectKey => ({ namespace, name });

async function create(resource: Resource<UnstructuredObject>, name: string): Promise<void> {
  await client.create(resource, {
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    metadata: { ...key(name) },
    spec: {},
  });
}

async function createCluster(infra: Resource): Promise<void> {
  const infrastructureRef = { apiGroup, kind: infra.kind, name: "a" };
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key("c"),
    spec: { infrastructureRef },
  });
}

async function createMachine(): Promise<void> {
  await create(FooMachine, "m");
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { ...key("m"), labels: { "cluster.x-k8s.io/control-plane": "" } },
    spec: {
      clusterName: "c",
      bootstrap: { dataSecretName: "b" },
      infrastructureRef: { apiGroup, kind: "FooMachine", name: "m" },
    },
  });
}

async function provision(
  resource: Resource<UnstructuredObject>,
  name: string,
  { spec, status }: { spec: object; status: object },
): Promise<void> {
  await client.patch(resource, key(name), { type: "merge", body: { spec } });
  await client.patch(resource, key(name), { type: "merge", body: { status }, subresource: "status" });
}

/** `verb kind/name` of every write of one step. */
async function step(): Promise<readonly string[]> {
  return (await sim.step()).map(({ verb, kind, name }) => `${verb} ${kind}/${name}`);
}

async function steps(count: number): Promise<void> {
  for (let done = 0; done < count; done++) await sim.step();
}

test("finalizer first, then the InfraCluster is claimed, then nothing until the provider answers", async () => {
  await create(FooCluster, "a");
  await createCluster(FooCluster);
  expect(await step()).toEqual(["patch Cluster/c"]);
  expect(await step()).toEqual(["patch FooCluster/a", "patch-status Cluster/c"]);
  expect(await step()).toEqual([]);
  const { metadata } = await client.get(FooCluster, key("a"));
  expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
  expect(metadata.ownerReferences?.map(({ kind, name, controller }) => [kind, name, controller])).toEqual([
    ["Cluster", "c", undefined],
  ]);
  expect((await client.get(Cluster, key("c"))).status?.phase).toBe("Provisioning");
});

test.each([
  {
    contract: "v1beta2",
    infra: FooCluster,
    status: {
      initialization: { provisioned: true },
      failureDomains: [{ name: "b" }, { name: "a", controlPlane: true }],
    },
  },
  {
    contract: "v1beta1",
    infra: OldCluster,
    status: { ready: true, failureDomains: { b: { controlPlane: false }, a: { controlPlane: true } } },
  },
])("what a provider reports under contract $contract arrives in the Cluster", async ({ infra, status }) => {
  await create(infra, "a");
  await createCluster(infra);
  await steps(2);
  await provision(infra, "a", { spec: { controlPlaneEndpoint: { host: "h", port: 6443 } }, status });
  await sim.step();
  const cluster = await client.get(Cluster, key("c"));
  expect(cluster.spec.controlPlaneEndpoint).toEqual({ host: "h", port: 6443 });
  expect(cluster.status?.failureDomains).toEqual([
    { name: "a", controlPlane: true },
    { name: "b", controlPlane: false },
  ]);
  expect(cluster.status?.initialization).toEqual({ infrastructureProvisioned: true });
  expect(cluster.status?.phase).toBe("Provisioned");
});

test("a paused Cluster gets its Paused condition and nothing else happens, deletion included", async () => {
  await create(FooCluster, "a");
  await createCluster(FooCluster);
  await client.patch(Cluster, key("c"), { type: "merge", body: { spec: { paused: true } } });
  await steps(2);
  await client.delete(Cluster, key("c"));
  // The deletion was a new generation, which the condition names.
  expect(await step()).toEqual(["patch-status Cluster/c"]);
  expect(await step()).toEqual([]);
  expect((await client.get(FooCluster, key("a"))).metadata.ownerReferences).toBeUndefined();
});

test("a Machine runs once its Node with the providerID is there", async () => {
  await create(FooCluster, "a");
  await createCluster(FooCluster);
  await createMachine();
  await steps(2);
  await provision(FooMachine, "m", {
    spec: { providerID: `foo://${namespace}` },
    status: { initialization: { provisioned: true } },
  });
  await sim.step();
  expect((await client.get(Machine, key("m"))).status?.phase).toBe("Provisioned");

  await client.create(Secret, kubeconfigSecret({ cluster: "c", namespace, kubeconfig: env.kubeconfig() }));
  const conditions = [{ type: "Ready", status: "True" as const }];
  await client.create(Node, {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: namespace },
    spec: { providerID: `foo://${namespace}` },
  });
  await client.patch(
    Node,
    { namespace: "", name: namespace },
    { type: "merge", body: { status: { conditions } }, subresource: "status" },
  );
  await steps(2);
  const { status } = await client.get(Machine, key("m"));
  expect([status?.phase, status?.nodeRef?.name]).toEqual(["Running", namespace]);
  const cluster = await client.get(Cluster, key("c"));
  expect(cluster.status?.conditions?.find(({ type }) => type === "ControlPlaneInitialized")?.status).toBe("True");
});

test("deletion: Machines, then the InfraCluster, then the Cluster", async () => {
  await create(FooCluster, "a");
  await createCluster(FooCluster);
  await createMachine();
  await steps(2);
  await client.delete(Cluster, key("c"));
  const order: string[] = [];
  await sim.until(clusterDeleted(key("c")), { idle: async () => {}, maxSteps: 20 });
  for (const { verb, kind } of sim.writes) if (verb === "delete") order.push(kind);
  expect(order).toEqual(["Machine", "FooMachine", "FooCluster"]);
});

async function createPool(): Promise<void> {
  await create(FooCluster, "a");
  await createCluster(FooCluster);
  await create(FooMachinePool, "p");
  await create(FooConfig, "p");
  await client.create(MachinePool, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: key("p"),
    spec: {
      clusterName: "c",
      replicas: 2,
      template: {
        spec: {
          clusterName: "c",
          bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "FooConfig", name: "p" } },
          infrastructureRef: { apiGroup, kind: "FooMachinePool", name: "p" },
        },
      },
    },
  });
}

/** Core takes nothing over from a pool before it has reached the workload cluster. */
async function connect(): Promise<void> {
  await client.create(Secret, kubeconfigSecret({ cluster: "c", namespace, kubeconfig: env.kubeconfig() }));
}

const pool = (): Promise<MachinePool> => client.get(MachinePool, key("p"));

async function readyNode(id: number): Promise<void> {
  const name = `${namespace}-${id}`;
  const providerID = `foo://${name}`;
  await client.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name }, spec: { providerID } });
  const conditions = [{ type: "Ready", status: "True" as const }];
  const body = { status: { conditions, nodeInfo: { kubeletVersion: "v1.36.0" } } };
  await client.patch(Node, { namespace: "", name }, { type: "merge", body, subresource: "status" });
}

/** What a provider reports of a pool with the machines of these numbers. */
function reportPool(...machines: readonly number[]): Promise<void> {
  const providerIDList = machines.map((id) => `foo://${namespace}-${id}`);
  const status = { ready: true, replicas: machines.length };
  return provision(FooMachinePool, "p", { spec: { providerIDList }, status });
}

test("a MachinePool: bootstrap data, infrastructure, Nodes, scaling down", async () => {
  await createPool();
  await connect();
  await steps(3);
  expect((await pool()).status).toMatchObject({
    phase: "Pending",
    initialization: { infrastructureProvisioned: false },
  });
  for (const resource of [FooMachinePool, FooConfig]) {
    const { metadata } = await client.get(resource, key("p"));
    expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
    expect(metadata.ownerReferences).toMatchObject([{ kind: "MachinePool", name: "p", controller: true }]);
  }

  const created = { initialization: { dataSecretCreated: true }, dataSecretName: "boot" };
  await provision(FooConfig, "p", { spec: {}, status: created });
  await sim.step();
  expect((await pool()).spec.template.spec.bootstrap.dataSecretName).toBe("boot");
  expect((await pool()).status?.phase).toBe("Provisioning");

  // Core does not read the flag that the contract names.
  const status = { initialization: { provisioned: true }, replicas: 2 };
  await client.patch(FooMachinePool, key("p"), { type: "merge", body: { status }, subresource: "status" });
  await sim.step();
  expect((await pool()).status?.phase).toBe("Provisioning");
  await reportPool(0, 1);
  await sim.step();
  expect((await pool()).spec.providerIDList).toHaveLength(2);
  expect((await pool()).status).toMatchObject({ phase: "ScalingUp", replicas: 2 });

  await readyNode(0);
  await readyNode(1);
  await sim.until(machinePoolRunning(key("p"), 2), { idle: async () => {}, maxSteps: 5 });
  expect((await pool()).status?.nodeRefs?.map(({ name }) => name)).toEqual([`${namespace}-0`, `${namespace}-1`]);
  expect((await pool()).status?.versions).toEqual([{ version: "v1.36.0", replicas: 2 }]);

  await client.patch(MachinePool, key("p"), { type: "merge", body: { spec: { replicas: 1 } } });
  await sim.step();
  expect((await pool()).status?.phase).toBe("ScalingDown");
  await reportPool(1);
  await sim.until(machinePoolRunning(key("p"), 1), { idle: async () => {}, maxSteps: 5 });
  expect(await client.find(Node, { namespace: "", name: `${namespace}-0` })).toBeUndefined();
});

test("core takes back that a pool is provisioned, and waits for provider IDs of machines that exist", async () => {
  await createPool();
  await connect();
  await steps(3);
  await provision(FooMachinePool, "p", { spec: {}, status: { ready: true, replicas: 2 } });
  await sim.step();
  expect([(await pool()).spec.providerIDList, (await pool()).status?.replicas]).toEqual([undefined, 2]);
  await reportPool(0, 1);
  await provision(FooMachinePool, "p", { spec: {}, status: { ready: false } });
  await sim.step();
  expect((await pool()).status?.initialization?.infrastructureProvisioned).toBe(false);
});

test("each InfraMachine of a pool that names their kind gets a Machine, which goes with the pool", async () => {
  await createPool();
  await connect();
  const labels = machinePoolLabels(await pool());
  await client.create(FooMachine, {
    apiVersion: FooMachine.apiVersion,
    kind: FooMachine.kind,
    metadata: { ...key("p-0"), labels },
  });
  await create(FooMachine, "of-another-pool");
  await steps(3);
  expect((await client.listAll(Machine, { namespace })).items).toEqual([]);
  await provision(FooMachinePool, "p", { spec: {}, status: { infrastructureMachineKind: "FooMachine" } });
  await steps(3);
  const { items } = await client.listAll(Machine, { namespace });
  expect(items).toMatchObject([
    {
      metadata: { name: "p-0", labels, ownerReferences: [{ kind: "MachinePool", name: "p", controller: true }] },
      spec: { bootstrap: { dataSecretName: "" }, infrastructureRef: { apiGroup, kind: "FooMachine", name: "p-0" } },
    },
  ]);
  const { metadata } = await client.get(FooMachine, key("p-0"));
  expect(metadata.ownerReferences).toMatchObject([{ kind: "Machine", name: "p-0", controller: true }]);
  expect((await pool()).status).toMatchObject({ readyReplicas: 0, upToDateReplicas: 0 });

  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), { idle: async () => {}, maxSteps: 20 });
  expect(await client.find(FooMachine, key("p-0"))).toBeUndefined();
  expect(await client.find(FooMachine, key("of-another-pool"))).toBeDefined();
});

test("a MachinePool is deleted with its Cluster, after its config and infrastructure", async () => {
  await createPool();
  await steps(3);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), { idle: async () => {}, maxSteps: 20 });
  const order = sim.writes.filter(({ verb }) => verb === "delete").map(({ kind }) => kind);
  expect(order).toEqual(["MachinePool", "FooConfig", "FooMachinePool", "FooCluster"]);
});

test("a goal that is not reached fails with the last state of core's objects and the provider's", async () => {
  await create(FooCluster, "a");
  await createCluster(FooCluster);
  await createMachine();
  const goal = { name: "pigs fly", holds: async () => false };
  const conditions = [{ type: "Ready", status: "False", reason: "NoQuota", message: "no server is left" }];
  await client.patch(FooMachine, key("m"), { type: "merge", body: { status: { conditions } }, subresource: "status" });
  const error = await sim.until(goal, { idle: async () => {}, maxSteps: 3 }).catch(errorFrom);
  expect(error?.message.replaceAll(namespace, "<namespace>").split("\n  ")).toEqual([
    '"pigs fly" was not reached in 3 steps',
    "Cluster <namespace>/c is Provisioning; InfrastructureReady=False (NotReady: FooCluster status.initialization.provisioned is false); ControlPlaneInitialized=False (NotInitialized: Waiting for the first control plane machine to have status.nodeRef set)",
    "FooCluster <namespace>/a has no conditions",
    "Machine <namespace>/m is Pending; InfrastructureReady=False (NoQuota: no server is left); NodeHealthy=Unknown (InspectionFailed: Waiting for Cluster status.initialization.infrastructureProvisioned to be true)",
    "FooMachine <namespace>/m has Ready=False (NoQuota: no server is left)",
  ]);
});

test("a CRD without a contract label is an error that names the labels", async () => {
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key("c"),
    spec: { infrastructureRef: { apiGroup: "cluster.x-k8s.io", kind: "Machine", name: "a" } },
  });
  await sim.step();
  await client.patch(
    { ...resourceOf("apiextensions.k8s.io/v1", "CustomResourceDefinition", { scope: "Cluster" }) },
    { namespace: "", name: "machines.cluster.x-k8s.io" },
    {
      type: "merge",
      body: { metadata: { labels: { "cluster.x-k8s.io/v1beta2": null, "cluster.x-k8s.io/v1beta1": null } } },
    },
  );
  await expect(sim.step()).rejects.toThrow('CRD "machines.cluster.x-k8s.io" has none of the labels');
});
