// Annotations of users hold an upgrade, or the upgrade of some workers.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

/** Workers of these names, each with an annotation. */
function workers(named: Readonly<Record<string, string | undefined>>): object {
  const machineDeployments = Object.entries(named).map(([name, annotation]) => {
    const annotations = annotation === undefined ? {} : { [`topology.cluster.x-k8s.io/${annotation}`]: "" };
    return { class: "worker", name, replicas: 1, metadata: { annotations } };
  });
  return { machineDeployments };
}

test("an annotation for the moment before the upgrade holds it", async () => {
  await rig.createRunning();
  rig.hooks.takeNames();
  const name = "before-upgrade.hook.cluster.cluster.x-k8s.io/mine";
  await rig.patch({ metadata: { annotations: { [name]: "" } }, spec: { topology: { version: "v1.36.0" } } });
  await rig.steps(3);
  expect((await rig.controlPlane()).spec.version).toBe("v1.35.0");
  expect(rig.hooks.takeNames()).toEqual([]);
  expect(await rig.topologyReconciled()).toContain(
    `Following hooks are blocking upgrade: BeforeClusterUpgrade: annotation ${name} is set`,
  );
  await rig.patch({ metadata: { annotations: { [name]: null } } });
  await rig.untilTopology("True");
  expect(await rig.workerVersions()).toEqual(["v1.36.0"]);
});

test("workers whose upgrade is deferred keep their version, and the others do not", async () => {
  await rig.createRunning();
  await rig.setTopology({ workers: workers({ md: "defer-upgrade", other: undefined }) });
  await rig.untilTopology("True");
  await rig.setTopology({ version: "v1.36.0" });
  await rig.untilTopology("False MachineDeploymentsUpgradeDeferred");
  expect(await rig.workerVersions()).toEqual(["v1.35.0", "v1.36.0"]);
  const [deferred] = await rig.workers();
  expect(await rig.topologyReconciled()).toContain(
    `MachineDeployment ${deferred?.metadata.name} upgrade to version v1.36.0 deferred using topology.cluster.x-k8s.io/defer-upgrade or hold-upgrade-sequence annotations`,
  );
  expect(rig.hooks.takeNames()).not.toContain("AfterWorkersUpgrade");
  await rig.setTopology({ workers: workers({ md: undefined, other: undefined }) });
  await rig.untilTopology("True");
  expect(rig.hooks.takeNames()).toEqual(["AfterWorkersUpgrade", "AfterClusterUpgrade"]);
});

test("a hold stops the workers after it too", async () => {
  await rig.createRunning();
  await rig.setTopology({ workers: workers({ md: undefined, n1: "hold-upgrade-sequence", n2: undefined }) });
  await rig.untilTopology("True");
  await rig.setTopology({ version: "v1.36.0" });
  await rig.untilTopology("False MachineDeploymentsUpgradeDeferred");
  expect(await rig.workerVersions()).toEqual(["v1.36.0", "v1.35.0", "v1.35.0"]);
});
