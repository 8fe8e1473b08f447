// Limits of rollouts of workers that webhooks of Cluster API reject, in a topology: the condition says so, and nothing of the workers is created or changed.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

const workers = (limits: object, version: string = "v1.35.0"): Promise<void> => {
  const rollout = { strategy: { type: "RollingUpdate", rollingUpdate: limits } };
  return rig.setTopology({
    version,
    workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 1, rollout }] },
  });
};

const zero = 'Invalid value: "0": maxUnavailable and maxSurge cannot both be 0';

test("limits of 0 in the topology fail before any hook is called", async () => {
  await rig.create();
  await workers({ maxSurge: 0, maxUnavailable: 0 });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed Cluster.cluster.x-k8s.io "${rig.key.name}" is invalid: spec.topology.workers.machineDeployments[md].rollout.strategy.rollingUpdate: ${zero}`,
  );
  expect([rig.hooks.calls, rig.errors]).toEqual([[], []]);
  await workers({ maxSurge: 0, maxUnavailable: 1 });
  await rig.untilTopology("True");
});

test("a limit of 0 beside the default of 0 fails when the MachineDeployment is created or changed", async () => {
  await rig.create();
  await workers({ maxSurge: 0 });
  await rig.steps(6);
  const problem = `spec.rollout.strategy.rollingUpdate: ${zero}`;
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed error reconciling the Cluster topology: failed to create MachineDeployment.cluster.x-k8s.io: FieldValueInvalid: ${problem}`,
  );
  expect(await rig.workers()).toEqual([]);
  await workers({ maxSurge: 1 });
  await rig.untilRunning();
  await workers({ maxSurge: 0 });
  await rig.steps(3);
  const [deployment] = await rig.workers();
  const name = deployment?.metadata.name ?? "";
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed error reconciling the Cluster topology: failed to create patch helper for MachineDeployment default/${name}: server side apply dry-run failed for modified object: admission webhook "validation.machinedeployment.cluster.x-k8s.io" denied the request: MachineDeployment.cluster.x-k8s.io "${name}" is invalid: ${problem}`,
  );
  expect(deployment?.spec.rollout?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  await workers({ maxSurge: "0%" });
  await rig.untilTopology("True");
});
