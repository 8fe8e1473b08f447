// The limits of rollouts that webhooks of Cluster API reject (core/webhooks/admission/machinedeployment.go), in MachineDeployments, topologies and classes.
import { MachineDeployment } from "@capstan/api/core/v1beta2";
import { deepClone } from "@capstan/kube";
import { expect, test } from "vitest";
import { clusterClass, clusterOfClass } from "../../test/class-objects.ts";
import { useFoo } from "../../test/foo-setup.ts";
import { rejectedTopologyRollout, rejectedWorkerRollout } from "../topology/worker-rollout-limits.ts";
import { maxSurge, maxUnavailable } from "./rollout-limits.ts";
import { rejectedRollout, rejectedMessage } from "./rollout-rules.ts";

type Rollout = NonNullable<MachineDeployment["spec"]["rollout"]>;

const rolling = (rollingUpdate: { maxSurge?: number | string; maxUnavailable?: number | string }): Rollout => ({
  strategy: { type: "RollingUpdate", rollingUpdate },
});

function deployment(rollout: Rollout = {}): MachineDeployment {
  const infrastructureRef = { apiGroup: "g", kind: "K", name: "t" };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name: "d", namespace: "default" },
    spec: {
      clusterName: "c",
      replicas: 2,
      rollout,
      selector: {},
      template: { spec: { clusterName: "c", bootstrap: {}, infrastructureRef } },
    },
  };
}

const strategy = "spec.rollout.strategy.rollingUpdate";
const bothZero = `${strategy}: Invalid value: "0": maxUnavailable and maxSurge cannot both be 0`;
const text = "must be either an int or a percentage: invalid value for IntOrString";

test.each([
  [rolling({ maxSurge: 0, maxUnavailable: 0 }), bothZero],
  [rolling({ maxSurge: 0 }), bothZero],
  [{ strategy: { type: "OnDelete" as const, rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }, bothZero],
  [
    rolling({ maxSurge: "1", maxUnavailable: "x%" }),
    `[${strategy}.maxUnavailable: Invalid value: "x%": ${text}: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax, ${strategy}.maxSurge: Invalid value: "1": ${text}: invalid type: string is not a percentage]`,
  ],
])("limits of a MachineDeployment that are rejected: %j", (rollout, problem) => {
  const object = deployment(rollout);
  expect(rejectedMessage(rejectedRollout(object))).toBe(problem);
  expect([maxSurge(object), maxUnavailable(object)].some(Number.isNaN)).toBe(false);
});

test.each([
  undefined,
  {},
  rolling({}),
  rolling({ maxUnavailable: 0 }),
  rolling({ maxSurge: 0, maxUnavailable: 1 }),
  rolling({ maxSurge: 0, maxUnavailable: "0%" }),
  rolling({ maxSurge: "0%", maxUnavailable: "10%" }),
])("limits that are accepted let a rollout go on: %j", (rollout) => {
  const object = deployment(rollout);
  expect(rejectedRollout(object)).toEqual([]);
  expect(rejectedWorkerRollout(object, undefined)).toBeUndefined();
  expect(maxSurge(object) + maxUnavailable(object)).toBeGreaterThan(0);
});

test("without a rolling update, limits that are not given are not 0", () => {
  expect(rejectedRollout(deployment({ strategy: { type: "OnDelete" } }))).toEqual([]);
});

test("a topology and a class are rejected with the limits that they give themselves", () => {
  const [cluster, itsClass] = [clusterOfClass("c", "v1.35.0"), deepClone(clusterClass)];
  const [worker] = cluster.spec.topology?.workers?.machineDeployments ?? [];
  const [workerClass] = itsClass.spec.workers?.machineDeployments ?? [];
  if (worker === undefined || workerClass === undefined) throw new Error("the class has workers");
  workerClass.rollout = rolling({ maxSurge: 0 });
  worker.rollout = rolling({ maxUnavailable: 0 });
  expect(rejectedTopologyRollout(cluster, itsClass)).toBeUndefined();
  workerClass.rollout = rolling({ maxSurge: 0, maxUnavailable: 0 });
  const at = (path: string): string =>
    `${path}.rollout.strategy.rollingUpdate: Invalid value: "0": maxUnavailable and maxSurge cannot both be 0`;
  expect(rejectedTopologyRollout(cluster, itsClass)).toBe(
    `ClusterClass.cluster.x-k8s.io "${itsClass.metadata.name}" is invalid: ${at(`spec.workers.machineDeployments[${workerClass.class}]`)}`,
  );
  worker.rollout = workerClass.rollout;
  expect(rejectedTopologyRollout(cluster, itsClass)).toBe(
    `Cluster.cluster.x-k8s.io "c" is invalid: ${at(`spec.topology.workers.machineDeployments[${worker.name}]`)}`,
  );
});

const setup = useFoo();

test("a MachineDeployment whose limits are rejected creates and replaces nothing, and says why until it has others", async () => {
  await setup.cluster();
  await setup.clusterReady();
  await setup.deployment(2, { rollout: rolling({ maxSurge: 0, maxUnavailable: 0 }) });
  await setup.steps(4);
  expect(await setup.machines()).toEqual([]);
  expect(await setup.condition(MachineDeployment, "md", "ScalingUp")).toEqual({
    status: "True",
    reason: "ScalingUp",
    message: `Scaling up from 0 to 2 replicas is blocked because:\n* ${bothZero}`,
  });
  expect(await setup.condition(MachineDeployment, "md", "ScalingDown")).toMatchObject({
    status: "False",
    message: `Scaling down would be blocked because:\n* ${bothZero}`,
  });
  await setup.change(MachineDeployment, "md", { spec: { rollout: rolling({ maxSurge: 1 }) } });
  await setup.steps(4);
  expect(await setup.machines()).toHaveLength(2);
  expect(await setup.condition(MachineDeployment, "md", "ScalingDown")).toEqual({
    status: "False",
    reason: "NotScalingDown",
    message: "",
  });
});
