// Versions of machines that are not semantic ones, which webhooks of Cluster API reject: nothing is created or replaced for them.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Machine, MachineDeployment, MachinePool, MachineSet } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { foo, useFoo } from "../test/foo-setup.ts";
import { createPlayedCluster } from "../test/played-cluster.ts";

const setup = useFoo();

const problem = (path: string, version: string): string =>
  `* ${path}: Invalid value: "${version}": must be a valid semantic version`;
const ofTemplate = (version: string): string => problem("spec.template.spec.version", version);

async function sets(): Promise<readonly MachineSet[]> {
  return (await setup.client.listAll(MachineSet, { namespace: setup.namespace })).items;
}

test.each(["banana", "v1.37", "1.37.0-"])(
  "a control plane with the version %s replaces nothing, and a new one creates nothing",
  async (given) => {
    const version = given.startsWith("v") ? given : `v${given}`;
    setup.simulate({ workloads: false, play: { bootstrap: true, controlPlane: true, infrastructure: 0 } });
    await createPlayedCluster(setup.client, setup.namespace, 0);
    await setup.change(KubeadmControlPlane, "cp", { spec: { version: given } });
    await setup.steps(20);
    expect(await setup.machines()).toEqual([]);
    const rejected = problem("spec.version", version);
    expect(await setup.condition(KubeadmControlPlane, "cp", "ScalingUp")).toMatchObject({
      message: `Scaling up from 0 to 1 replicas is blocked because:\n${rejected}`,
    });
    await setup.change(KubeadmControlPlane, "cp", { spec: { version: "v1.36.0" } });
    await setup.steps(20);
    await setup.change(KubeadmControlPlane, "cp", { spec: { version: given } });
    await setup.steps(20);
    expect((await setup.machines()).map(({ spec }) => spec.version)).toEqual(["v1.36.0"]);
    expect(await setup.condition(KubeadmControlPlane, "cp", "ScalingUp")).toMatchObject({
      message: `Scaling up would be blocked because:\n${rejected}`,
    });
    expect(await setup.condition(KubeadmControlPlane, "cp", "RollingOut")).toMatchObject({ status: "False" });
    const [machine] = await setup.machines();
    expect(await setup.condition(Machine, machine?.metadata.name ?? "", "UpToDate")).toMatchObject({ status: "True" });
    await setup.change(KubeadmControlPlane, "cp", { spec: { version: "v1.37.0" } });
    await setup.steps(20);
    expect((await setup.machines()).map(({ spec }) => spec.version)).toContain("v1.37.0");
  },
);

test("a MachineDeployment whose version is not a semantic one makes no set, and its machines are up to date", async () => {
  await setup.clusterWithControlPlane();
  await setup.clusterReady();
  await setup.controlPlaneReady();
  await setup.deployment(2);
  await setup.steps(6);
  const [before] = await sets();
  await setup.change(MachineDeployment, "md", { spec: { template: { spec: { version: "banana" } } } });
  await setup.steps(6);
  expect((await sets()).map(({ metadata }) => metadata.name)).toEqual([before?.metadata.name]);
  expect(await setup.machines()).toHaveLength(2);
  expect(await setup.condition(MachineDeployment, "md", "ScalingUp")).toEqual({
    status: "False",
    reason: "NotScalingUp",
    message: `Scaling up would be blocked because:\n${ofTemplate("vbanana")}`,
  });
  expect(await setup.condition(MachineDeployment, "md", "RollingOut")).toMatchObject({ status: "False" });
  expect((await setup.client.get(MachineDeployment, setup.key("md"))).status).toMatchObject({ upToDateReplicas: 2 });
  await setup.change(MachineDeployment, "md", { spec: { template: { spec: { version: "v1.34.0" } } } });
  await setup.steps(6);
  expect(await sets()).toHaveLength(2);
});

test("a MachineSet creates no machine of such a version", async () => {
  await setup.clusterWithControlPlane();
  await setup.clusterReady();
  await setup.controlPlaneReady();
  await setup.deployment(1);
  await setup.steps(6);
  const [set] = await sets();
  if (set === undefined) throw new Error("there is a set");
  const spec = { ...set.spec, selector: {}, template: { spec: { ...set.spec.template.spec, version: "banana" } } };
  await setup.client.create(MachineSet, { ...set, metadata: setup.key("alone"), spec });
  await setup.steps(6);
  expect(await setup.machines()).toHaveLength(1);
  expect(await setup.condition(MachineSet, "alone", "ScalingUp")).toMatchObject({
    message: `Scaling up from 0 to 1 replicas is blocked because:\n${ofTemplate("vbanana")}`,
  });
});

test("a Machine and a MachinePool with such a version claim nothing, and can be deleted", async () => {
  await setup.cluster();
  await setup.clusterReady();
  await setup.machine("w", { spec: { version: "banana" } });
  await setup.pool();
  await setup.change(MachinePool, "p", { spec: { template: { spec: { version: "banana" } } } });
  await setup.steps(6);
  for (const [resource, name] of [
    [foo.machine, "w"],
    [foo.pool, "p"],
  ] as const)
    expect((await setup.client.get(resource, setup.key(name))).metadata.ownerReferences).toBeUndefined();
  await setup.client.delete(Machine, setup.key("w"));
  await setup.client.delete(MachinePool, setup.key("p"));
  await setup.steps(6);
  expect(await setup.machines()).toEqual([]);
});
