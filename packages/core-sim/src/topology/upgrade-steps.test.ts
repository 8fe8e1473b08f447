// The steps of an upgrade, and what hooks learn of those that are left.
import type { ClusterClass, Topology } from "@capstan/api/core/v1beta2";
import { CapstanError } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

const listed = ["v1.35.0", "v1.36.0", "v1.36.1", "v1.37.0"];

function withVersions({ spec }: ClusterClass): void {
  spec.kubernetesVersions = listed;
}

test("a class with versions leads through each minor one, and workers go to the last one at once", async () => {
  await rig.createRunning({ inClass: withVersions });
  rig.hooks.calls.splice(0);
  await rig.setTopology({ version: "v1.37.0" });
  await rig.untilTopology("False ClusterUpgrading");
  expect(await rig.topologyReconciled()).toContain(
    "KubeadmControlPlane upgrading to version v1.36.1 (v1.37.0 pending)",
  );
  expect((await rig.cluster()).metadata.annotations).toMatchObject({
    "topology.internal.cluster.x-k8s.io/upgrade-step": "v1.36.1",
  });
  await rig.untilTopology("True");
  expect(rig.hooks.calls).toEqual([
    "BeforeClusterUpgrade v1.35.0 v1.37.0",
    "BeforeControlPlaneUpgrade v1.35.0 v1.36.1",
    "AfterControlPlaneUpgrade v1.36.1",
    "BeforeControlPlaneUpgrade v1.36.1 v1.37.0",
    "AfterControlPlaneUpgrade v1.37.0",
    "BeforeWorkersUpgrade v1.35.0 v1.37.0",
    "AfterWorkersUpgrade v1.37.0",
    "AfterClusterUpgrade v1.37.0",
  ]);
  expect(await rig.workerVersions()).toEqual(["v1.37.0"]);
  await rig.steps(1);
  expect(Object.keys((await rig.cluster()).metadata.annotations ?? {})).toEqual([]);
});

test("the status has the versions that are left, also while the topology fails, until none is", async () => {
  await rig.createRunning({ inClass: withVersions });
  const plans = async (): Promise<readonly unknown[]> => {
    const { controlPlane, workers } = (await rig.cluster()).status ?? {};
    return [controlPlane, workers].map((part) => part?.upgradePlan?.map(({ version }) => version));
  };
  expect(await plans()).toEqual([undefined, undefined]);
  rig.hooks.broken = "BeforeClusterUpgrade";
  await rig.setTopology({ version: "v1.37.0" });
  await rig.steps(3);
  expect(await plans()).toEqual([["v1.36.1", "v1.37.0"], ["v1.37.0"]]);
  rig.hooks.broken = undefined;
  rig.ahead += 10_000;
  await rig.untilTopology("True");
  await rig.steps(1);
  expect(await plans()).toEqual([undefined, undefined]);
  expect((await rig.cluster()).status?.workers).toMatchObject({ desiredReplicas: 1 });
});

test("while patches have no answer, a step does not begin, and no hook reports on it or is called again", async () => {
  await rig.createRunning();
  rig.hooks.calls.splice(0);
  rig.hooks.patchError = new CapstanError("client/timeout", "not yet");
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(4);
  expect(rig.hooks.calls).toEqual([
    "BeforeClusterUpgrade v1.35.0 v1.36.0",
    "BeforeControlPlaneUpgrade v1.35.0 v1.36.0",
  ]);
  expect((await rig.controlPlane()).spec.version).toBe("v1.35.0");
  rig.hooks.patchError = undefined;
  await rig.untilTopology("True");
  expect(rig.hooks.calls.slice(2)).toEqual([
    "AfterControlPlaneUpgrade v1.36.0",
    "BeforeWorkersUpgrade v1.35.0 v1.36.0",
    "AfterWorkersUpgrade v1.36.0",
    "AfterClusterUpgrade v1.36.0",
  ]);
});

test("requests have the steps that are left, and the first one has no hook that is to be called later", async () => {
  await rig.createRunning({
    inClass: withVersions,
    inCluster: ({ metadata }) => {
      metadata.annotations = { mine: "yes", "kubectl.kubernetes.io/last-applied-configuration": "{}" };
    },
  });
  const created = rig.hooks.requests.get("BeforeClusterCreate");
  expect(created).toMatchObject({ cluster: { metadata: { annotations: { mine: "yes" } } } });
  expect(JSON.stringify(created)).not.toMatch(/pending-hooks|last-applied/);
  await rig.setTopology({ version: "v1.37.0" });
  await rig.steps(1);
  expect(rig.hooks.requests.get("BeforeClusterUpgrade")).toMatchObject({
    controlPlaneUpgrades: [{ version: "v1.36.1" }, { version: "v1.37.0" }],
    workersUpgrades: [{ version: "v1.37.0" }],
  });
  await rig.untilTopology("True");
  const after = rig.hooks.requests.get("AfterControlPlaneUpgrade");
  expect(after).toMatchObject({ workersUpgrades: [{ version: "v1.37.0" }] });
  expect(after).not.toHaveProperty("controlPlaneUpgrades");
});

test("without workers no hook of workers is called", async () => {
  const withoutWorkers = (topology: Topology | undefined): void => void delete topology?.workers;
  await rig.createRunning({ inCluster: ({ spec }) => withoutWorkers(spec.topology) }, 1);
  rig.hooks.takeNames();
  await rig.setTopology({ version: "v1.36.0" });
  await rig.untilTopology("True");
  expect(rig.hooks.takeNames()).toEqual([
    "BeforeClusterUpgrade",
    "BeforeControlPlaneUpgrade",
    "AfterControlPlaneUpgrade",
    "AfterClusterUpgrade",
  ]);
});

test("a control plane that is scaled is upgraded", async () => {
  await rig.createRunning();
  await rig.setTopology({ controlPlane: { replicas: 3 } });
  await rig.steps(1);
  expect((await rig.controlPlane()).status?.replicas).toBe(1);
  rig.hooks.takeNames();
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(1);
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterUpgrade", "BeforeControlPlaneUpgrade"]);
});

test("a control plane that reports no version yet is not upgraded, and workers wait for it", async () => {
  await rig.create();
  await rig.steps(1);
  expect((await rig.controlPlane()).status?.version).toBeUndefined();
  await rig.patch({
    metadata: { annotations: { "unsafe.topology.cluster.x-k8s.io/disable-update-version-check": "" } },
    spec: { topology: { version: "v1.36.0" } },
  });
  await rig.steps(1);
  const lines = ["KubeadmControlPlane pending upgrade to version v1.36.0", "MachineDeployment"];
  const condition = await rig.topologyReconciled();
  for (const line of lines) expect(condition).toContain(`\n  * ${line}`);
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterCreate"]);
  await rig.untilTopology("True");
  expect(await rig.workerVersions()).toEqual(["v1.36.0"]);
});

test("a Cluster that has all it wants is not written again", async () => {
  await rig.createRunning();
  await rig.setTopology({ version: "v1.36.0" });
  await rig.untilTopology("True");
  await rig.steps(3);
  expect(await rig.sim.step()).toEqual([]);
  const { length } = rig.hooks.calls;
  await rig.steps(2);
  expect(rig.hooks.calls).toHaveLength(length);
});
