// Changes of parts that are rejected half way: what was created for them is deleted, nothing is forgotten, and what exists is named.
import { MachineDeployment, MachineHealthCheck } from "@capstan/api/core/v1beta2";
import { writePath } from "@capstan/contract";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const DevMachineTemplate = resourceOf<UnstructuredObject>(
  "infrastructure.cluster.x-k8s.io/v1beta2",
  "DevMachineTemplate",
);
const pools = [{ apiGroup: "ipam.cluster.x-k8s.io", kind: "Pool", name: "one" }];

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

/** Has patches write values into the templates of these kinds, at paths below the spec of the template. */
function patchKinds(values: Readonly<Record<string, readonly [path: string, value: unknown]>>): void {
  rig.hooks.edit = (template) => {
    const [path, value] = values[template.kind] ?? [];
    if (path !== undefined) writePath(template, `spec.template.spec.${path}`, value);
  };
}

const rejectedPlane = { KubeadmControlPlaneTemplate: ["kubeadmConfigSpec.nonsense", "x"] } as const;
const rejectedConfig = { KubeadmConfigTemplate: ["nonsense", "x"] } as const;
const otherMachines = { DevMachineTemplate: ["addressesFromPools", pools] } as const;

/** The templates of machines that the Cluster has. */
async function templates(): Promise<readonly UnstructuredObject[]> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  return (await rig.client.listAll(DevMachineTemplate, { namespace: "default", labelSelector })).items;
}

test.each([
  ["the control plane", rejectedPlane],
  ["the bootstrap template of workers", rejectedConfig],
])("templates that are created for a change of %s that is rejected are deleted", async (_, rejected) => {
  await rig.createRunning();
  patchKinds({ ...otherMachines, ...rejected });
  await rig.steps(6);
  expect(await rig.topologyReconciled()).toMatch(/^False ReconcileFailed .*unknown field/);
  const withPools = (await templates()).filter((template) => JSON.stringify(template).includes('"one"'));
  // That of the control plane is in use where only the workers are rejected.
  expect(withPools).toHaveLength(rejected === rejectedConfig ? 1 : 0);
  expect(await templates()).toHaveLength(2);
});

test("a field that a patch does not set any more is removed, also after a change that was rejected", async () => {
  await rig.createRunning();
  patchKinds(otherMachines);
  await rig.steps(2);
  patchKinds(rejectedPlane);
  await rig.steps(3);
  patchKinds({});
  await rig.untilTopology("True");
  const { infrastructureRef } = (await rig.controlPlane()).spec.machineTemplate.spec;
  const used = await rig.client.get(DevMachineTemplate, { namespace: "default", name: infrastructureRef.name });
  expect(JSON.stringify(used)).not.toContain('"one"');
});

test("what a rejection says is the same each time, so that nothing is written again", async () => {
  await rig.createRunning();
  patchKinds(rejectedConfig);
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toBe(
    'False ReconcileFailed failed to create KubeadmConfigTemplate.bootstrap.cluster.x-k8s.io: KubeadmConfigTemplate in version "v1beta2" cannot be handled as a KubeadmConfigTemplate: strict decoding error: unknown field "spec.template.spec.nonsense"',
  );
  const { length } = rig.sim.writes;
  await rig.steps(3);
  expect([rig.sim.writes.slice(length), rig.errors]).toEqual([[], []]);
});

test("a new Cluster whose workers are rejected names what exists, and the hook before its creation is called once", async () => {
  patchKinds(rejectedConfig);
  await rig.create();
  await rig.steps(5);
  const { infrastructureRef, controlPlaneRef } = (await rig.cluster()).spec;
  expect([infrastructureRef?.kind, controlPlaneRef?.kind]).toEqual(["DevCluster", "KubeadmControlPlane"]);
  expect(rig.hooks.calls.filter((call) => call.startsWith("BeforeClusterCreate"))).toHaveLength(1);
  patchKinds({});
  await rig.untilRunning();
});

test("fields that a topology does not have any more get the defaults of the webhook again", async () => {
  await rig.createRunning();
  const set = async (rollout: object | null): Promise<void> => {
    const { machineDeployments = [] } = (await rig.cluster()).spec.topology?.workers ?? {};
    const changed = machineDeployments.map((each) => ({ ...each, rollout: rollout ?? undefined }));
    await rig.setTopology({ workers: { machineDeployments: changed } });
    await rig.steps(2);
  };
  await set({ strategy: { type: "OnDelete" } });
  await set(null);
  expect(await rig.topologyReconciled()).toBe("True ReconcileSucceeded ");
  const [worker] = await rig.workers();
  expect(worker?.spec.rollout).toEqual({
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  });
  await rig.client.patch(
    MachineDeployment,
    { ...rig.key, name: worker?.metadata.name ?? "" },
    {
      type: "merge",
      body: { spec: { rollout: { strategy: { rollingUpdate: { maxSurge: 2 } } } } },
    },
  );
  await rig.steps(3);
  expect((await rig.workers())[0]?.spec.rollout?.strategy?.rollingUpdate?.maxSurge).toBe(2);
});

test("new workers are created and checks are applied although other workers are rejected", async () => {
  await rig.createRunning();
  const { machineDeployments: [md] = [] } = (await rig.cluster()).spec.topology?.workers ?? {};
  const healthCheck = { checks: { nodeStartupTimeoutSeconds: 60 } };
  const wrong = { ...md, healthCheck, metadata: { labels: { other: "not a value" } } };
  await rig.setTopology({ workers: { machineDeployments: [wrong, { class: "worker", name: "new", replicas: 1 }] } });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toMatch(/^False ReconcileFailed .*not a value/);
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  const checks = await rig.client.listAll(MachineHealthCheck, { namespace: "default", labelSelector });
  expect([await rig.workers(), checks.items]).toEqual([
    expect.objectContaining({ length: 2 }),
    expect.objectContaining({ length: 1 }),
  ]);
});

test("a control plane that is rejected at its creation has its check before", async () => {
  patchKinds(rejectedPlane);
  await rig.create({
    inClass: ({ spec }) => {
      spec.controlPlane.healthCheck = { checks: { nodeStartupTimeoutSeconds: 60 } };
    },
  });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toMatch(/unknown field/);
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  const checks = await rig.client.listAll(MachineHealthCheck, { namespace: "default", labelSelector });
  expect(checks.items).toHaveLength(1);
});
