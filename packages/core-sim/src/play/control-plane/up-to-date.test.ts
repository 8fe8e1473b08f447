// Changes of a played control plane that replace its machines, and those that reach them as they are.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { getCondition } from "@capstan/contract/conditions";
import { keyOf, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { useFoo } from "../../../test/foo-setup.ts";
import { createPlayedCluster } from "../../../test/played-cluster.ts";
import { DevMachine } from "../dev-kinds.ts";

const setup = useFoo();
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  const now = (): number => Date.now() + ahead;
  setup.simulate({ workloads: false, play: { bootstrap: true, controlPlane: true, infrastructure: 1 }, now });
  await createPlayedCluster(setup.client, setup.namespace, 0);
  await stepUntil(async () => (await reported()).upToDateReplicas === 1);
});

/** Steps until something holds. */
async function stepUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 400 && !(await holds()); count++) {
    await setup.sim.step();
    await sleep(2);
  }
  expect(await holds()).toBe(true);
}

async function reported(): Promise<NonNullable<KubeadmControlPlane["status"]>> {
  return (await setup.client.get(KubeadmControlPlane, setup.key("cp"))).status ?? {};
}

async function names(): Promise<readonly string[]> {
  return (await setup.machines()).map((machine) => keyOf(machine).name);
}

/** Steps until another machine has taken the place of the only one; returns why that was replaced. */
async function replaced(): Promise<{ readonly machine: string; readonly controlPlane: string }> {
  const [first = ""] = await names();
  await stepUntil(async () => (await setup.condition(Machine, first, "UpToDate"))?.status === "False");
  const machine = (await setup.condition(Machine, first, "UpToDate"))?.message ?? "";
  const controlPlane = (await setup.condition(KubeadmControlPlane, "cp", "RollingOut"))?.message ?? "";
  await stepUntil(async () => !(await names()).includes(first) && (await reported()).upToDateReplicas === 1);
  await setup.steps(3);
  expect(await names()).toHaveLength(1);
  expect(await setup.condition(KubeadmControlPlane, "cp", "RollingOut")).toMatchObject({ status: "False" });
  return { machine, controlPlane };
}

async function createTemplate(name: string): Promise<void> {
  const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta2";
  const template: Resource<UnstructuredObject> = resourceOf(apiVersion, "DevMachineTemplate");
  await setup.create(template, name, { template: { spec: {} } });
}

test("another config replaces a machine, and the reason is told", async () => {
  await setup.change(KubeadmControlPlane, "cp", { spec: { kubeadmConfigSpec: { preKubeadmCommands: ["true"] } } });
  expect(await replaced()).toEqual({
    machine: "* KubeadmConfig is not up-to-date",
    controlPlane: "Rolling out 1 not up-to-date replicas\n* KubeadmConfig is not up-to-date",
  });
  const [config] = (await setup.client.listAll(KubeadmConfig, { namespace: setup.namespace })).items;
  expect(config?.spec?.preKubeadmCommands).toEqual(["true"]);
  const { conditions = [] } = (await reported()).deprecated?.v1beta1 ?? {};
  expect(conditions.find(({ type }) => type === "MachinesSpecUpToDate")).toMatchObject({ status: "True" });
});

test("another template of the infrastructure replaces a machine", async () => {
  await createTemplate("other");
  const infrastructureRef = { name: "other" };
  await setup.change(KubeadmControlPlane, "cp", {
    spec: { version: "v1.37.0", machineTemplate: { spec: { infrastructureRef } } },
  });
  const reasons = "* Version v1.36.0, v1.37.0 required\n* DevMachine is not up-to-date";
  expect(await replaced()).toEqual({
    machine: reasons,
    controlPlane: `Rolling out 1 not up-to-date replicas\n${reasons}`,
  });
  const [machine] = (await setup.client.listAll(DevMachine, { namespace: setup.namespace })).items;
  expect(machine?.metadata.annotations).toMatchObject({ "cluster.x-k8s.io/cloned-from-name": "other" });
});

test("a time after which machines are replaced", async () => {
  const before = await names();
  const after = new Date(Date.now() + 3_600_000).toISOString();
  await setup.change(KubeadmControlPlane, "cp", { spec: { rollout: { after } } });
  await setup.steps(3);
  expect(await names()).toEqual(before);
  ahead = 3_600_001;
  await stepUntil(async () => (await reported()).replicas === 2);
  expect(await setup.condition(Machine, before[0] ?? "", "UpToDate")).toMatchObject({
    status: "False",
    message: "* KubeadmControlPlane spec.rolloutAfter expired",
  });
});

test("with a clock that is ahead of the server's, each machine from before the time is replaced once", async () => {
  ahead = 7_200_000;
  const change = (hours: number): Promise<void> => {
    const after = new Date(Date.now() + hours * 3_600_000).toISOString();
    return setup.change(KubeadmControlPlane, "cp", { spec: { rollout: { after } } });
  };
  await change(1);
  expect(await replaced()).toMatchObject({ machine: "* KubeadmControlPlane spec.rolloutAfter expired" });
  const after = await names();
  // A later time, but before the second machine.
  await change(1.5);
  await setup.steps(4);
  expect(await names()).toEqual(after);
});

test("a machine that was made on a clock that is ahead is not from before a time that is set later", async () => {
  ahead = 7_200_000;
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3 } });
  await stepUntil(async () => (await reported()).upToDateReplicas === 3);
  const after = new Date(Date.now() + 3_600_000).toISOString();
  await setup.change(KubeadmControlPlane, "cp", { spec: { rollout: { after } } });
  await setup.steps(1);
  const outdated = (await setup.machines()).filter((machine) => getCondition(machine, "UpToDate")?.status === "False");
  expect(outdated).toHaveLength(1);
});

test("what others set after the control plane has removed it, or give another value, stays", async () => {
  const [name = ""] = await names();
  const set = async (resource: Resource, labels: object): Promise<void> => {
    await setup.change(resource, name, { metadata: { labels } });
  };
  const template = async (metadata: object | null): Promise<void> => {
    await setup.change(KubeadmControlPlane, "cp", { spec: { machineTemplate: { metadata } } });
  };
  const labelsOf = async (resource: Resource): Promise<readonly unknown[]> => {
    const { labels = {} } = (await setup.client.get(resource, setup.key(name))).metadata;
    return [labels["one"], labels["two"]];
  };
  const resources = [Machine, KubeadmConfig, DevMachine];
  await template({ labels: { one: "1", two: "2" } });
  await setup.steps(2);
  await template(null);
  for (const resource of resources) await set(resource, { two: "others" });
  await setup.steps(2);
  for (const resource of resources) expect(await labelsOf(resource)).toEqual([undefined, "others"]);
  for (const resource of resources) await set(resource, { one: "1" });
  await setup.steps(2);
  for (const resource of resources) expect(await labelsOf(resource)).toEqual(["1", "others"]);
});

test("what a control plane has set in one machine is that of others in another one", async () => {
  const [first = ""] = await names();
  const template = async (metadata: object | null): Promise<void> => {
    await setup.change(KubeadmControlPlane, "cp", { spec: { machineTemplate: { metadata } } });
  };
  await template({ labels: { one: "1" } });
  await setup.steps(1);
  await template(null);
  await setup.steps(1);
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3 } });
  await stepUntil(async () => (await reported()).replicas === 2);
  const second = (await names()).find((name) => name !== first) ?? "";
  await setup.change(Machine, second, { metadata: { labels: { one: "1" } } });
  await setup.steps(2);
  const labels = Object.fromEntries((await setup.machines()).map(({ metadata }) => [metadata.name, metadata.labels]));
  expect([labels[first]?.["one"], labels[second]?.["one"]]).toEqual([undefined, "1"]);
});

test("a label that is dropped while a machine is created is removed from it", async () => {
  const template = async (labels: object): Promise<void> => {
    await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3, machineTemplate: { metadata: { labels } } } });
  };
  await template({ one: "1" });
  await stepUntil(async () => (await names()).length === 2);
  await template({ one: null });
  await setup.steps(2);
  for (const resource of [Machine, KubeadmConfig, DevMachine]) {
    const { items } = await setup.client.listAll<Machine | KubeadmConfig | DevMachine>(resource, {
      namespace: setup.namespace,
    });
    expect(items.map(({ metadata }) => metadata.labels?.["one"])).toEqual(items.map(() => undefined));
  }
});

test("metadata, gates, timeouts and taints reach machines as they are, and go again; what others set stays", async () => {
  const [name = ""] = await names();
  const taints = [{ key: "a", effect: "NoSchedule", propagation: "Always" }];
  const metadata = { labels: { one: "1", two: "2" }, annotations: { a: "b" } };
  const spec = { readinessGates: [{ conditionType: "Mine" }], deletion: { nodeDrainTimeoutSeconds: 7 }, taints };
  await setup.change(Machine, name, {
    metadata: { labels: { own: "x" } },
    spec: { deletion: { nodeVolumeDetachTimeoutSeconds: 3 } },
  });
  await setup.change(KubeadmControlPlane, "cp", { spec: { machineTemplate: { metadata, spec } } });
  await setup.steps(2);
  const machine = await setup.client.get(Machine, setup.key(name));
  expect(machine.metadata).toMatchObject({
    labels: { ...metadata.labels, own: "x" },
    annotations: metadata.annotations,
  });
  expect(machine.spec).toMatchObject({
    deletion: { nodeDrainTimeoutSeconds: 7, nodeVolumeDetachTimeoutSeconds: 3, nodeDeletionTimeoutSeconds: 10 },
    taints,
  });
  expect(machine.spec.readinessGates).toContainEqual({ conditionType: "Mine" });
  for (const resource of [KubeadmConfig, DevMachine])
    expect((await setup.client.get<KubeadmConfig | DevMachine>(resource, setup.key(name))).metadata).toMatchObject(
      metadata,
    );
  const none = {
    metadata: { labels: { two: null }, annotations: null },
    spec: { readinessGates: null, deletion: null, taints: null },
  };
  await setup.change(KubeadmControlPlane, "cp", { spec: { machineTemplate: none } });
  await setup.steps(2);
  const after = await setup.client.get(Machine, setup.key(name));
  expect(after.metadata.labels).toMatchObject({ one: "1", own: "x" });
  expect([after.metadata.labels?.["two"], after.metadata.annotations?.["a"], after.spec.taints]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(after.spec.deletion).toEqual({ nodeVolumeDetachTimeoutSeconds: 3, nodeDeletionTimeoutSeconds: 10 });
  expect(after.spec.readinessGates).not.toContainEqual({ conditionType: "Mine" });
  expect(getCondition(after, "UpToDate")).toMatchObject({ status: "True" });
  expect(await names()).toEqual([name]);
  // What the template had before is free for others once it was removed.
  await setup.change(Machine, name, { metadata: { labels: { two: "theirs" } } });
  await setup.steps(3);
  expect((await setup.client.get(Machine, setup.key(name))).metadata.labels).toMatchObject({ two: "theirs" });
});
