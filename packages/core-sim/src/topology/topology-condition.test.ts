// The condition TopologyReconciled while hooks delay: its reason is what the Cluster does, and its message names the hooks.
import { Cluster } from "@capstan/api/core/v1beta2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

test("a delay says what it delays", async () => {
  rig.hooks.delays.set("BeforeClusterCreate", 600);
  await rig.create();
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe(
    "False ClusterCreating Following hooks are blocking Cluster topology creation: BeforeClusterCreate: not now",
  );
  rig.hooks.delays.clear();
  rig.ahead = 1_000_000;
  await rig.untilTopology("True");
  rig.hooks.delays.set("BeforeClusterDelete", 600);
  await rig.client.delete(Cluster, rig.key);
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe(
    "False Deleting Cluster is deleting. Following hooks are blocking delete: BeforeClusterDelete: not now",
  );
});

test("an upgrade names what is upgraded and what waits", async () => {
  await rig.createRunning();
  const [workers] = await rig.workers();
  rig.hooks.delays.set("BeforeWorkersUpgrade", 600);
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(1);
  const name = `MachineDeployment ${workers?.metadata.name}`;
  const pending = `\n  * ${name} pending upgrade to version v1.36.0`;
  const start = "False ClusterUpgrading Cluster is upgrading to v1.36.0\n  * ";
  expect(await rig.topologyReconciled()).toBe(`${start}KubeadmControlPlane upgrading to version v1.36.0${pending}`);
  const held = `${start}Following hooks are blocking upgrade: BeforeWorkersUpgrade: not now${pending}`;
  await rig.untilTopology(held);
  rig.hooks.delays.set("AfterClusterUpgrade", 600);
  rig.hooks.delays.delete("BeforeWorkersUpgrade");
  rig.ahead = 1_000_000;
  await rig.steps(1);
  expect(await rig.topologyReconciled()).toBe(`${start}${name} upgrading to version v1.36.0`);
  await rig.untilTopology(`${start}Following hooks are blocking upgrade: AfterClusterUpgrade: not now`);
});

test("a failure is an error also for the condition of the older version", async () => {
  await rig.create();
  await rig.setTopology({ version: "vbanana" });
  await rig.steps(1);
  const conditions = (await rig.cluster()).status?.deprecated?.v1beta1?.conditions;
  expect(conditions?.find(({ type }) => type === "TopologyReconciled")).toMatchObject({
    status: "False",
    severity: "Error",
  });
});
