// A topology whose stored version core's webhook would have rejected: it goes on with the version before, as with the webhook, which would have left that one stored.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

function rejection(version: string, problem: string): string {
  return `False ReconcileFailed spec.topology.version: Invalid value: "${version}": ${problem}`;
}

const blocked = rejection("v1.37.0", 'version cannot be changed when the "AfterClusterUpgrade" hook is still blocking');
const decreased = rejection("v1.20.0", 'version cannot be decreased from "1.35.0" to "1.20.0"');

/** An upgrade that waits for a hook before the workers, of a Cluster that gets another version then. */
async function duringUpgrade(): Promise<void> {
  await rig.createRunning();
  rig.hooks.delays.set("BeforeWorkersUpgrade", 600);
  await rig.setTopology({ version: "v1.36.0" });
  await rig.untilTopology("False ClusterUpgrading Cluster is upgrading to v1.36.0\n  * Following hooks");
  await rig.setTopology({ version: "v1.37.0" });
  await rig.steps(2);
}

/** The hook does not delay any more. */
function release(): void {
  rig.hooks.delays.clear();
  rig.ahead += 1_000_000;
  rig.hooks.calls.splice(0);
}

test("an upgrade goes on to the version that was accepted, and then the other one is taken", async () => {
  await duringUpgrade();
  expect(await rig.topologyReconciled()).toContain(
    `${blocked}\nCluster is upgrading to v1.36.0\n  * Following hooks are blocking upgrade: BeforeWorkersUpgrade: not now`,
  );
  expect(await rig.workerVersions()).toEqual(["v1.35.0"]);
  release();
  rig.hooks.delays.set("AfterClusterUpgrade", 600);
  await rig.untilTopology(`${blocked}\nCluster is upgrading to v1.36.0\n  * Following hooks are blocking`);
  expect(await rig.workerVersions()).toEqual(["v1.36.0"]);
  const inCluster = { cluster: { spec: { topology: { version: "v1.36.0" } } } };
  expect(rig.hooks.requests.get("AfterClusterUpgrade")).toMatchObject(inCluster);
  const builtin = { cluster: { topology: { version: "v1.36.0" } } };
  const { variables, templates = [] } = rig.hooks.patched.at(-1) ?? {};
  expect(variables).toMatchObject({ builtin });
  const versions = templates.flatMap((each) => /"version":"v[^"]*"/.exec(JSON.stringify(each.variables)) ?? []);
  expect(new Set(versions)).toEqual(new Set(['"version":"v1.36.0"']));
  expect((await rig.cluster()).spec.topology?.version).toBe("v1.37.0");
  rig.hooks.delays.clear();
  rig.ahead += 1_000_000;
  await rig.untilTopology("True");
  expect(await rig.workerVersions()).toEqual(["v1.37.0"]);
  expect(rig.hooks.calls).toEqual([
    "BeforeWorkersUpgrade v1.35.0 v1.36.0",
    "AfterWorkersUpgrade v1.36.0",
    "AfterClusterUpgrade v1.36.0",
    "AfterClusterUpgrade v1.36.0",
    "BeforeClusterUpgrade v1.36.0 v1.37.0",
    "BeforeControlPlaneUpgrade v1.36.0 v1.37.0",
    "AfterControlPlaneUpgrade v1.37.0",
    "BeforeWorkersUpgrade v1.36.0 v1.37.0",
    "AfterWorkersUpgrade v1.37.0",
    "AfterClusterUpgrade v1.37.0",
  ]);
});

test("a version that is set back is not rejected, and the upgrade ends with it", async () => {
  await duringUpgrade();
  await rig.setTopology({ version: "v1.36.0" });
  await rig.untilTopology("False ClusterUpgrading Cluster is upgrading to v1.36.0\n  * Following hooks");
  release();
  await rig.untilTopology("True");
  expect(await rig.workerVersions()).toEqual(["v1.36.0"]);
  expect(rig.hooks.calls.at(-1)).toBe("AfterClusterUpgrade v1.36.0");
});

test("what fails meanwhile is in the condition, too", async () => {
  await duringUpgrade();
  release();
  rig.hooks.broken = "AfterWorkersUpgrade";
  await rig.untilTopology(`${blocked}\nAfterWorkersUpgrade`);
  expect(await rig.topologyReconciled()).toBe(`${blocked}\nAfterWorkersUpgrade: no answer`);
});

test("without an upgrade, other changes are made with the version before, also by a new simulation", async () => {
  await rig.createRunning();
  await rig.setTopology({ version: "v1.20.0" });
  await rig.untilTopology(decreased);
  expect(await rig.topologyReconciled()).toBe(decreased);
  await rig.steps(2);
  expect(await rig.sim.step()).toEqual([]);
  await rig.setTopology({ controlPlane: { replicas: 3 } });
  await rig.steps(3);
  expect((await rig.controlPlane()).spec).toMatchObject({ version: "v1.35.0", replicas: 3 });
  const { key } = rig;
  rig.sim.close();
  rig.begin();
  rig.key = key;
  const machineDeployments = ["md", "new"].map((name) => ({ class: "worker", name, replicas: 2 }));
  await rig.setTopology({ workers: { machineDeployments } });
  const holds = async (): Promise<boolean> =>
    (await rig.workers()).filter(({ status }) => status?.readyReplicas === 2).length === 2;
  await rig.sim.until({ name: "all workers run", holds }, { idle: async () => {} });
  expect(await rig.workerVersions()).toEqual(["v1.35.0", "v1.35.0"]);
  expect(await rig.topologyReconciled()).toBe(decreased);
  const { metadata, spec } = await rig.cluster();
  expect([metadata.annotations ?? {}, spec.topology?.version]).toEqual([{}, "v1.20.0"]);
});

test("a Cluster that is being created gets the version that was accepted first", async () => {
  rig.hooks.delays.set("BeforeClusterCreate", 600);
  await rig.create();
  await rig.steps(1);
  await rig.setTopology({ version: "v1.34.0" });
  await rig.steps(1);
  const lower = rejection("v1.34.0", 'version cannot be decreased from "1.35.0" to "1.34.0"');
  expect(await rig.topologyReconciled()).toBe(
    `${lower}\nFollowing hooks are blocking Cluster topology creation: BeforeClusterCreate: not now`,
  );
  release();
  await rig.steps(1);
  expect((await rig.controlPlane()).spec.version).toBe("v1.35.0");
});

test("a new Cluster waits, because there is no version before", async () => {
  await rig.create({
    inCluster: ({ spec }) => {
      if (spec.topology !== undefined) spec.topology.version = "v1.35";
    },
  });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toBe(rejection("v1.35", "version must be a valid semantic version"));
  expect([rig.hooks.calls, rig.hooks.patched, (await rig.cluster()).spec.infrastructureRef]).toEqual([
    [],
    [],
    undefined,
  ]);
  await rig.setTopology({ version: "v1.35.0" });
  await rig.untilTopology("True");
});
