// A played control plane says in ScalingUp and ScalingDown what it waits for.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { useFoo } from "../../../test/foo-setup.ts";
import { createPlayedCluster } from "../../../test/played-cluster.ts";

const setup = useFoo();
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  const now = (): number => Date.now() + ahead;
  setup.simulate({ workloads: false, play: { bootstrap: true, controlPlane: true, infrastructure: 3_600_000 }, now });
  await createPlayedCluster(setup.client, setup.namespace, 0);
});

/** Steps until so many machines exist, of which the last one does not run yet. */
async function untilMachines(wanted: number): Promise<void> {
  for (let count = 0; count < 400 && (await setup.machines()).length !== wanted; count++) {
    ahead += 3_600_000;
    await setup.sim.step();
    await sleep(2);
  }
  await setup.steps(3);
  expect(await setup.machines()).toHaveLength(wanted);
}

async function messages(): Promise<readonly (string | undefined)[]> {
  const conditions = ["ScalingUp", "ScalingDown"].map((type) => setup.condition(KubeadmControlPlane, "cp", type));
  return (await Promise.all(conditions)).map((condition) => condition?.message);
}

const external = { endpoints: ["https://a"], caFile: "a", certFile: "b", keyFile: "c" };
const components = "* waiting for control plane components to become healthy";

test.each([
  { etcd: { local: { dataDir: "/a" } }, why: `${components}\n* waiting for etcd cluster to become healthy` },
  { etcd: { external }, why: components },
])("while a machine starts, the next one waits for it (etcd: $etcd)", async ({ etcd, why }) => {
  const kubeadmConfigSpec = { clusterConfiguration: { etcd } };
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3, kubeadmConfigSpec } });
  await untilMachines(1);
  expect(await messages()).toEqual([`Scaling up from 1 to 3 replicas is blocked because:\n${why}`, ""]);
  await untilMachines(2);
  expect(await messages()).toEqual([`Scaling up from 2 to 3 replicas is blocked because:\n${why}`, ""]);
});

test("while a machine starts, no other one is deleted", async () => {
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3 } });
  await untilMachines(3);
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 1 } });
  await setup.steps(3);
  const why = `${components}\n* waiting for etcd cluster to become healthy`;
  expect(await messages()).toEqual(["", `Scaling down from 3 to 1 replicas is blocked because:\n${why}`]);
});

test("a template of machines that does not exist is named, whether or not machines are missing", async () => {
  await untilMachines(1);
  const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "DevMachineTemplate", name: "none" };
  await setup.change(KubeadmControlPlane, "cp", { spec: { machineTemplate: { spec: { infrastructureRef } } } });
  await setup.steps(3);
  const absent = "DevMachineTemplate does not exist";
  expect(await messages()).toEqual([`Scaling up would be blocked because ${absent}`, ""]);
  await setup.change(KubeadmControlPlane, "cp", { spec: { replicas: 3 } });
  await setup.steps(3);
  expect(await messages()).toEqual([`Scaling up from 1 to 3 replicas is blocked because:\n* ${absent}`, ""]);
});
