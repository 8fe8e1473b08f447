// What a ClusterClass and a topology say of machines reaches the control plane, the MachineDeployments and their MachineHealthChecks.
import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlaneTemplate } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { type Cluster, type ClusterClass, MachineHealthCheck, type Topology } from "@capstan/api/core/v1beta2";
import { deepClone } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TopologyChanges, TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(async () => {
  await rig.start();
  const template = deepClone(await rig.client.get(KubeadmControlPlaneTemplate, { namespace: "default", name: "foo" }));
  template.metadata = { namespace: "default", name: "labeled" };
  const metadata = { labels: { template: "yes", class: "template" }, annotations: { template: "yes" } };
  const spec = { kubeadmConfigSpec: { format: "cloud-config" }, machineTemplate: { metadata } } as const;
  template.spec = { template: { spec } };
  await rig.client.create(KubeadmControlPlaneTemplate, template);
});
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

const taint = { key: "a.b/c", effect: "NoSchedule", propagation: "Always" } as const;

/** Machines with readiness gates that nobody sets are not ready. */
async function createReconciled(changes: TopologyChanges): Promise<void> {
  await rig.create(changes);
  await rig.untilTopology("True");
}

function fillClass({ spec: { controlPlane, workers } }: ClusterClass): void {
  controlPlane.templateRef.name = "labeled";
  controlPlane.metadata = { labels: { class: "yes", both: "class" }, annotations: { class: "yes" } };
  controlPlane.deletion = { nodeDrainTimeoutSeconds: 5, nodeDeletionTimeoutSeconds: 6 };
  controlPlane.readinessGates = [{ conditionType: "Foo" }];
  controlPlane.healthCheck = { checks: { nodeStartupTimeoutSeconds: 700 } };
  const [worker] = workers?.machineDeployments ?? [];
  if (worker === undefined) return;
  worker.metadata = { labels: { class: "yes", both: "class" } };
  worker.failureDomain = "a";
  worker.deletion = { order: "Newest", nodeDrainTimeoutSeconds: 5, nodeDeletionTimeoutSeconds: 6 };
  worker.rollout = { strategy: { type: "OnDelete" } };
  worker.minReadySeconds = 2;
  worker.healthCheck = { checks: { nodeStartupTimeoutSeconds: 700 }, remediation: { maxInFlight: 2 } };
}

function topologyOf({ spec: { topology } }: Cluster): Topology {
  if (topology === undefined) throw new Error("it has no topology");
  return topology;
}

function fillCluster(cluster: Cluster): void {
  const { controlPlane, workers } = topologyOf(cluster);
  if (controlPlane !== undefined) {
    controlPlane.metadata = { labels: { both: "topology" }, annotations: { topology: "yes" } };
    controlPlane.deletion = { nodeDrainTimeoutSeconds: 7 };
    controlPlane.rollout = { after: "2026-01-01T00:00:00Z" };
    controlPlane.taints = [taint];
  }
  const [worker] = workers?.machineDeployments ?? [];
  if (worker === undefined) return;
  const hold = { "topology.cluster.x-k8s.io/defer-upgrade": "", "topology.cluster.x-k8s.io/hold-upgrade-sequence": "" };
  worker.metadata = { labels: { both: "topology" }, annotations: { topology: "yes", ...hold } };
  worker.failureDomain = "b";
  worker.deletion = { nodeDrainTimeoutSeconds: 7 };
  worker.readinessGates = [{ conditionType: "Bar" }];
  worker.taints = [taint];
}

test("the control plane has what the class, the topology and its template say of it", async () => {
  await createReconciled({ inClass: fillClass, inCluster: fillCluster });
  const { metadata, spec } = await rig.controlPlane();
  const labels = { class: "yes", both: "topology" };
  const annotations = { class: "yes", topology: "yes" };
  expect(metadata).toMatchObject({ labels, annotations });
  expect(metadata.labels).not.toHaveProperty("template");
  expect(spec.machineTemplate).toMatchObject({
    metadata: { labels: { ...labels, template: "yes" }, annotations: { ...annotations, template: "yes" } },
    spec: {
      deletion: { nodeDrainTimeoutSeconds: 7, nodeDeletionTimeoutSeconds: 6 },
      readinessGates: [{ conditionType: "Foo" }],
      taints: [taint],
    },
  });
  expect(spec.rollout?.after).toBe("2026-01-01T00:00:00Z");
});

test("workers have what the class and the topology say of them, without the annotations that hold their upgrade", async () => {
  await createReconciled({ inClass: fillClass, inCluster: fillCluster });
  const [workers] = await rig.workers();
  const labels = { class: "yes", both: "topology" };
  expect(workers?.metadata.labels).toMatchObject(labels);
  expect(workers?.spec.selector.matchLabels).not.toHaveProperty("class");
  expect(workers?.spec).toMatchObject({
    rollout: { strategy: { type: "OnDelete" } },
    deletion: { order: "Newest" },
    remediation: { maxInFlight: 2 },
    template: {
      metadata: { labels, annotations: { topology: "yes" } },
      spec: {
        failureDomain: "b",
        deletion: { nodeDrainTimeoutSeconds: 7, nodeDeletionTimeoutSeconds: 6 },
        readinessGates: [{ conditionType: "Bar" }],
        taints: [taint],
        minReadySeconds: 2,
      },
    },
  });
  expect(JSON.stringify([workers?.metadata.annotations, workers?.spec])).not.toMatch(/defer-upgrade|hold-upgrade/);
});

/** The checks of the Cluster, first that of its control plane. */
async function checks(): Promise<readonly MachineHealthCheck[]> {
  const { items } = await rig.client.listAll(MachineHealthCheck, { namespace: rig.key.namespace });
  const isOfWorkers = ({ metadata }: MachineHealthCheck): number => Number(metadata.name?.includes("-md-"));
  const own = items.filter(({ spec }) => spec.clusterName === rig.key.name);
  return own.toSorted((one, other) => isOfWorkers(one) - isOfWorkers(other));
}

test("the MachineHealthChecks of the class are created, and that of workers is deleted with them", async () => {
  await createReconciled({ inClass: fillClass });
  const [workers] = await rig.workers();
  const { metadata } = await rig.controlPlane();
  const owned = { "topology.cluster.x-k8s.io/owned": "" };
  const expected = [
    { name: metadata.name, matchLabels: { ...owned, "cluster.x-k8s.io/control-plane": "" } },
    { name: workers?.metadata.name, matchLabels: { ...owned, "topology.cluster.x-k8s.io/deployment-name": "md" } },
  ].map(({ name, matchLabels }) => ({
    metadata: { name, ownerReferences: [{ kind: "Cluster", name: rig.key.name }] },
    spec: { selector: { matchLabels }, checks: { nodeStartupTimeoutSeconds: 700 } },
  }));
  expect(await checks()).toMatchObject(expected);
  await rig.setTopology({ workers: null });
  await rig.steps(3);
  expect(await checks()).toMatchObject(expected.slice(0, 1));
});

test("a topology replaces a MachineHealthCheck of the class, or switches it off", async () => {
  const change = (cluster: Cluster): void => {
    const { controlPlane, workers } = topologyOf(cluster);
    if (controlPlane !== undefined) controlPlane.healthCheck = { enabled: false };
    const [worker] = workers?.machineDeployments ?? [];
    if (worker !== undefined) worker.healthCheck = { remediation: { triggerIf: { unhealthyInRange: "[1-2]" } } };
  };
  await createReconciled({ inClass: fillClass, inCluster: change });
  const found = await checks();
  expect(found.map(({ spec }) => [spec.checks, spec.remediation])).toEqual([
    [{ nodeStartupTimeoutSeconds: 600 }, { triggerIf: { unhealthyInRange: "[1-2]" } }],
  ]);
});

test("a patch that the class defines itself changes what it selects, beside those of extensions", async () => {
  const selector = {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfigTemplate",
    matchResources: { machineDeploymentClass: { names: ["worker"] } },
  };
  const jsonPatches = [
    { op: "add", path: "/spec/template/spec/preKubeadmCommands", valueFrom: { variable: "size" } },
    { op: "replace", path: "/spec/template/spec/preKubeadmCommands", value: ["echo own"] },
  ] as const;
  await createReconciled({
    inClass: ({ spec }) => {
      spec.patches = [
        { name: "own", definitions: [{ selector, jsonPatches: [...jsonPatches] }] },
        ...(spec.patches ?? []),
      ];
    },
  });
  const [workers] = await rig.workers();
  const name = workers?.spec.template.spec.bootstrap.configRef?.name ?? "";
  const { spec } = await rig.client.get(KubeadmConfigTemplate, { ...rig.key, name });
  expect(spec?.template.spec).toMatchObject({ format: "cloud-config", preKubeadmCommands: ["echo own"] });
  const sent = rig.hooks.patched[0]?.templates.find(({ object }) => object.kind === "KubeadmConfigTemplate");
  expect(sent?.object).toMatchObject({ spec: { template: { spec: { preKubeadmCommands: ["echo own"] } } } });
});
