// A played control plane changes nothing of its machines while the topology of its Cluster has a version that it does not have yet, and says so.
import { setTimeout as sleep } from "node:timers/promises";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine } from "@capstan/contract";
import { getCondition } from "@capstan/contract/conditions";
import { keyOf } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

/** The machines of the control plane, with their versions. */
async function machines(): Promise<readonly string[]> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  const { items } = await rig.client.listAll(Machine, { namespace: rig.key.namespace, labelSelector });
  return items
    .filter(isControlPlaneMachine)
    .map((machine) => `${keyOf(machine).name} ${machine.spec.version}`)
    .toSorted();
}

async function message(type: string): Promise<string | undefined> {
  return getCondition(await rig.controlPlane(), type)?.message;
}

/** A change of the control plane itself: its topology changes nothing of it while it waits. */
async function change(spec: object): Promise<void> {
  await rig.client.patch(KubeadmControlPlane, keyOf(await rig.controlPlane()), { type: "merge", body: { spec } });
}

test("while a hook holds an upgrade, no machine is created", async () => {
  await rig.createRunning();
  const before = await machines();
  rig.hooks.delays.set("BeforeClusterUpgrade", 10_000);
  await rig.setTopology({ version: "v1.36.0", controlPlane: { replicas: 3 } });
  await rig.steps(3);
  await change({ replicas: 3 });
  await rig.steps(10);
  expect(await machines()).toEqual(before);
  expect(await message("ScalingUp")).toBe(
    "Scaling up from 1 to 3 replicas is blocked because:\n* waiting for a version upgrade to v1.36.0 to be propagated",
  );
  rig.hooks.delays.clear();
  rig.ahead += 10_000_000;
  const isCreated = async (): Promise<boolean> => (await machines()).length > 1;
  await rig.sim.until({ name: "created", holds: isCreated }, { idle: () => sleep(5), maxSteps: 300 });
  const versions = (await machines()).map((each) => each.split(" ")[1]);
  expect(new Set(versions)).toEqual(new Set(["v1.35.0", "v1.36.0"]));
});

test("a rollout waits, too", async () => {
  await rig.createRunning();
  const before = await machines();
  rig.hooks.delays.set("BeforeClusterUpgrade", 10_000);
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(3);
  rig.ahead += 60_000;
  const after = new Date(Date.now() + rig.ahead - 1000).toISOString();
  await change({ rollout: { after } });
  await rig.steps(10);
  expect(await message("RollingOut")).toContain("spec.rolloutAfter expired");
  expect(await machines()).toEqual(before);
});
