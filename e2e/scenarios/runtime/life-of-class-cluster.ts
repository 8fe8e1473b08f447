// The steps of the Cluster's life: created, upgraded, scaled, patched by another generation, deleted.
import { readFileSync } from "node:fs";
import { Cluster, ClusterClass, type Machine } from "@capstan/api/core/v1beta2";
import { type KubeObject, resourceOf } from "@capstan/kube";
import { ConfigMap, Namespace } from "@capstan/kube/builtin";
import { releaseFile } from "../../src/bundles.ts";
import { eventually, mustEqual, throughout } from "../../src/eventually.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import {
  clusterIs,
  clusterKey,
  controlPlaneLabel,
  extensionCalls,
  isDiscovered,
  kubernetesVersions,
  machinesOf,
  machineUids,
} from "./class-cluster.ts";
import { mustHaveSent } from "./sent-cluster.ts";

/** Applies the ExtensionConfig of the release. */
export async function discover(management: ManagementCluster): Promise<void> {
  await management.apply(
    readFileSync(releaseFile("everyHook", management.repository, "extension-config.yaml"), "utf8"),
  );
  await eventually({
    what: "the ExtensionConfig to be discovered",
    read: () => isDiscovered(management),
    until: (discovered) => discovered,
  });
}

/** Creates the class and the Cluster of the release. */
export async function create(management: ManagementCluster): Promise<void> {
  const { client, kubeconfigFile } = management.local;
  const { namespace, name } = clusterKey;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const path = (file: string): string => releaseFile("everyHook", management.repository, file);
  const manifests = readFileSync(path("clusterclass-every-hook.yaml"), "utf8");
  // A ClusterClass file names no namespace: the command that applies it names one.
  await management.apply(manifests.replaceAll(/^metadata:\n/gm, `metadata:\n  namespace: ${namespace}\n`));
  const counts = ["--control-plane-machine-count", "1", "--worker-machine-count", "2"];
  const from = ["--from", path("cluster-template.yaml"), "--target-namespace", namespace];
  const generate = ["generate", "cluster", name, ...from, "--kubernetes-version", kubernetesVersions.first, ...counts];
  await management.apply(await management.clusterctl.run(generate, { kubeconfig: kubeconfigFile }));
  await available(management, 120);
}

async function available(management: ManagementCluster, within: number): Promise<void> {
  await eventually({
    what: "the Cluster to be Available",
    read: () => clusterIs(management, "Available", "TopologyReconciled"),
    until: (is) => is,
    within,
  });
}

/** Upgrades over two minors in one change of the Cluster. */
export async function upgrade(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  const body = { spec: { topology: { version: kubernetesVersions.last } } };
  await client.patch(Cluster, clusterKey, { type: "merge", body });
  await eventually({
    what: "every Machine at the new version, and the last hook of the upgrade to let go",
    read: async () => ({
      versions: (await machinesOf(management)).map(({ spec }) => spec.version),
      last: extensionCalls(management).findLast(({ hook }) => hook === "AfterClusterUpgrade")?.retryAfterSeconds,
    }),
    until: ({ versions, last }) =>
      versions.length === 3 && versions.every((version) => version === kubernetesVersions.last) && last === 0,
    within: 180,
  });
  await available(management, 60);
  mustHaveSent(management, "AfterClusterUpgrade", await client.get(Cluster, clusterKey));
  // The extension has a note for each step that it was called for: workers may skip a minor, a control plane may not.
  const notes = (await client.list(ConfigMap, { namespace: clusterKey.namespace })).items.map(
    ({ metadata }) => metadata.name ?? "",
  );
  const steps = notes.flatMap((name) => /^before-(?:control-plane|workers)-upgrade-v1\.\d+\.0/.exec(name) ?? []);
  mustEqual("steps of the upgrade", steps.toSorted(), [
    "before-control-plane-upgrade-v1.34.0",
    "before-control-plane-upgrade-v1.35.0",
    "before-workers-upgrade-v1.35.0",
  ]);
}

/** With one machine, kubeadm's control plane never calls for an update in place: it creates another machine first. */
export async function scaleControlPlane(management: ManagementCluster): Promise<void> {
  const body = { spec: { topology: { controlPlane: { replicas: 3 } } } };
  await management.local.client.patch(Cluster, clusterKey, { type: "merge", body });
  await eventually({
    what: "three control-plane Machines",
    read: () => controlPlaneMachines(management),
    until: (machines) => machines.length === 3 && machines.every(({ status }) => status?.phase === "Running"),
    within: 120,
  });
  await available(management, 60);
}

async function controlPlaneMachines(management: ManagementCluster): Promise<Machine[]> {
  const machines = await machinesOf(management);
  return machines.filter(({ metadata }) => metadata.labels?.[controlPlaneLabel] !== undefined);
}

interface KubeadmControlPlane extends KubeObject<"controlplane.cluster.x-k8s.io/v1beta2", "KubeadmControlPlane"> {
  spec?: { remediation?: { maxRetry?: number } };
}
const KubeadmControlPlane = resourceOf<KubeadmControlPlane>(
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlane",
);

/** Has the class name the second generation of the patches. */
export async function switchGeneration(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  const before = await machineUids(management);
  const path = "/spec/patches/0/external/generatePatchesExtension";
  const body = [{ op: "replace" as const, path, value: "patches-v2.every-hook" }];
  const { namespace } = clusterKey;
  await client.patch(ClusterClass, { namespace, name: "every-hook" }, { type: "json", body });
  await eventually({
    what: "the patch of the second generation in the control plane",
    read: () => client.list(KubeadmControlPlane, { namespace }),
    until: ({ items }) => items[0]?.spec?.remediation?.maxRetry === 3,
  });
  await throughout({
    what: "the same Machines",
    read: () => machineUids(management),
    until: (uids) => uids.join() === before.join(),
    within: 5,
  });
  await available(management, 30);
}

/** Deletes the Cluster. */
export async function remove(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  const last = await client.get(Cluster, clusterKey);
  await client.delete(Cluster, clusterKey);
  await eventually({
    what: "the Cluster to be deleted",
    read: () => client.find(Cluster, clusterKey),
    until: (cluster) => cluster === undefined,
    within: 120,
  });
  mustHaveSent(management, "BeforeClusterDelete", last);
}
