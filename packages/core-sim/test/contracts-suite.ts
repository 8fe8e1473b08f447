// The simulated core against an API server: bootstrap configs of Machines, control plane objects, and the defaults of core's webhooks. The
// tests write what a provider reports.
import { coreCrds } from "@capstan/api/crds";
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { getCondition } from "@capstan/contract/conditions";
import { resourceOf, type ObjectKey, type Resource, type UnstructuredObject } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCoreSim, type CoreSim } from "../src/core-sim.ts";
import { clusterDeleted } from "../src/goals.ts";
import { openCrd } from "./open-crd.ts";

const infraGroup = "infrastructure.cluster.x-k8s.io";
const kindOf = (group: string, kind: string): Resource<UnstructuredObject> => resourceOf(`${group}/v1`, kind);
const FooCluster = kindOf(infraGroup, "FooCluster");
const FooMachine = kindOf(infraGroup, "FooMachine");
const FooMachineTemplate = kindOf(infraGroup, "FooMachineTemplate");
const FooConfig = kindOf("bootstrap.cluster.x-k8s.io", "FooConfig");
const OldConfig = kindOf("bootstrap.cluster.x-k8s.io", "OldConfig");
const FooConfigTemplate = kindOf("bootstrap.cluster.x-k8s.io", "FooConfigTemplate");
const FooControlPlane = kindOf("controlplane.cluster.x-k8s.io", "FooControlPlane");
const OldControlPlane = kindOf("controlplane.cluster.x-k8s.io", "OldControlPlane");

let env: TestEnv;
let client: Client;
let sim: CoreSim;
let namespace: string;

beforeAll(async () => {
  const current = [FooCluster, FooMachine, FooMachineTemplate, FooConfig, FooConfigTemplate, FooControlPlane];
  const crds = [
    ...current.map((kind) => openCrd(kind, "v1beta2")),
    ...[OldConfig, OldControlPlane].map((kind) => openCrd(kind, "v1beta1")),
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
  sim = createCoreSim({ client, namespace, workloads: false });
});

const key = (name: string): ObjectKey => ({ namespace, name });
const idle = async (): Promise<void> => {};

async function create(resource: Resource<UnstructuredObject>, name: string, spec: object = {}): Promise<void> {
  await client.create(resource, { apiVersion: resource.apiVersion, kind: resource.kind, metadata: key(name), spec });
}

async function report(resource: Resource<UnstructuredObject>, name: string, status: object): Promise<void> {
  await client.patch(resource, key(name), { type: "merge", body: { status }, subresource: "status" });
}

const refTo = ({ group, kind }: Resource, name: string): { apiGroup: string; kind: string; name: string } => ({
  apiGroup: group,
  kind,
  name,
});

async function createCluster(spec: Cluster["spec"]): Promise<void> {
  await client.create(Cluster, { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: key("c"), spec });
}

async function createMachine(config: Resource<UnstructuredObject>): Promise<void> {
  await create(FooMachine, "m");
  await create(config, "m");
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: key("m"),
    spec: {
      clusterName: "c",
      version: "1.36.0",
      bootstrap: { configRef: refTo(config, "m") },
      infrastructureRef: refTo(FooMachine, "m"),
    },
  });
}

async function steps(count: number): Promise<void> {
  for (let done = 0; done < count; done++) await sim.step();
}

const machine = (): Promise<Machine> => client.get(Machine, key("m"));
const cluster = (): Promise<Cluster> => client.get(Cluster, key("c"));

test.each([
  { config: FooConfig, done: { initialization: { dataSecretCreated: true }, dataSecretName: "data" } },
  { config: OldConfig, done: { ready: true, dataSecretName: "data" } },
])("a Machine waits for the data Secret that its $config.kind reports, and takes over its name", async (given) => {
  const { config, done } = given;
  await createCluster({ infrastructureRef: refTo(FooCluster, "a") });
  await createMachine(config);
  await steps(2);
  const { metadata } = await client.get(config, key("m"));
  expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
  expect(metadata.ownerReferences).toMatchObject([{ kind: "Machine", name: "m", controller: true }]);
  expect((await machine()).status?.phase).toBe("Pending");
  expect(getCondition(await machine(), "BootstrapConfigReady")).toMatchObject({
    status: "False",
    reason: "NotReady",
    message: `${config.kind} status.initialization.dataSecretCreated is false`,
  });

  await report(config, "m", done);
  await sim.step();
  const { spec, status } = await machine();
  expect(spec.bootstrap.dataSecretName).toBe("data");
  expect([status?.phase, status?.initialization?.bootstrapDataSecretCreated]).toEqual(["Provisioning", true]);
  expect(getCondition(await machine(), "BootstrapConfigReady")).toMatchObject({ status: "True", reason: "Ready" });
  expect(status?.deprecated?.v1beta1?.conditions).toContainEqual(
    expect.objectContaining({ type: "BootstrapReady", status: "True" }),
  );
});

test("a Machine whose config does not exist, or names no Secret, waits", async () => {
  await createCluster({ infrastructureRef: refTo(FooCluster, "a") });
  await createMachine(FooConfig);
  await client.delete(FooConfig, key("m"));
  await steps(2);
  const missing = { status: "False", reason: "DoesNotExist", message: "FooConfig does not exist" };
  expect(getCondition(await machine(), "BootstrapConfigReady")).toMatchObject(missing);
  await create(FooConfig, "m");
  await report(FooConfig, "m", { initialization: { dataSecretCreated: true } });
  await steps(2);
  expect((await machine()).spec.bootstrap.dataSecretName).toBeUndefined();
});

test("a MachineDeployment gets its defaults, and its Machines configs and infrastructure from templates", async () => {
  await createCluster({ infrastructureRef: refTo(FooCluster, "a") });
  await create(FooMachineTemplate, "t", { template: { spec: { size: 1 } } });
  await create(FooConfigTemplate, "t", { template: { spec: { files: 2 } } });
  await client.create(MachineDeployment, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: key("workers"),
    spec: {
      clusterName: "c",
      selector: { matchLabels: {} },
      template: {
        spec: {
          clusterName: "c",
          version: "1.36.0",
          bootstrap: { configRef: refTo(FooConfigTemplate, "t") },
          infrastructureRef: refTo(FooMachineTemplate, "t"),
        },
      },
    },
  });
  await steps(5);
  const own = { "cluster.x-k8s.io/cluster-name": "c", "cluster.x-k8s.io/deployment-name": "workers" };
  const { metadata, spec } = await client.get(MachineDeployment, key("workers"));
  expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
  expect(spec).toMatchObject({
    replicas: 1,
    selector: { matchLabels: own },
    template: { metadata: { labels: own }, spec: { version: "v1.36.0" } },
    rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
  });
  const [created] = (await client.listAll(Machine, { namespace })).items;
  const name = created?.metadata.name ?? "";
  expect(created?.spec).toMatchObject({
    bootstrap: { configRef: refTo(FooConfig, name) },
    infrastructureRef: refTo(FooMachine, name),
    deletion: { nodeDeletionTimeoutSeconds: 10 },
  });
  for (const [resource, want] of [
    [FooMachine, { size: 1 }],
    [FooConfig, { files: 2 }],
  ] as const) {
    const object = await client.get(resource, key(name));
    expect(object["spec"]).toEqual(want);
    expect(object.metadata.labels).toMatchObject(own);
    expect(object.metadata.ownerReferences).toMatchObject([{ kind: "Machine", name, controller: true }]);
  }
  for (const resource of [FooMachineTemplate, FooConfigTemplate])
    expect((await client.get(resource, key("t"))).metadata.ownerReferences).toMatchObject([{ kind: "Cluster" }]);
  // The Machine has its defaults from the start, as by a webhook.
  expect(sim.writes.filter(({ by }) => by === "defaults").map(({ kind }) => kind)).toEqual(["MachineDeployment"]);
});

const counted = { replicas: 2, readyReplicas: 1, availableReplicas: 1, upToDateReplicas: 2 };
const conditions = [
  { type: "Available", status: "True", reason: "Available", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
  { type: "ScalingUp", status: "True", reason: "ScalingUp", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
];

test.each([
  {
    kind: FooControlPlane,
    reported: {
      ...counted,
      initialization: { controlPlaneInitialized: true },
      versions: [{ version: "v1.36.0", replicas: 2 }],
      conditions,
    },
    want: { ...counted, desiredReplicas: 3, versions: [{ version: "v1.36.0", replicas: 2 }] },
  },
  {
    kind: OldControlPlane,
    reported: { replicas: 2, readyReplicas: 1, updatedReplicas: 2, unavailableReplicas: 2, initialized: true },
    want: { ...counted, desiredReplicas: 3 },
  },
])("what a $kind.kind reports arrives in the Cluster", async ({ kind, reported, want }) => {
  await create(FooCluster, "a");
  await create(kind, "cp", { replicas: 3, controlPlaneEndpoint: { host: "h", port: 6443 } });
  await createCluster({ infrastructureRef: refTo(FooCluster, "a"), controlPlaneRef: refTo(kind, "cp") });
  await report(FooCluster, "a", { initialization: { provisioned: true } });
  await steps(2);
  const { metadata } = await client.get(kind, key("cp"));
  expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
  expect(metadata.ownerReferences).toMatchObject([{ kind: "Cluster", name: "c" }]);
  expect((await cluster()).spec.controlPlaneEndpoint).toBeUndefined();
  const waiting = { status: "False", reason: "NotInitialized", message: "Control plane not yet initialized" };
  expect(getCondition(await cluster(), "ControlPlaneInitialized")).toMatchObject(waiting);

  await report(kind, "cp", reported);
  await sim.step();
  const { spec, status } = await cluster();
  expect(spec.controlPlaneEndpoint).toEqual({ host: "h", port: 6443 });
  expect(status?.initialization?.controlPlaneInitialized).toBe(true);
  expect(status?.controlPlane).toEqual(want);
  for (const type of ["ControlPlaneInitialized", "ControlPlaneAvailable"])
    expect(getCondition(await cluster(), type)).toMatchObject({ status: "True" });
  expect(getCondition(await cluster(), "ScalingUp")?.status).toBe("conditions" in reported ? "True" : "False");
});

test("a control plane that does not exist is named, and a Cluster is available once all its parts are", async () => {
  await create(FooCluster, "a");
  await createCluster({ infrastructureRef: refTo(FooCluster, "a"), controlPlaneRef: refTo(FooControlPlane, "cp") });
  await report(FooCluster, "a", { initialization: { provisioned: true } });
  await steps(2);
  const missing = { reason: "DoesNotExist", message: "FooControlPlane does not exist" };
  expect(getCondition(await cluster(), "ControlPlaneInitialized")).toMatchObject({ status: "Unknown", ...missing });
  expect(getCondition(await cluster(), "ControlPlaneAvailable")).toMatchObject({ status: "False", ...missing });
  expect(getCondition(await cluster(), "Available")).toMatchObject({
    status: "False",
    reason: "NotAvailable",
    message:
      "* RemoteConnectionProbe: Remote connection not established yet\n* ControlPlaneAvailable: FooControlPlane does not exist",
  });
});

test("deletion: workers, then the control plane, then the InfraCluster; its Machines are left to the control plane", async () => {
  await create(FooCluster, "a");
  await create(FooControlPlane, "cp");
  await createCluster({ infrastructureRef: refTo(FooCluster, "a"), controlPlaneRef: refTo(FooControlPlane, "cp") });
  await createMachine(FooConfig);
  await create(FooMachine, "cp-0");
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { ...key("cp-0"), labels: { "cluster.x-k8s.io/control-plane": "" } },
    spec: { clusterName: "c", bootstrap: { dataSecretName: "b" }, infrastructureRef: refTo(FooMachine, "cp-0") },
  });
  await steps(2);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), { idle, maxSteps: 20 });
  const order = sim.writes.filter(({ verb }) => verb === "delete").map(({ kind, name }) => `${kind}/${name}`);
  expect(order).toEqual(["Machine/m", "FooMachine/m", "FooConfig/m", "FooControlPlane/cp", "FooCluster/a"]);
});

test("a readiness gate of a Machine keeps it from being ready", async () => {
  await createCluster({ paused: false });
  await createMachine(FooConfig);
  await client.patch(Machine, key("m"), {
    type: "merge",
    body: { spec: { readinessGates: [{ conditionType: "ApiUp" }, { conditionType: "Broken", polarity: "Negative" }] } },
  });
  await steps(2);
  expect(getCondition(await machine(), "Ready")?.message).toMatch(
    /\* ApiUp: Condition not yet reported\n\* Broken: Condition not yet reported$/,
  );
});

test("a Machine whose InfraMachine another Machine controls waits, and the others go on", async () => {
  await createCluster({ paused: false });
  await createMachine(FooConfig);
  await steps(2);
  const { spec } = await machine();
  await create(FooConfig, "second");
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: key("second"),
    spec: { ...spec, bootstrap: { configRef: refTo(FooConfig, "second") } },
  });
  await steps(3);
  const { ownerReferences } = (await client.get(FooMachine, key("m"))).metadata;
  expect(ownerReferences).toMatchObject([{ kind: "Machine", name: "m", controller: true }]);
  const never = { name: "never", holds: async () => false };
  await expect(sim.until(never, { idle, maxSteps: 1 })).rejects.toThrow(
    /the last reconcile of Machine .*\/second failed: FooMachine .*\/m is controlled by Machine m, so/,
  );
});
