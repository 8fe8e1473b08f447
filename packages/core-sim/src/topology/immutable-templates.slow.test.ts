// Templates of a class that are changed in place: where their webhooks would have rejected that, the topology goes on with what they were before.
import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlaneTemplate } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { ClusterClass } from "@capstan/api/core/v1beta2";
import type { UntypedPatches } from "@capstan/client";
import { type KubeObject, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const infra = "infrastructure.cluster.x-k8s.io/v1beta2";
const dev = (kind: string): Resource<UnstructuredObject> => resourceOf<UnstructuredObject>(infra, kind);

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

async function change<T extends KubeObject>(resource: Resource<T>, template: object): Promise<void> {
  const key = { namespace: "default", name: "foo" };
  const patches: UntypedPatches = rig.client;
  await patches.patch(resource, key, { type: "merge", body: { spec: { template } } });
  await rig.steps(3);
}

const rejection = (kind: string, group: string, article: string): string =>
  `${kind}.${group} "foo" is invalid: spec.template.spec: Invalid value: ${kind} spec.template.spec field is immutable. Please create ${article}new resource instead.`;
const ofControlPlane = rejection("KubeadmControlPlaneTemplate", "cluster.x-k8s.io", "");
const commands = (postKubeadmCommands: readonly string[] | null): object => ({
  spec: { kubeadmConfigSpec: { postKubeadmCommands } },
});

test("a template of a control plane goes on as it was, until it is that again", async () => {
  await rig.createRunning();
  const plane = await rig.controlPlane();
  await change(KubeadmControlPlaneTemplate, commands(["true"]));
  expect(await rig.topologyReconciled()).toBe(`False ReconcileFailed ${ofControlPlane}`);
  expect((await rig.controlPlane()).spec).toEqual(plane.spec);
  await rig.setTopology({ version: "v1.36.0" });
  rig.hooks.delays.set("BeforeWorkersUpgrade", 600);
  await rig.untilTopology(
    `False ReconcileFailed ${ofControlPlane}\nCluster is upgrading to v1.36.0\n  * Following hooks`,
  );
  await change(KubeadmControlPlaneTemplate, commands(null));
  await rig.untilTopology("False ClusterUpgrading ");
  rig.hooks.delays.clear();
  rig.ahead += 1_000_000;
  await rig.untilTopology("True ");
  expect((await rig.controlPlane()).spec.kubeadmConfigSpec).toEqual(plane.spec.kubeadmConfigSpec);
});

test("another template that the class names in its place is taken", async () => {
  await rig.createRunning();
  await change(KubeadmControlPlaneTemplate, commands(["true"]));
  const { spec } = await rig.client.get(KubeadmControlPlaneTemplate, { namespace: "default", name: "foo" });
  const metadata = { namespace: "default", name: rig.key.name };
  await rig.client.create(KubeadmControlPlaneTemplate, {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlaneTemplate",
    metadata,
    ...(spec !== undefined && { spec }),
  });
  const body = { spec: { controlPlane: { templateRef: { name: rig.key.name } } } };
  await rig.client.patch(ClusterClass, rig.key, { type: "merge", body });
  await rig.untilTopology("True ");
  expect((await rig.controlPlane()).spec.kubeadmConfigSpec?.postKubeadmCommands).toEqual(["true"]);
  await change(KubeadmControlPlaneTemplate, commands(null));
});

test("simulated infrastructure has such templates, too, and a failure stands behind them", async () => {
  await rig.createRunning();
  const devGroup = "infrastructure.cluster.x-k8s.io";
  const pools = { addressesFromPools: [{ apiGroup: "ipam.cluster.x-k8s.io", kind: "Pool", name: "one" }] };
  await change(dev("DevMachineTemplate"), { spec: pools });
  await change(dev("DevClusterTemplate"), { spec: { controlPlaneEndpoint: { host: "h", port: 1 } } });
  const lines = ["DevClusterTemplate", "DevMachineTemplate"].map((kind) => rejection(kind, devGroup, "a "));
  expect(await rig.topologyReconciled()).toBe(`False ReconcileFailed ${lines.join("\n")}`);
  rig.hooks.patchError = new Error("boom");
  await rig.setTopology({ variables: [{ name: "size", value: "small" }] });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toMatch(/ instead\.\nfailed to apply patches: [^\n]*boom$/);
  rig.hooks.patchError = undefined;
  rig.sim.wake();
  await change(dev("DevMachineTemplate"), { spec: { addressesFromPools: null } });
  await change(dev("DevClusterTemplate"), { spec: { controlPlaneEndpoint: null } });
  await rig.untilTopology("True ");
});

test("metadata of such templates, and templates of bootstrap configs, may be changed", async () => {
  await rig.createRunning();
  await change(KubeadmControlPlaneTemplate, { metadata: { labels: { own: "1" } } });
  await change(KubeadmConfigTemplate, { spec: { postKubeadmCommands: ["true"] } });
  await rig.untilTopology("True ");
  expect((await rig.controlPlane()).metadata.labels).toMatchObject({ own: "1" });
  await change(KubeadmConfigTemplate, { spec: { postKubeadmCommands: null } });
  await change(KubeadmControlPlaneTemplate, { metadata: null });
});
