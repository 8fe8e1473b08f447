// What is wrong with a class, a topology or an extension is the condition of the Cluster, and nothing is called or created.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { ClusterClass, MachineDeployment } from "@capstan/api/core/v1beta2";
import { ApiError } from "@capstan/client";
import { CapstanError } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

test("a patch that fails is tried again after a while", async () => {
  rig.hooks.patchError = new Error("the patch fails");
  await rig.create();
  await rig.steps(4);
  expect(await rig.topologyReconciled()).toBe(
    'False ReconcileFailed failed to apply patches: failed to generate patches for patch "one": the patch fails',
  );
  expect([rig.hooks.patched.length, rig.errors]).toEqual([1, []]);
  expect(rig.hooks.calls).toEqual(["BeforeClusterCreate"]);
  const { spec, metadata } = await rig.cluster();
  expect([spec.infrastructureRef, metadata.annotations]).toEqual([undefined, undefined]);
  rig.hooks.patchError = undefined;
  rig.ahead = 10_000;
  await rig.untilTopology("True");
  expect(rig.hooks.calls.filter((call) => call === "BeforeClusterCreate")).toHaveLength(1);
});

test("a simulation that is woken calls at once what has failed, and not what delays", async () => {
  rig.hooks.broken = "BeforeClusterCreate";
  await rig.create();
  await rig.steps(2);
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterCreate"]);
  rig.hooks.broken = undefined;
  rig.hooks.patchError = new Error("the patch fails");
  rig.sim.wake();
  await rig.steps(2);
  expect([rig.hooks.takeNames(), rig.hooks.patched.length]).toEqual([["BeforeClusterCreate"], 1]);
  rig.hooks.patchError = undefined;
  rig.sim.wake();
  await rig.untilRunning();
  rig.hooks.takeNames();
  rig.hooks.delays.set("BeforeClusterUpgrade", 600);
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(2);
  rig.sim.wake();
  await rig.steps(2);
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterUpgrade"]);
});

test("patches that are not answered yet are requested in each step, and the hook before them is not called again", async () => {
  rig.hooks.patchError = new CapstanError("client/timeout", "not yet");
  await rig.create();
  await rig.steps(3);
  expect([rig.hooks.patched.length, rig.hooks.calls]).toEqual([3, ["BeforeClusterCreate"]]);
  expect((await rig.cluster()).spec.infrastructureRef).toBeUndefined();
  expect(await rig.topologyReconciled()).not.toContain("ReconcileFailed");
  rig.hooks.patchError = undefined;
  await rig.untilTopology("True");
  expect(rig.hooks.calls.filter((call) => call === "BeforeClusterCreate")).toHaveLength(1);
});

test("a template that does not exist is missed before the first hook", async () => {
  await rig.create({
    inClass: ({ spec }) => {
      spec.infrastructure.templateRef.name = "bar";
    },
  });
  await rig.steps(3);
  expect(rig.hooks.calls).toEqual([]);
  const missing = `the ClusterClass ${rig.key.name} names the DevClusterTemplate bar, which does not exist`;
  expect(await rig.topologyReconciled()).toBe(`False ReconcileFailed ${missing}`);
  expect(rig.errors[0]).toBe(`Cluster default/${rig.key.name}: ${missing}`);
  const body = { spec: { infrastructure: { templateRef: { name: "foo" } } } };
  await rig.client.patch(ClusterClass, rig.key, { type: "merge", body });
  await rig.untilTopology("True");
});

test("workers of an unknown class are an error, and nothing is patched", async () => {
  await rig.create({
    inCluster: ({ spec }) => {
      const [worker] = spec.topology?.workers?.machineDeployments ?? [];
      if (worker !== undefined) worker.class = "typo";
    },
  });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed MachineDeployment class typo not found in ClusterClass default/${rig.key.name}`,
  );
  expect([rig.hooks.patched, rig.hooks.calls]).toEqual([[], []]);
});

test.each<[string, object, object]>([
  ["a variable that does not fit", { variables: [{ name: "size", value: 5 }] }, { variables: null }],
  [
    "workers of an unknown class",
    { workers: { machineDeployments: [{ class: "typo", name: "md" }] } },
    { workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 1 }] } },
  ],
])("a version that comes with %s is not accepted, and can be set back", async (_, wrong, right) => {
  await rig.createRunning();
  await rig.setTopology({ version: "v1.36.0", ...wrong });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toMatch(/^False ReconcileFailed .*(?:size|typo)/);
  await rig.setTopology({ version: "v1.35.0", ...right });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe("True ReconcileSucceeded ");
});

const evenNumber = "spec.replicas: Forbidden: cannot be an even number when etcd is stacked";

test("an even number of control plane machines is rejected, and nothing of the control plane is created or changed", async () => {
  await rig.create();
  await rig.setTopology({ controlPlane: { replicas: 2 } });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed error reconciling the Cluster topology: failed to create KubeadmControlPlane.cluster.x-k8s.io: FieldValueForbidden: ${evenNumber}`,
  );
  expect([rig.hooks.takeNames(), (await rig.cluster()).spec.controlPlaneRef]).toEqual([
    ["BeforeClusterCreate"],
    undefined,
  ]);
  await rig.setTopology({ controlPlane: { replicas: 1 } });
  await rig.untilRunning();
  rig.hooks.takeNames();
  await rig.setTopology({ version: "v1.36.0", controlPlane: { replicas: 0 } });
  await rig.steps(3);
  const { metadata } = await rig.controlPlane();
  const { name = "" } = metadata;
  const zero = "spec.replicas: Forbidden: cannot be less than or equal to 0";
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed error reconciling the Cluster topology: failed to create patch helper for KubeadmControlPlane default/${name}: server side apply dry-run failed for modified object: admission webhook "validation.kubeadmcontrolplane.controlplane.cluster.x-k8s.io" denied the request: KubeadmControlPlane.cluster.x-k8s.io "${name}" is invalid: [${zero}, ${evenNumber}]`,
  );
  const { spec } = await rig.controlPlane();
  expect([spec.replicas, spec.version, rig.errors]).toEqual([1, "v1.35.0", []]);
  // What reports on the upgrade of the control plane is not due: it did not begin.
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterUpgrade", "BeforeControlPlaneUpgrade"]);
  await rig.setTopology({ controlPlane: { replicas: 1 } });
  await rig.untilTopology("True");
  expect(rig.hooks.calls.filter((call) => !call.startsWith("AfterControlPlaneInitialized"))).toEqual([
    "AfterControlPlaneUpgrade v1.36.0",
    "BeforeWorkersUpgrade v1.35.0 v1.36.0",
    "AfterWorkersUpgrade v1.36.0",
    "AfterClusterUpgrade v1.36.0",
  ]);
});

test("a control plane that does not exist any more is an error", async () => {
  await rig.createRunning();
  const { metadata } = await rig.controlPlane();
  const key = { ...rig.key, name: metadata.name ?? "" };
  await rig.client.delete(KubeadmControlPlane, key);
  await rig.client.patch(KubeadmControlPlane, key, { type: "merge", body: { metadata: { finalizers: null } } });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed failed to read KubeadmControlPlane default/${key.name}: it does not exist`,
  );
});

test.each([
  ["x", 'could not parse the value of the annotation: strconv.Atoi: parsing "x": invalid syntax'],
  ["0", "value cannot be less than 1"],
])("the number of upgrades at once cannot be %s", async (value, problem) => {
  const name = "topology.cluster.x-k8s.io/upgrade-concurrency";
  await rig.create();
  await rig.patch({ metadata: { annotations: { [name]: value } } });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed metadata.annotations.${name}: Invalid value: "${value}": ${problem}`,
  );
  expect(rig.hooks.calls).toEqual([]);
  await rig.patch({ metadata: { annotations: { [name]: "2" } } });
  await rig.untilTopology("True");
});

test("versions of a class that lack a minor version are an error of the class, and nothing is created", async () => {
  await rig.create({
    inClass: ({ spec }) => {
      spec.kubernetesVersions = ["v1.35.0", "v1.37.0"];
    },
  });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toBe(
    `False ReconcileFailed ClusterClass.cluster.x-k8s.io "${rig.key.name}" is invalid: spec.kubernetesVersion[1]: Invalid value: "v1.37.0": expecting a version with minor 35 or 36, found version 1.37.0`,
  );
  expect([rig.hooks.calls, (await rig.cluster()).spec.controlPlaneRef, rig.errors]).toEqual([[], undefined, []]);
});

test("an API server that does not answer in time is an error", async () => {
  const create = rig.client.create.bind(rig.client);
  const spy = vi.spyOn(rig.client, "create").mockImplementation(async (resource, object, options) => {
    if (resource.kind === "DevCluster") throw new CapstanError("client/timeout", "the server is slow");
    return create(resource, object, options);
  });
  await rig.create();
  await rig.steps(2);
  spy.mockRestore();
  expect(await rig.topologyReconciled()).toBe("False ReconcileFailed the server is slow");
  await rig.untilTopology("True");
});

/** Patches of the Cluster are rejected as by a webhook: those of the object alone, or those of its status, too. */
function rejectPatches(withStatus: boolean): () => void {
  const patch = rig.client.patch.bind(rig.client);
  const spy = vi.spyOn(rig.client, "patch").mockImplementation(async (resource, key, options) => {
    if (resource.kind !== "Cluster" || (options.subresource === "status" && !withStatus))
      return patch(resource, key, options);
    const message = `no ${options.subresource ?? "change"}`;
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 403 } as const;
    throw new ApiError({ doing: "patch", status: { ...status, reason: "Forbidden", message } });
  });
  return () => spy.mockRestore();
}

test.each([
  [false, /^False ReconcileFailed .*no change/, []],
  [
    true,
    /^False ClusterCreating /,
    [expect.stringMatching(/no change.*; the condition TopologyReconciled cannot say so: .*no st/)],
  ],
])(
  "a rejected write of the Cluster is reported; its status is rejected, too: %s",
  async (status, condition, errors) => {
    await rig.create();
    rig.hooks.delays.set("BeforeClusterCreate", 600);
    await rig.sim.step();
    rig.hooks.delays.clear();
    rig.ahead = 1_000_000;
    const end = rejectPatches(status);
    await rig.steps(2);
    end();
    expect(await rig.topologyReconciled()).toMatch(condition);
    const ofTopology = rig.errors.filter((error) => error.includes("no change"));
    expect([...new Set(ofTopology)]).toEqual(errors);
    await rig.untilTopology("True");
  },
);

test("two MachineDeployments of one name in a topology are an error, and one that no topology owns is none of it", async () => {
  await rig.createRunning();
  const [worker] = await rig.workers();
  if (worker === undefined) throw new Error("there are no workers");
  const { labels = {} } = worker.metadata;
  const label = "topology.cluster.x-k8s.io/deployment-name";
  const { spec } = worker;
  const { apiVersion, kind } = worker;
  const metadata = { namespace: "default", name: `${rig.key.name}-other`, labels };
  await rig.client.create(MachineDeployment, { apiVersion, kind, metadata, spec: { ...spec, replicas: 0 } });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toMatch(
    new RegExp(`^False ReconcileFailed duplicate MachineDeployment default/\\S+ found for label ${label}: md$`),
  );
  const body = { metadata: { labels: { "topology.cluster.x-k8s.io/owned": null } } };
  await rig.client.patch(MachineDeployment, { ...rig.key, name: metadata.name }, { type: "merge", body });
  await rig.steps(2);
  expect(await rig.topologyReconciled()).toBe("True ReconcileSucceeded ");
});
