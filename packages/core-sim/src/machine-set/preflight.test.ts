// MachineSets wait with new Machines until the control plane has a version, is stable and of a version that fits, as by Cluster API's preflight checks.
import { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();

async function setName(): Promise<string> {
  const { items } = await setup.client.listAll(MachineSet, { namespace: setup.namespace });
  return items[0]?.metadata.name ?? "";
}

test("no worker is created before the control plane has a version", async () => {
  await setup.clusterWithControlPlane();
  await setup.deployment(1);
  await setup.steps(8);
  expect(await setup.machines()).toEqual([]);
  const message = `FooPlane ${setup.namespace}/p is provisioning ("ControlPlaneIsStable" preflight check failed)`;
  expect(await setup.condition(MachineSet, await setName(), "ScalingUp")).toEqual({
    status: "True",
    reason: "ScalingUp",
    message: `Scaling up from 0 to 1 replicas is blocked because:\n* ${message}`,
  });
  const { status } = await setup.client.get(MachineSet, setup.key(await setName()));
  expect(status?.deprecated?.v1beta1?.conditions).toContainEqual(
    expect.objectContaining({ type: "MachinesCreated", status: "False", reason: "PreflightCheckFailed", message }),
  );
  await setup.controlPlaneReady();
  await setup.steps(2);
  expect(await setup.machines()).toHaveLength(1);
});

test.each([
  { version: "v1.36.0", why: /higher than ControlPlane version \("KubernetesVersionSkew"/ },
  { version: "v1.31.0", why: /more than 3 minor versions older .* \("KubernetesVersionSkew"/ },
])("workers of version $version do not fit a control plane of v1.35.0", async ({ version, why }) => {
  await setup.clusterWithControlPlane();
  await setup.controlPlaneReady();
  await setup.deployment(1, {}, { version });
  await setup.steps(8);
  expect(await setup.machines()).toEqual([]);
  expect((await setup.condition(MachineSet, await setName(), "ScalingUp"))?.message).toMatch(why);
});

test.each([{ version: "v1.34.0" }, { versions: [{ version: "v1.34.0", replicas: 1 }] }])(
  "workers wait during an upgrade of the control plane (%o)",
  async (reported) => {
    await setup.clusterWithControlPlane();
    await setup.controlPlaneReady(reported);
    await setup.deployment(1);
    await setup.steps(8);
    expect(await setup.machines()).toEqual([]);
    expect((await setup.condition(MachineSet, await setName(), "ScalingUp"))?.message).toContain("is upgrading");
  },
);

test.each(["All", "KubernetesVersionSkew, ControlPlaneIsStable"])(
  "the annotation skips checks: %s",
  async (skipped) => {
    await setup.clusterWithControlPlane();
    await setup.deployment(1);
    await setup.steps(6);
    expect(await setup.machines()).toEqual([]);
    const annotations = { "machineset.cluster.x-k8s.io/skip-preflight-checks": skipped };
    await setup.change(MachineSet, await setName(), { metadata: { annotations } });
    await setup.steps(2);
    expect(await setup.machines()).toHaveLength(1);
  },
);

test("a set has the annotations of its deployment, from the beginning and later", async () => {
  await setup.clusterWithControlPlane();
  await setup.deployment(1);
  await setup.change(MachineDeployment, "md", { metadata: { annotations: { early: "1" } } });
  await setup.steps(6);
  const annotationsOf = async (): Promise<unknown> =>
    (await setup.client.get(MachineSet, setup.key(await setName()))).metadata.annotations;
  expect(await annotationsOf()).toMatchObject({ early: "1" });
  expect(await setup.machines()).toEqual([]);
  const annotations = {
    "machineset.cluster.x-k8s.io/skip-preflight-checks": "All",
    "kubectl.kubernetes.io/last-applied-configuration": "{}",
  };
  await setup.change(MachineDeployment, "md", { metadata: { annotations } });
  await setup.steps(3);
  expect(await setup.machines()).toHaveLength(1);
  expect(await annotationsOf()).not.toHaveProperty(["kubectl.kubernetes.io/last-applied-configuration"]);
});

test("without a version of the control plane there is nothing to check", async () => {
  await setup.clusterWithControlPlane();
  await setup.change(foo.controlPlane, "p", { spec: { version: null } });
  await setup.deployment(1);
  await setup.steps(8);
  expect(await setup.machines()).toHaveLength(1);
  expect((await setup.client.get(MachineDeployment, setup.key("md"))).status?.replicas).toBe(1);
});
