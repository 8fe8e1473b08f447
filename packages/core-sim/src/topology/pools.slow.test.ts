// The MachinePools of a topology: what they are made of, their upgrade, their deletion, and what is rejected.
import { KubeadmConfig, KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { type Cluster, type ClusterClass, MachinePool } from "@capstan/api/core/v1beta2";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openCrd } from "../../test/open-crd.ts";
import { withDeclaredVariables } from "../../test/class-objects.ts";
import { TopologyRig } from "../../test/topology-rig.ts";

const bootstrap = "bootstrap.cluster.x-k8s.io/v1beta2";
const infrastructure = "infrastructure.cluster.x-k8s.io/v1";
const FooPool = resourceOf<UnstructuredObject>(infrastructure, "FooMachinePool");
const FooPoolTemplate = resourceOf<UnstructuredObject>(infrastructure, "FooMachinePoolTemplate");
const rig = new TopologyRig();
const templateKey = { namespace: "default", name: "foo" };

beforeAll(async () => {
  await rig.start([openCrd(FooPool, "v1beta2"), openCrd(FooPoolTemplate, "v1beta2")]);
  const template = { metadata: { labels: { "of-template": "yes" } }, spec: { size: "small" } };
  const { apiVersion, kind } = FooPoolTemplate;
  await rig.client.create(FooPoolTemplate, { apiVersion, kind, metadata: { ...templateKey }, spec: { template } });
  await rig.client.create(KubeadmConfigTemplate, {
    apiVersion: bootstrap,
    kind: "KubeadmConfigTemplate",
    metadata: { ...templateKey, name: "pool" },
    spec: { template: { spec: { format: "cloud-config" } } },
  });
});
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

function withPoolClass({ spec }: ClusterClass): void {
  const configRef = { apiVersion: bootstrap, kind: "KubeadmConfigTemplate", name: "pool" };
  const templateRef = { apiVersion: infrastructure, kind: "FooMachinePoolTemplate", name: "foo" };
  spec.workers = {
    ...spec.workers,
    machinePools: [
      {
        class: "pool",
        metadata: { labels: { class: "yes", both: "class" }, annotations: { class: "yes" } },
        bootstrap: { templateRef: configRef },
        infrastructure: { templateRef },
        deletion: { nodeDrainTimeoutSeconds: 5 },
        failureDomains: ["a"],
        minReadySeconds: 1,
      },
    ],
  };
}

const pool = { class: "pool", name: "mp", replicas: 2 };

function withPool(more: object = {}): (cluster: Cluster) => void {
  return ({ spec: { topology } }) => {
    if (topology !== undefined) topology.workers = { ...topology.workers, machinePools: [{ ...pool, ...more }] };
  };
}

async function createWithPool(more: object = {}): Promise<void> {
  await rig.create({ inClass: withPoolClass, inCluster: withPool(more) });
  await rig.untilRunning();
}

async function setPools(...machinePools: readonly object[]): Promise<void> {
  await rig.setTopology({ workers: { machinePools } });
}

async function pools(): Promise<readonly MachinePool[]> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  return (await rig.client.listAll(MachinePool, { namespace: "default", labelSelector })).items;
}

async function onlyPool(): Promise<MachinePool> {
  const [found] = await pools();
  if (found === undefined) throw new Error("there is no MachinePool");
  return found;
}

async function configOf(found: MachinePool): Promise<KubeadmConfig> {
  return rig.client.get(KubeadmConfig, { ...rig.key, name: found.spec.template.spec.bootstrap.configRef?.name ?? "" });
}

async function infrastructureOf({ spec }: MachinePool): Promise<UnstructuredObject> {
  return rig.client.get(FooPool, { ...rig.key, name: spec.template.spec.infrastructureRef.name });
}

/** What a provider reports of its machines. */
async function report(providerIDList: readonly string[]): Promise<void> {
  const found = await onlyPool();
  const key = { ...rig.key, name: found.spec.template.spec.infrastructureRef.name };
  const status = { ready: true, initialization: { provisioned: true }, replicas: providerIDList.length };
  await rig.client.patch(FooPool, key, { type: "merge", body: { spec: { providerIDList } } });
  await rig.client.patch(FooPool, key, { type: "merge", body: { status }, subresource: "status" });
}

async function untilNodes(count: number): Promise<void> {
  const holds = async (): Promise<boolean> => ((await onlyPool()).status?.nodeRefs ?? []).length === count;
  await rig.sim.until({ name: `${count} Nodes`, holds }, { idle: () => sleep(5), maxSteps: 300 });
}

const ofPool = { "topology.cluster.x-k8s.io/owned": "", "topology.cluster.x-k8s.io/pool-name": "mp" };

test("a pool has what the class and the topology say, and objects of the templates", async () => {
  const hold = { "topology.cluster.x-k8s.io/defer-upgrade": "", "topology.cluster.x-k8s.io/hold-upgrade-sequence": "" };
  const metadata = { labels: { both: "topology" }, annotations: { topology: "yes", ...hold } };
  await createWithPool({ metadata, deletion: { nodeDeletionTimeoutSeconds: 6 }, failureDomains: ["b"] });
  const found = await onlyPool();
  const labels = { class: "yes", both: "topology", ...ofPool };
  expect(found.metadata).toMatchObject({ labels, annotations: { class: "yes", topology: "yes" } });
  expect(found.metadata.name).toMatch(new RegExp(`^${rig.key.name}-mp-[a-z0-9]{5}$`));
  expect(found.metadata.ownerReferences).toMatchObject([{ kind: "Cluster", name: rig.key.name }]);
  expect(JSON.stringify([found.metadata.annotations, found.spec])).not.toMatch(/defer-upgrade|hold-upgrade/);
  const { template, ...spec } = found.spec;
  expect(spec).toMatchObject({ clusterName: rig.key.name, replicas: 2, failureDomains: ["b"] });
  expect(template).toMatchObject({
    metadata: { labels },
    spec: {
      version: "v1.35.0",
      minReadySeconds: 1,
      deletion: { nodeDrainTimeoutSeconds: 5, nodeDeletionTimeoutSeconds: 6 },
      bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfig" } },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachinePool" },
    },
  });
  const owners = [
    { kind: "Cluster", name: rig.key.name },
    { kind: "MachinePool", name: found.metadata.name, controller: true },
  ];
  const machines = await infrastructureOf(found);
  expect(machines).toMatchObject({
    metadata: {
      labels: { "of-template": "yes", ...ofPool },
      annotations: { "cluster.x-k8s.io/cloned-from-name": "foo" },
      ownerReferences: owners,
    },
    spec: { size: "small" },
  });
  const config = await configOf(found);
  expect(config.metadata).toMatchObject({ labels: ofPool, ownerReferences: owners });
  expect(config.spec).toMatchObject({ format: "cloud-config" });
});

test("patches get the templates of a pool with what they learn of it, and change its objects in place", async () => {
  await rig.create({
    inClass: (itsClass) => {
      withPoolClass(itsClass);
      withDeclaredVariables(itsClass);
    },
    inCluster: withPool({ variables: { overrides: [{ name: "size", value: "tiny" }] } }),
  });
  await rig.untilRunning();
  const before = await onlyPool();
  const [config, machines] = rig.hooks.patched[0]?.templates.slice(-2) ?? [];
  const { bootstrap, infrastructureRef } = before.spec.template.spec;
  const machinePool = {
    version: "v1.35.0",
    class: "pool",
    name: before.metadata.name,
    topologyName: "mp",
    replicas: 2,
    metadata: { labels: ofPool },
    bootstrap: { configRef: { name: bootstrap.configRef?.name } },
    infrastructureRef: { name: infrastructureRef.name },
  };
  const holder = { kind: "MachinePool", name: before.metadata.name, namespace: "default" };
  expect(config).toMatchObject({ object: { kind: "KubeadmConfigTemplate" }, holder });
  expect(machines).toMatchObject({
    object: { kind: "FooMachinePoolTemplate" },
    holder: { ...holder, fieldPath: "spec.template.spec.infrastructureRef" },
    variables: { size: "tiny", builtin: { machinePool } },
  });
  rig.hooks.edit = (template) => {
    if (template.kind === "FooMachinePoolTemplate") template["spec"] = { template: { spec: { size: "large" } } };
  };
  rig.sim.wake();
  await setPools({ ...pool, replicas: 3 });
  await rig.steps(3);
  const after = await onlyPool();
  expect([after.metadata.uid, after.spec.replicas]).toEqual([before.metadata.uid, 3]);
  const changed = await infrastructureOf(after);
  expect([changed.metadata.name, changed["spec"]]).toMatchObject([infrastructureRef.name, { size: "large" }]);
});

test("a pool gets the next version after the control plane, and the upgrade ends with its last Node", async () => {
  await createWithPool();
  await report(["foo:///1", "foo:///2"]);
  await untilNodes(2);
  const { metadata } = await onlyPool();
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(1);
  const start = "False ClusterUpgrading Cluster is upgrading to v1.36.0\n  * ";
  expect(await rig.topologyReconciled()).toContain(
    `\n  * MachinePool ${metadata.name} pending upgrade to version v1.36.0`,
  );
  await rig.untilTopology(`${start}MachinePool ${metadata.name} upgrading to version v1.36.0`);
  expect((await onlyPool()).spec.template.spec.version).toBe("v1.36.0");
  expect(rig.hooks.takeNames()).not.toContain("AfterClusterUpgrade");
  await report(["foo:///3", "foo:///4"]);
  await rig.untilTopology("True");
  expect(rig.hooks.takeNames().slice(-2)).toEqual(["AfterWorkersUpgrade", "AfterClusterUpgrade"]);
});

test("a pool whose upgrade is deferred keeps its version, and a second one waits until the control plane has the new one", async () => {
  await createWithPool({ metadata: { annotations: { "topology.cluster.x-k8s.io/defer-upgrade": "" } } });
  const { metadata } = await onlyPool();
  await rig.setTopology({ version: "v1.36.0" });
  const annotations = { "topology.cluster.x-k8s.io/defer-upgrade": "" };
  await rig.steps(1);
  await setPools({ ...pool, metadata: { annotations } }, { ...pool, name: "later" });
  await rig.steps(1);
  expect(await rig.topologyReconciled()).toContain(
    "\n  * MachinePool later creation deferred while control plane upgrade",
  );
  await rig.untilTopology("False MachinePoolsUpgradeDeferred");
  const versions = (await pools()).map(({ spec }) => spec.template.spec.version ?? "");
  expect(versions.toSorted()).toEqual(["v1.35.0", "v1.36.0"]);
  expect(await rig.topologyReconciled()).toContain(
    `MachinePool ${metadata.name} upgrade to version v1.36.0 deferred using topology.cluster.x-k8s.io/defer-upgrade or hold-upgrade-sequence annotations`,
  );
});

test("a pool that the topology has no more is deleted with its objects", async () => {
  await createWithPool();
  const found = await onlyPool();
  const [{ metadata: config }, { metadata: machines }] = [await configOf(found), await infrastructureOf(found)];
  await rig.setTopology({ workers: { machinePools: null } });
  await rig.steps(4);
  expect(await pools()).toEqual([]);
  expect(await rig.client.find(KubeadmConfig, { ...rig.key, name: config.name ?? "" })).toBeUndefined();
  expect(await rig.client.find(FooPool, { ...rig.key, name: machines.name ?? "" })).toBeUndefined();
  await rig.untilTopology("True");
});

test("a pool of a class that does not exist fails the topology", async () => {
  await rig.create({ inClass: withPoolClass, inCluster: withPool({ class: "none" }) });
  await rig.steps(1);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed MachinePool class none not found in ClusterClass default/${rig.key.name}`,
  );
});

test("of a pool with an object that the API server rejects nothing is left, and it is not tried in each step", async () => {
  rig.hooks.edit = (template) => {
    if (template.metadata.name === "pool") template["spec"] = { template: { spec: { format: "none" } } };
  };
  await rig.create({ inClass: withPoolClass, inCluster: withPool() });
  await rig.untilTopology("False ReconcileFailed failed to create KubeadmConfig.bootstrap.cluster.x-k8s.io: ");
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  expect((await rig.client.listAll(FooPool, { namespace: "default", labelSelector })).items).toEqual([]);
  const tried = (): number => rig.sim.writes.filter(({ kind }) => kind === "FooMachinePool").length;
  const before = tried();
  await rig.steps(3);
  expect([before, tried()]).toEqual([2, 2]);
  rig.hooks.edit = () => undefined;
  rig.sim.wake();
  await rig.untilRunning();
  expect(await pools()).toHaveLength(1);
});
