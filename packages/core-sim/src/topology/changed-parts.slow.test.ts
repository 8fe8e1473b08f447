// What happens to the parts of a Cluster when the patches, the class or the topology say something else: they are changed in place or, if they are templates, replaced.
import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { type Cluster, type MachineDeployment, MachineHealthCheck } from "@capstan/api/core/v1beta2";
import { writePath } from "@capstan/contract";
import { keyOf, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { withDeclaredVariables } from "../../test/class-objects.ts";
import { TopologyRig } from "../../test/topology-rig.ts";
import { DevCluster } from "../play/dev-kinds.ts";

const DevMachineTemplate = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevMachineTemplate");

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

/** Has patches write a value into the templates of a kind. */
function patchKind(kind: string, path: string, value: unknown): void {
  rig.hooks.edit = (template) => {
    if (template.kind === kind) writePath(template, path, value);
  };
}

/** The copies of templates that the Cluster has. */
async function copies(kind: Resource): Promise<readonly string[]> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  const { items } = await rig.client.listAll(kind, { namespace: "default", labelSelector });
  return items.map((item: KubeObject) => keyOf(item).name).toSorted();
}

async function worker(): Promise<MachineDeployment> {
  const [deployment] = await rig.workers();
  if (deployment === undefined) throw new Error("there are no workers");
  return deployment;
}

/** The names of the templates that the control plane and the workers name. */
async function usedTemplates(): Promise<Readonly<Record<"plane" | "machines" | "bootstrap", string | undefined>>> {
  const plane = await rig.controlPlane();
  const { infrastructureRef, bootstrap } = (await worker()).spec.template.spec;
  return {
    plane: plane.spec.machineTemplate.spec.infrastructureRef.name,
    machines: infrastructureRef.name,
    bootstrap: bootstrap.configRef?.name,
  };
}

const pools = [{ apiGroup: "ipam.cluster.x-k8s.io", kind: "Pool", name: "one" }];

test("nothing is written while nothing changes", async () => {
  await rig.createRunning();
  await rig.steps(3);
  const { length } = rig.sim.writes;
  await rig.steps(3);
  expect(rig.sim.writes.slice(length)).toEqual([]);
});

test("patches of templates of machines replace the templates, and the old one of the control plane is deleted", async () => {
  await rig.createRunning();
  const before = await usedTemplates();
  patchKind("DevMachineTemplate", "spec.template.spec.addressesFromPools", pools);
  await rig.steps(1);
  const after = await usedTemplates();
  expect([after.plane, after.machines, after.bootstrap]).toEqual([
    expect.not.stringMatching(`^${before.plane}$`),
    expect.not.stringMatching(`^${before.machines}$`),
    before.bootstrap,
  ]);
  const template = await rig.client.get(DevMachineTemplate, { namespace: "default", name: after.machines ?? "" });
  expect(template).toHaveProperty("spec.template.spec.addressesFromPools", pools);
  expect(await copies(DevMachineTemplate)).not.toContain(before.plane);
  // The templates that the next patches get have the new names.
  const [machines] =
    rig.hooks.patched.at(-1)?.templates.filter(({ holder }) => holder.kind === "MachineDeployment") ?? [];
  expect(machines?.variables).toHaveProperty("builtin.machineDeployment.infrastructureRef.name", before.machines);
  await rig.steps(1);
  const [next] = rig.hooks.patched.at(-1)?.templates.filter(({ holder }) => holder.kind === "MachineDeployment") ?? [];
  expect(next?.variables).toHaveProperty("builtin.machineDeployment.infrastructureRef.name", after.machines);
  const { length } = await copies(DevMachineTemplate);
  await rig.steps(3);
  expect(await copies(DevMachineTemplate)).toHaveLength(length);
});

test("a patched bootstrap template is replaced for the workers alone", async () => {
  await rig.createRunning();
  const before = await usedTemplates();
  patchKind("KubeadmConfigTemplate", "spec.template.spec.preKubeadmCommands", ["true"]);
  await rig.steps(1);
  const { bootstrap, ...others } = await usedTemplates();
  expect(others).toEqual({ plane: before.plane, machines: before.machines });
  expect(bootstrap).not.toBe(before.bootstrap);
});

test("the control plane and the infrastructure are changed in place, and get back what was patched before", async () => {
  await rig.createRunning();
  patchKind("KubeadmControlPlaneTemplate", "spec.template.spec.kubeadmConfigSpec.preKubeadmCommands", ["true"]);
  await rig.steps(1);
  const plane = await rig.controlPlane();
  expect(plane.spec.kubeadmConfigSpec?.preKubeadmCommands).toEqual(["true"]);
  const { uid } = plane.metadata;
  rig.hooks.edit = () => undefined;
  await rig.steps(1);
  const after = await rig.controlPlane();
  expect([after.metadata.uid, after.spec.kubeadmConfigSpec?.preKubeadmCommands]).toEqual([uid, undefined]);
});

test("what a provider has written stays, and what somebody has changed is put back", async () => {
  await rig.createRunning();
  const plane = await rig.controlPlane();
  const key = keyOf(plane);
  const spec = { kubeadmConfigSpec: { format: "ignition", verbosity: 5 } } as const;
  await rig.client.patch(KubeadmControlPlane, key, { type: "merge", body: { spec } });
  await rig.steps(1);
  const after = await rig.controlPlane();
  expect(after.spec.kubeadmConfigSpec).toMatchObject({ format: "cloud-config", verbosity: 5 });
  const { infrastructureRef } = (await rig.cluster()).spec;
  const infrastructure = await rig.client.get(DevCluster, { ...rig.key, name: infrastructureRef?.name ?? "" });
  expect(infrastructure.spec?.controlPlaneEndpoint?.port).toBe(6443);
});

test("an endpoint without values in a template leaves that of the provider alone", async () => {
  patchKind("DevClusterTemplate", "spec.template.spec.controlPlaneEndpoint", { host: "", port: 0 });
  await rig.createRunning();
  await rig.steps(3);
  const { infrastructureRef } = (await rig.cluster()).spec;
  const infrastructure = await rig.client.get(DevCluster, { ...rig.key, name: infrastructureRef?.name ?? "" });
  expect([infrastructure.spec?.controlPlaneEndpoint?.port, rig.errors]).toEqual([6443, []]);
});

test("a field that a kind does not have is an error of the topology, and not dropped without a word", async () => {
  await rig.createRunning();
  patchKind("DevMachineTemplate", "spec.template.spec.size", "large");
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toMatch(/^False ReconcileFailed .*unknown field "spec.template.spec.size"/);
  expect(await copies(DevMachineTemplate)).toHaveLength(2);
});

test("a variable that changes is in the next request of patches", async () => {
  await rig.createRunning({ inClass: withDeclaredVariables });
  await rig.setTopology({ variables: [{ name: "size", value: "small" }] });
  await rig.steps(1);
  expect(rig.hooks.patched.at(-1)?.variables).toMatchObject({ size: "small" });
});

test("another template of the class replaces that of the Cluster", async () => {
  await rig.createRunning();
  const before = await usedTemplates();
  const key = { namespace: "default", name: "foo" };
  const body = { spec: { template: { spec: { postKubeadmCommands: ["true"] } } } };
  await rig.client.patch(KubeadmConfigTemplate, key, { type: "merge", body });
  await rig.steps(1);
  const after = await usedTemplates();
  await rig.client.patch(KubeadmConfigTemplate, key, {
    type: "merge",
    body: { spec: { template: { spec: { postKubeadmCommands: null } } } },
  });
  expect(after.bootstrap).not.toBe(before.bootstrap);
});

test("labels of the topology reach the parts in place", async () => {
  await rig.createRunning();
  const before = await usedTemplates();
  const { controlPlane, workers } = (await rig.cluster()).spec.topology ?? {};
  const metadata = { labels: { "example.com/team": "one" } };
  const deployments = workers?.machineDeployments?.map((each) => ({ ...each, metadata }));
  await rig.setTopology({ controlPlane: { ...controlPlane, metadata }, workers: { machineDeployments: deployments } });
  await rig.steps(1);
  const plane = await rig.controlPlane();
  expect(plane.metadata.labels).toMatchObject(metadata.labels);
  expect(plane.spec.machineTemplate.metadata?.labels).toMatchObject(metadata.labels);
  const { spec, metadata: own } = await worker();
  expect([own.labels, spec.template.metadata?.labels]).toEqual([
    expect.objectContaining(metadata.labels),
    expect.objectContaining(metadata.labels),
  ]);
  expect(await usedTemplates()).toEqual(before);
});

test("the other fields of workers, and their check, follow the topology", async () => {
  await rig.createRunning();
  const set = async (fields: object): Promise<void> => {
    const { machineDeployments = [] } = (await rig.cluster()).spec.topology?.workers ?? {};
    await rig.setTopology({
      workers: { machineDeployments: machineDeployments.map((each) => ({ ...each, ...fields })) },
    });
    await rig.steps(1);
  };
  const checks = { nodeStartupTimeoutSeconds: 60 };
  await set({ failureDomain: "a", minReadySeconds: 5, healthCheck: { checks } });
  const { name } = keyOf(await worker());
  expect((await worker()).spec.template.spec).toMatchObject({ failureDomain: "a", minReadySeconds: 5 });
  const check = (): Promise<MachineHealthCheck | undefined> =>
    rig.client.find(MachineHealthCheck, { ...rig.key, name });
  expect((await check())?.spec.checks).toEqual(checks);
  await set({ healthCheck: { checks: { nodeStartupTimeoutSeconds: 90 } } });
  expect((await check())?.spec.checks).toEqual({ nodeStartupTimeoutSeconds: 90 });
  await set({ healthCheck: { enabled: false } });
  expect(await check()).toBeUndefined();
});

test("while an upgrade is held, the parts that wait for it are not changed", async () => {
  await rig.createRunning();
  const before = await usedTemplates();
  rig.hooks.delays.set("BeforeClusterUpgrade", 1000);
  await rig.setTopology({ version: "v1.36.0" });
  patchKind("DevMachineTemplate", "spec.template.spec.addressesFromPools", pools);
  await rig.steps(3);
  expect(await usedTemplates()).toEqual(before);
  rig.hooks.delays.clear();
  rig.ahead += 1_000_000;
  await rig.steps(1);
  const { plane, ...workers } = await usedTemplates();
  expect(plane).not.toBe(before.plane);
  expect(workers).toEqual({ machines: before.machines, bootstrap: before.bootstrap });
});

test.each<[string, (cluster: Cluster) => Promise<{ readonly resource: Resource; readonly name: string | undefined }>]>([
  ["the infrastructure", async ({ spec }) => ({ resource: DevCluster, name: spec.infrastructureRef?.name })],
  ["the control plane", async ({ spec }) => ({ resource: KubeadmControlPlane, name: spec.controlPlaneRef?.name })],
  ["a template of machines", async () => ({ resource: DevMachineTemplate, name: (await usedTemplates()).machines })],
])("%s that does not exist any more is an error of the topology", async (_, partOf) => {
  await rig.createRunning();
  const { resource, name = "" } = await partOf(await rig.cluster());
  await rig.client.patch(
    resource,
    { namespace: "default", name },
    { type: "merge", body: { metadata: { finalizers: null } } },
  );
  await rig.client.delete(resource, { namespace: "default", name });
  await rig.steps(1);
  await rig.client
    .patch(resource, { namespace: "default", name }, { type: "merge", body: { metadata: { finalizers: null } } })
    .catch(() => undefined);
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed failed to read ${resource.kind} default/${name}: it does not exist`,
  );
});

test("the labels of a Cluster of a class are set again", async () => {
  await rig.createRunning();
  await rig.patch({ metadata: { labels: { "topology.cluster.x-k8s.io/owned": null } } });
  await rig.steps(1);
  expect((await rig.cluster()).metadata.labels).toHaveProperty(["topology.cluster.x-k8s.io/owned"], "");
});

test("a check of workers that somebody else has created is taken over", async () => {
  await rig.createRunning();
  const { name } = keyOf(await worker());
  await rig.client.create(MachineHealthCheck, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata: { ...rig.key, name },
    spec: { clusterName: rig.key.name, selector: { matchLabels: { a: "b" } } },
  });
  const { machineDeployments = [] } = (await rig.cluster()).spec.topology?.workers ?? {};
  const healthCheck = { checks: { nodeStartupTimeoutSeconds: 60 } };
  await rig.setTopology({
    workers: { machineDeployments: machineDeployments.map((each) => ({ ...each, healthCheck })) },
  });
  await rig.steps(1);
  const { metadata, spec } = await rig.client.get(MachineHealthCheck, { ...rig.key, name });
  expect([metadata.labels, spec.checks]).toMatchObject([
    { "topology.cluster.x-k8s.io/owned": "" },
    { nodeStartupTimeoutSeconds: 60 },
  ]);
});

test("of what a patch makes of a template, only its spec, labels and annotations count, and none of these can be taken away", async () => {
  rig.hooks.edit = (template) => {
    if (!template.kind.startsWith("Dev")) return;
    if (template.kind === "DevClusterTemplate") delete template["spec"];
    template["extra"] = {};
    template.metadata = { name: "other", finalizers: ["example.com/kept"], labels: { mine: "yes" } };
    template.kind = "OtherTemplate";
  };
  await rig.createRunning();
  const key = { ...rig.key, name: (await usedTemplates()).machines ?? "" };
  const { metadata } = await rig.client.get(DevMachineTemplate, key);
  expect(metadata).toMatchObject({ name: key.name, labels: { mine: "yes" } });
  expect(metadata.finalizers).toBeUndefined();
});
