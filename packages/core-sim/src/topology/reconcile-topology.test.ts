// Clusters of a ClusterClass, played: what is created of the patched templates, the hooks at their moments, and delays that hold the life of a Cluster.
import { setTimeout as sleep } from "node:timers/promises";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { Cluster, ClusterClass, MachineDeployment } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { getCondition } from "@capstan/contract/conditions";
import { deepClone, type KubeObject, type ObjectKey } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { classTemplates, clusterClass, clusterOfClass } from "../../test/class-objects.ts";
import { createCoreSim, type CoreSim } from "../core-sim.ts";
import { clusterDeleted, machinesRunning } from "../goals.ts";
import { devCrds } from "../play/dev-kinds.ts";
import { workloadServers } from "../play/workload-servers.ts";
import type { HookDelay, TemplatesToPatch, TopologyHooks } from "./topology-hooks.ts";

const nodes = workloadServers(() => startTestEnv({ backend: "embedded" }));
const patience = { idle: (): Promise<void> => sleep(10), maxSteps: 300 };

/** Remembers the calls, and delays what a test names. */
class Extension implements TopologyHooks {
  readonly calls: string[] = [];
  readonly delays = new Map<string, number>();
  /** The hook that fails. */
  broken: string | undefined;
  readonly patched: TemplatesToPatch[] = [];

  async call({ name }: { readonly name: string }, request: object): Promise<HookDelay> {
    const versions = Object.values(request).filter((value) => typeof value === "string");
    this.calls.push([name, ...versions].join(" "));
    if (this.broken === name) throw new Error("no answer");
    return { retryAfterSeconds: this.delays.get(name) ?? 0, message: "not now" };
  }

  async patch(_: object, request: TemplatesToPatch): Promise<readonly KubeObject[]> {
    this.patched.push(request);
    return request.templates.map(({ object }) => {
      const metadata = { ...object.metadata, labels: { "not-kept": "" } };
      const spec = { template: { metadata: { labels: { patched: object.kind } }, spec: {} } };
      return object.kind === "DevClusterTemplate" ? { ...object, metadata, spec } : object;
    });
  }
}

let env: EmbeddedEnv;
let client: Client;
let sim: CoreSim;
let extension: Extension;
let key: ObjectKey;
let count = 0;
/** How far the clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...kubeadmCrds(), ...devCrds()] });
  client = createClient(env.credentials);
  for (const object of [...classTemplates, clusterClass]) await client.create(await client.resourceFor(object), object);
});
afterAll(async () => {
  client.close();
  await nodes.stop();
  await env.stop();
});
beforeEach(async () => {
  ahead = 0;
  extension = new Extension();
  const play = { bootstrap: true, controlPlane: true, infrastructure: 1, nodes, topologies: extension };
  sim = createCoreSim({ client, play, now: () => Date.now() + ahead });
  key = { namespace: "default", name: `c${(count += 1)}` };
  await client.create(Cluster, clusterOfClass(key.name, "v1.35.0"));
});
afterEach(async () => {
  extension.delays.clear();
  await client.delete(Cluster, key);
  await sim.until(clusterDeleted(key), patience);
  sim.close();
});

async function steps(number: number): Promise<void> {
  for (let done = 0; done < number; done++) await sim.step();
}

/** A name with an end as random ones are. */
function endOf(start: string): RegExp {
  return new RegExp(`^${start}-[bcdfghjklmnpqrstvwxz2456789]{5}$`);
}

async function controlPlaneKey(): Promise<ObjectKey> {
  const { controlPlaneRef } = (await client.get(Cluster, key)).spec;
  expect(controlPlaneRef?.name).toMatch(endOf(key.name));
  return { ...key, name: controlPlaneRef?.name ?? "" };
}

async function findWorkers(): Promise<MachineDeployment | undefined> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${key.name}`;
  const { items } = await client.listAll(MachineDeployment, { namespace: key.namespace, labelSelector });
  for (const { metadata } of items) expect(metadata.name).toMatch(endOf(`${key.name}-md`));
  return items[0];
}

async function topologyReconciled(): Promise<string> {
  const condition = getCondition(await client.get(Cluster, key), "TopologyReconciled");
  return `${condition?.status} ${condition?.reason} ${condition?.message}`;
}

test("a Cluster of a class is created, and its hooks are called once at their moments", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  await steps(5);
  expect(extension.calls).toEqual(["BeforeClusterCreate", "AfterControlPlaneInitialized"]);
  expect(await topologyReconciled()).toBe("True ReconcileSucceeded ");
  const { spec, metadata } = await client.get(Cluster, key);
  expect(metadata.annotations?.["runtime.cluster.x-k8s.io/pending-hooks"]).toBeUndefined();
  expect([spec.infrastructureRef?.kind, spec.controlPlaneRef?.kind]).toEqual(["DevCluster", "KubeadmControlPlane"]);
  expect(await client.get(KubeadmControlPlane, await controlPlaneKey())).toMatchObject({
    spec: { version: "v1.35.0", replicas: 1 },
  });
});

test("an extension patches the templates of the class before objects are made of them", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  const [request] = extension.patched;
  // The class alone defines the other variable.
  expect(request?.variables).toEqual({ builtin: { cluster: expect.objectContaining({ name: key.name }) } });
  expect(request?.templates.map(({ object, holder }) => `${object.kind} ${holder.kind} ${holder.fieldPath}`)).toEqual([
    "DevClusterTemplate Cluster spec.infrastructureRef",
    "KubeadmControlPlaneTemplate Cluster spec.controlPlaneRef",
    "DevMachineTemplate KubeadmControlPlane spec.machineTemplate.spec.infrastructureRef",
    "KubeadmConfigTemplate MachineDeployment spec.template.spec.bootstrap.configRef",
    "DevMachineTemplate MachineDeployment spec.template.spec.infrastructureRef",
  ]);
  const devCluster = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "DevCluster" };
  const { infrastructureRef } = (await client.get(Cluster, key)).spec;
  expect(infrastructureRef?.name).toMatch(endOf(key.name));
  const found = await client.get(await client.resourceFor(devCluster), { ...key, name: infrastructureRef?.name ?? "" });
  expect(found.metadata.ownerReferences).toMatchObject([{ kind: "Cluster", controller: true }]);
  expect(found.metadata.labels).toMatchObject({ patched: "DevClusterTemplate" });
  expect(found.metadata.labels).not.toHaveProperty("not-kept");
});

test("a delay holds the creation, and the hook is called again when it is over", async () => {
  extension.delays.set("BeforeClusterCreate", 600);
  await steps(5);
  expect(extension.calls).toEqual(["BeforeClusterCreate"]);
  expect(await topologyReconciled()).toBe(
    "False ClusterCreating Following hooks are blocking Cluster topology creation: BeforeClusterCreate: not now",
  );
  const { spec, status } = await client.get(Cluster, key);
  expect([spec.infrastructureRef, status?.initialization?.infrastructureProvisioned]).toEqual([undefined, undefined]);
  ahead = 600_000;
  await steps(2);
  expect(extension.calls).toEqual(["BeforeClusterCreate", "BeforeClusterCreate"]);
  extension.delays.clear();
  ahead = 1_200_000;
  await sim.until(machinesRunning(key, 2), patience);
});

test("a hook that fails is a failure, and is called again", async () => {
  extension.broken = "BeforeClusterCreate";
  await steps(3);
  expect(await topologyReconciled()).toBe("False ReconcileFailed BeforeClusterCreate: no answer");
  extension.broken = undefined;
  ahead = 10_000;
  await sim.until(machinesRunning(key, 2), patience);
});

test("an upgrade takes the control plane first, with a hook before and after each part", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  extension.calls.splice(0);
  extension.delays.set("BeforeClusterUpgrade", 600);
  await client.patch(Cluster, key, { type: "merge", body: { spec: { topology: { version: "v1.36.0" } } } });
  await steps(4);
  const planeKey = await controlPlaneKey();
  expect((await client.get(KubeadmControlPlane, planeKey)).spec.version).toBe("v1.35.0");
  const workersName = (await findWorkers())?.metadata.name;
  const lines = [
    "False ClusterUpgrading Cluster is upgrading to v1.36.0",
    "Following hooks are blocking upgrade: BeforeClusterUpgrade: not now",
    "KubeadmControlPlane pending upgrade to version v1.36.0",
    `MachineDeployment ${workersName} pending upgrade to version v1.36.0`,
  ];
  expect(await topologyReconciled()).toBe(lines.join("\n  * "));
  extension.delays.clear();
  ahead = 600_000;
  const upgraded = async (): Promise<boolean> => (await topologyReconciled()) === "True ReconcileSucceeded ";
  await sim.until({ name: "upgraded", holds: upgraded }, patience);
  expect(extension.calls).toEqual([
    "BeforeClusterUpgrade v1.35.0 v1.36.0",
    "BeforeClusterUpgrade v1.35.0 v1.36.0",
    "BeforeControlPlaneUpgrade v1.35.0 v1.36.0",
    "AfterControlPlaneUpgrade v1.36.0",
    "BeforeWorkersUpgrade v1.35.0 v1.36.0",
    "AfterWorkersUpgrade v1.36.0",
    "AfterClusterUpgrade v1.36.0",
  ]);
  expect((await client.get(KubeadmControlPlane, planeKey)).status?.version).toBe("v1.36.0");
  const workers = await findWorkers();
  expect(workers?.spec.template.spec.version).toBe("v1.36.0");
});

async function setTopology(change: object): Promise<void> {
  await client.patch(Cluster, key, { type: "merge", body: { spec: { topology: change } } });
}

async function replicas(): Promise<readonly unknown[]> {
  const controlPlane = await client.get(KubeadmControlPlane, await controlPlaneKey());
  return [controlPlane.spec.replicas, (await findWorkers())?.spec.replicas];
}

test("parts that wait for an upgrade keep their numbers, and those that have the version take them over", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  extension.delays.set("BeforeClusterUpgrade", 600);
  extension.delays.set("BeforeWorkersUpgrade", 600);
  const workers = { machineDeployments: [{ class: "worker", name: "md", replicas: 2 }] };
  await setTopology({ version: "v1.36.0", controlPlane: { replicas: 3 }, workers });
  await steps(4);
  expect(await replicas()).toEqual([1, 1]);
  extension.delays.delete("BeforeClusterUpgrade");
  ahead = 600_000;
  const holdsWorkers = async (): Promise<boolean> => (await topologyReconciled()).includes("BeforeWorkersUpgrade");
  await sim.until({ name: "the workers wait", holds: holdsWorkers }, patience);
  await steps(2);
  expect(await replicas()).toEqual([3, 1]);
  extension.delays.set("AfterClusterUpgrade", 600);
  extension.delays.delete("BeforeWorkersUpgrade");
  ahead = 1_200_000;
  const holdsEnd = async (): Promise<boolean> => (await topologyReconciled()).includes("AfterClusterUpgrade");
  await sim.until({ name: "the end waits", holds: holdsEnd }, patience);
  await steps(2);
  expect(await replicas()).toEqual([3, 2]);
});

test("workers that are added while the control plane waits are created after it", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  extension.delays.set("BeforeClusterUpgrade", 600);
  const machineDeployments = ["md", "more"].map((name) => ({ class: "worker", name, replicas: 1 }));
  await setTopology({ version: "v1.36.0", workers: { machineDeployments } });
  await steps(4);
  const added = async (): Promise<readonly MachineDeployment[]> => {
    const labelSelector = `cluster.x-k8s.io/cluster-name=${key.name},topology.cluster.x-k8s.io/deployment-name=more`;
    return (await client.listAll(MachineDeployment, { namespace: key.namespace, labelSelector })).items;
  };
  expect(await added()).toEqual([]);
  extension.delays.clear();
  ahead = 600_000;
  await sim.until(machinesRunning(key, 3), patience);
  expect(await added()).toMatchObject([{ spec: { template: { spec: { version: "v1.36.0" } } } }]);
});

test("a hook that fails in an upgrade keeps all numbers", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  extension.broken = "AfterControlPlaneUpgrade";
  await setTopology({ version: "v1.36.0" });
  const fails = async (): Promise<boolean> => (await topologyReconciled()).includes("no answer");
  await sim.until({ name: "the hook fails", holds: fails }, patience);
  await setTopology({ controlPlane: { replicas: 3 } });
  await steps(4);
  expect(await replicas()).toEqual([1, 1]);
  extension.broken = undefined;
});

test("a version that core's webhook rejects calls no hook and changes nothing", async () => {
  const setVersion = (version: string): Promise<unknown> =>
    client.patch(Cluster, key, { type: "merge", body: { spec: { topology: { version } } } });
  await setVersion("banana");
  await steps(4);
  expect(extension.calls).toEqual([]);
  expect((await client.get(Cluster, key)).spec.infrastructureRef).toBeUndefined();
  expect(await topologyReconciled()).toMatch(
    /^False ReconcileFailed .*"vbanana": version must be a valid semantic version$/,
  );
  await setVersion("v1.36.0");
  await sim.until(machinesRunning(key, 2), patience);
  await steps(5);
  extension.calls.splice(0);
  await setVersion("v1.20.0");
  await steps(4);
  expect(extension.calls).toEqual([]);
  expect((await client.get(KubeadmControlPlane, await controlPlaneKey())).spec.version).toBe("v1.36.0");
  expect(await topologyReconciled()).toContain('version cannot be decreased from "1.36.0" to "1.20.0"');
  await setVersion("v1.36.0");
  await steps(2);
  expect(await topologyReconciled()).toBe("True ReconcileSucceeded ");
});

test("a version is not changed again before its upgrade has ended, and the upgrade goes on when that is corrected", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  extension.delays.set("BeforeClusterUpgrade", 600);
  extension.delays.set("AfterClusterUpgrade", 600);
  await setTopology({ version: "v1.36.0" });
  await steps(4);
  const held = "Following hooks are blocking upgrade: BeforeClusterUpgrade: not now";
  expect(await topologyReconciled()).toContain(held);
  const rejectionOf = async (version: string): Promise<string> => {
    await setTopology({ version });
    await steps(2);
    const condition = await topologyReconciled();
    await setTopology({ version: "v1.36.0" });
    await steps(2);
    return condition;
  };
  expect(await rejectionOf("v1.35.0")).toContain('version cannot be decreased from "1.36.0" to "1.35.0"');
  expect(await rejectionOf("v1.36.1")).toContain("version 1.36.0 was not propagated to control plane yet");
  expect(await topologyReconciled()).toContain(held);
  extension.delays.delete("BeforeClusterUpgrade");
  ahead = 600_000;
  const last = "Following hooks are blocking upgrade: AfterClusterUpgrade: not now";
  const waits = async (): Promise<boolean> => (await topologyReconciled()).includes(last);
  await sim.until({ name: "the end waits", holds: waits }, patience);
  const blocking = 'version cannot be changed when the "AfterClusterUpgrade" hook is still blocking';
  expect(await rejectionOf("v1.37.0")).toContain(blocking);
  expect(await topologyReconciled()).toContain(last);
});

test("a delay holds the deletion before anything is deleted", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  extension.delays.set("BeforeClusterDelete", 600);
  await client.delete(Cluster, key);
  await steps(4);
  const deleting = getCondition(await client.get(Cluster, key), "Deleting");
  expect(deleting).toMatchObject({ status: "True", reason: "WaitingForBeforeDeleteHook" });
  expect(await findWorkers()).toBeDefined();
  extension.delays.clear();
  ahead = 600_000;
  await sim.until(clusterDeleted(key), patience);
  expect(extension.calls.filter((call) => call === "BeforeClusterDelete")).toHaveLength(2);
});

test("the numbers of the topology are those of its parts", async () => {
  await sim.until(machinesRunning(key, 2), patience);
  const body = { spec: { topology: { workers: null, controlPlane: { replicas: 3 } } } };
  await client.patch(Cluster, key, { type: "merge", body });
  await steps(2);
  const controlPlane = await client.get(KubeadmControlPlane, await controlPlaneKey());
  expect(controlPlane.spec.replicas).toBe(3);
  const workers = await findWorkers();
  expect(workers === undefined || workers.metadata.deletionTimestamp !== undefined).toBe(true);
});

test("a class or a template that does not exist is named", async () => {
  await client.delete(ClusterClass, { namespace: "default", name: "foo" });
  await steps(3);
  expect(await topologyReconciled()).toBe("False ReconcileFailed ClusterClass foo does not exist");
  const broken = deepClone(clusterClass);
  broken.spec.infrastructure.templateRef.name = "bar";
  await client.create(ClusterClass, broken);
  await expect(sim.step()).rejects.toMatchObject({ code: "core-sim/no-template" });
  await client.delete(ClusterClass, { namespace: "default", name: "foo" });
  await client.create(ClusterClass, clusterClass);
});
