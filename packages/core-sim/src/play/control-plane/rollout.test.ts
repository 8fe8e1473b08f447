// Rollouts of a played control plane without surge, and control plane machines that stand alone.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { useFoo } from "../../../test/foo-setup.ts";
import { createPlayedCluster } from "../../../test/played-cluster.ts";

const setup = useFoo();
beforeEach(() => {
  setup.simulate({ workloads: false, play: { bootstrap: true, controlPlane: true, infrastructure: 1 } });
});

/** Steps until something holds. */
async function stepUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 400 && !(await holds()); count++) {
    await setup.sim.step();
    await sleep(2);
  }
  expect(await holds()).toBe(true);
}

async function versions(): Promise<readonly (string | undefined)[]> {
  return (await setup.machines()).map(({ spec }) => spec.version);
}

test("with maxSurge 0 there are never more machines than replicas", async () => {
  await createPlayedCluster(setup.client, setup.namespace, 0);
  const rollout = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0 } } };
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3, rollout } });
  await stepUntil(async () => (await versions()).length === 3);
  await setup.change(KubeadmControlPlane, "cp", { spec: { version: "v1.37.0" } });
  let most = 0;
  await stepUntil(async () => {
    const all = await versions();
    most = Math.max(most, all.length);
    return all.length === 3 && all.every((version) => version === "v1.37.0");
  });
  expect(most).toBe(3);
}, 30_000);

test("with an even number of machines nothing is changed, unless etcd runs elsewhere", async () => {
  await createPlayedCluster(setup.client, setup.namespace, 0);
  await stepUntil(async () => (await versions()).length === 1);
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 2, version: "v1.37.0" } });
  await setup.steps(5);
  expect(await versions()).toEqual(["v1.36.0"]);
  const reason = "blocked because:\n* spec.replicas: Forbidden: cannot be an even number when etcd is stacked";
  expect(await setup.condition(KubeadmControlPlane, "cp", "ScalingUp")).toEqual({
    status: "True",
    reason: "ScalingUp",
    message: `Scaling up from 1 to 2 replicas is ${reason}`,
  });
  expect(await setup.condition(KubeadmControlPlane, "cp", "ScalingDown")).toEqual({
    status: "False",
    reason: "NotScalingDown",
    message: `Scaling down would be ${reason}`,
  });
  const external = { endpoints: ["https://a"], caFile: "a", certFile: "b", keyFile: "c" };
  const kubeadmConfigSpec = { clusterConfiguration: { etcd: { external } } };
  await setup.change(KubeadmControlPlane, "cp", { spec: { kubeadmConfigSpec } });
  await stepUntil(async () => (await versions()).length > 1);
  await setup.steps(3);
  const gates = (await setup.machines()).map(({ spec }) =>
    spec.readinessGates?.map(({ conditionType }) => conditionType),
  );
  expect(gates.every((own) => own?.includes("EtcdMemberHealthy") === false)).toBe(true);
});

test("of two control plane machines that stand alone, one initializes the cluster and the other waits", async () => {
  await setup.cluster();
  await setup.clusterReady();
  for (const name of ["m-0", "m-1"]) {
    await setup.client.create(KubeadmConfig, {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
      kind: "KubeadmConfig",
      metadata: setup.key(name),
      spec: { format: "cloud-config" },
    });
    const configRef = { apiGroup: KubeadmConfig.group, kind: "KubeadmConfig", name };
    const labels = { "cluster.x-k8s.io/control-plane": "" };
    await setup.machine(name, { labels, spec: { bootstrap: { configRef } } });
  }
  await setup.steps(6);
  const withData = (await setup.machines()).filter(({ spec }) => spec.bootstrap.dataSecretName !== undefined);
  expect(withData.map(({ metadata }) => metadata.name)).toEqual(["m-0"]);
  expect(await setup.condition(Machine, "m-1", "BootstrapConfigReady")).toMatchObject({ status: "False" });
});

test("a version that leaves out a minor one is rejected, and no machine is replaced", async () => {
  await createPlayedCluster(setup.client, setup.namespace, 0);
  await stepUntil(async () => (await versions()).length === 1);
  await setup.change(KubeadmControlPlane, "cp", { spec: { version: "v1.38.1" } });
  await setup.steps(4);
  expect(await versions()).toEqual(["v1.36.0"]);
  expect(await setup.condition(KubeadmControlPlane, "cp", "ScalingUp")).toMatchObject({
    message: expect.stringContaining(
      "* spec.version: Forbidden: cannot update Kubernetes version from v1.36.0 to v1.38.1",
    ),
  });
  await setup.change(KubeadmControlPlane, "cp", { spec: { version: "v1.37.1" } });
  await stepUntil(async () => (await versions()).join() === "v1.37.1");
  await setup.change(KubeadmControlPlane, "cp", { spec: { version: "v1.38.1" } });
  await stepUntil(async () => (await versions()).join() === "v1.38.1");
});
