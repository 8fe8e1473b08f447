// ClusterClasses that core's webhook would have rejected: nothing is made of a new one, and one that was changed counts as it was before.
import { ClusterClass } from "@capstan/api/core/v1beta2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

const start = (problem: string): string =>
  `False ReconcileFailed ClusterClass.cluster.x-k8s.io "${rig.key.name}" is invalid: ${problem}`;
const selector = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "DevMachineTemplate",
  matchResources: { controlPlane: true },
};
const patchOf = (variable: string): object => ({
  name: "two",
  definitions: [{ selector, jsonPatches: [{ op: "add", path: "/spec/template/spec/a", valueFrom: { variable } }] }],
});

async function changeClass(spec: object): Promise<void> {
  await rig.client.patch(ClusterClass, rig.key, { type: "merge", body: { spec } });
  await rig.steps(3);
}

test("nothing is created of a class that is rejected, until it is corrected", async () => {
  await rig.create({
    inClass: ({ spec }) => {
      spec.patches = [...(spec.patches ?? []), { name: "one", external: { generatePatchesExtension: "patches.foo" } }];
    },
  });
  await rig.steps(5);
  const twice = 'spec.patches[1].name: Invalid value: "one": patch names must be unique';
  expect(await rig.topologyReconciled()).toContain(start(twice));
  expect((await rig.cluster()).spec.controlPlaneRef).toBeUndefined();
  expect(rig.hooks.calls).toEqual([]);
  await changeClass({ patches: null });
  await rig.untilRunning();
  expect((await rig.cluster()).spec.controlPlaneRef).toBeDefined();
});

test("a change that is rejected does not count, and everything else goes on with the class before", async () => {
  await rig.createRunning();
  const { patches = [], workers } = (await rig.client.get(ClusterClass, rig.key)).spec;
  await changeClass({ patches: [...patches, patchOf("none")] });
  const unknown = 'spec.patches[1].definitions[0].jsonPatches[0].valueFrom.variable: Invalid value: "none"';
  expect(await rig.topologyReconciled()).toBe(`${start(unknown)}: variable with name none cannot be found`);
  await rig.setTopology({ workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 2 }] } });
  await rig.steps(10);
  expect((await rig.workers()).map(({ spec }) => spec.replicas)).toEqual([2]);
  const [worker] = workers?.machineDeployments ?? [];
  await changeClass({ patches, workers: { machineDeployments: [{ ...worker, class: "other" }] } });
  const used = `MachineDeploymentClass "worker" cannot be deleted because it is used by Cluster "${rig.key.name}"`;
  expect(await rig.topologyReconciled()).toBe(start(`spec.workers.machineDeployments: Forbidden: ${used}`));
  expect(await rig.workers()).toHaveLength(1);
  await changeClass({ patches, workers });
  await rig.untilTopology("True ");
  expect(await rig.workers()).toHaveLength(1);
});

test("defaults of variables come from the class that is accepted alone", async () => {
  const schema = { openAPIV3Schema: { type: "string", default: "a" } } as const;
  const zone = { name: "zone", required: false, schema };
  const twice = [zone, zone];
  await rig.create({ inClass: ({ spec }) => void (spec.variables = [...(spec.variables ?? []), ...twice]) });
  const names = async (): Promise<unknown> =>
    (await rig.cluster()).spec.topology?.variables?.map(({ name, value }) => `${name} ${JSON.stringify(value)}`);
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toContain(start('spec.variables[zone].name: Invalid value: "zone"'));
  expect(await names()).toEqual(['size "large"']);
  const [size] = (await rig.client.get(ClusterClass, rig.key)).spec.variables ?? [];
  await changeClass({ variables: [size, zone] });
  expect(await names()).toEqual(['size "large"', 'zone "a"']);
  const other = { ...zone, name: "other" };
  await changeClass({ variables: [size, zone, other, other] });
  expect(await rig.topologyReconciled()).toContain(start("spec.variables[other].name"));
  expect(await names()).toEqual(['size "large"', 'zone "a"']);
});

test("a change is compared with the versions that Clusters have with Cluster API", async () => {
  await rig.createRunning();
  await rig.setTopology({ version: "v1.34.0" });
  await rig.steps(3);
  const lower = 'False ReconcileFailed spec.topology.version: Invalid value: "v1.34.0": version cannot be decreased';
  expect(await rig.topologyReconciled()).toContain(lower);
  await changeClass({ kubernetesVersions: ["v1.35.0"] });
  const unlisted = "version must match one of the versions defined in the ClusterClass";
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed spec.topology.version: Invalid value: "v1.34.0": ${unlisted}`,
  );
});

test("a change is not compared with a Cluster whose creation is rejected", async () => {
  await rig.create({ inClass: ({ spec }) => void (spec.kubernetesVersions = ["v1.34.0"]) });
  await rig.steps(3);
  const rejected = 'False ReconcileFailed spec.topology.version: Invalid value: "v1.35.0": version must match one of';
  expect(await rig.topologyReconciled()).toContain(rejected);
  await changeClass({ kubernetesVersions: ["v1.33.0", "v1.34.0"] });
  expect(await rig.topologyReconciled()).toContain(rejected);
  expect(await rig.topologyReconciled()).not.toContain("is used by");
});
