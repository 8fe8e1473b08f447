// (c) A ClusterClass cluster on upstream's in-memory provider, with our two extensions: patched when it is created, held
// before its upgrade for as long as the gate says, upgraded, held before its deletion for the snapshot, deleted.
import { readFileSync } from "node:fs";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { isJsonObject, type KubeObject, resourceOf } from "@capstan/kube";
import { ConfigMap, Namespace } from "@capstan/kube/builtin";
import { releaseFile } from "../src/bundles.ts";
import { eventually, mustEqual, throughout } from "../src/eventually.ts";
import { hookCalls, summaryOf } from "../src/hook-calls.ts";
import type { ManagementCluster } from "../src/management-cluster.ts";
import type { RunStep } from "../src/scenario.ts";

const namespace = "classy";
const key = { namespace, name: "patched" };
const quota = { namespace, name: "machine-quota" };
const lifecycleManager = {
  namespace: "runtime-extension-lifecycle-system",
  name: "runtime-extension-lifecycle-controller-manager",
};
const topologyManager = {
  namespace: "runtime-extension-topology-system",
  name: "runtime-extension-topology-controller-manager",
};
const versions = { before: "v1.34.0", after: "v1.35.0" };
const label = "cluster.x-k8s.io/cluster-name=patched";

interface KubeadmControlPlane extends KubeObject<"controlplane.cluster.x-k8s.io/v1beta2", "KubeadmControlPlane"> {
  spec?: {
    version?: string;
    kubeadmConfigSpec?: {
      clusterConfiguration?: { apiServer?: { certSANs?: string[]; extraArgs?: { name: string; value: string }[] } };
    };
  };
}
const KubeadmControlPlane = resourceOf<KubeadmControlPlane>(
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlane",
);

/** Runs the scenario. */
export async function topology(management: ManagementCluster, step: RunStep): Promise<void> {
  await step("core discovers both extensions", () => discover(management));
  await step("create: Available, our patches in the KubeadmControlPlane", () => create(management));
  await step("upgrade: held by the gate for as long as it says", () => held(management));
  await step("upgrade: let through, every machine at the new version", () => upgrade(management));
  await step("delete: held for the snapshot, then done", () => remove(management));
  await step("every hook of ours was called; these are its answers", async () => listCalls(management));
}

async function discover(management: ManagementCluster): Promise<void> {
  for (const example of ["lifecycle", "topology"] as const)
    await management.apply(readFileSync(releaseFile(example, management.repository, "extension-config.yaml"), "utf8"));
  await eventually({
    what: "both ExtensionConfigs to be discovered",
    read: async () =>
      (await management.local.client.list(ExtensionConfig)).items.map(({ metadata, status }) => ({
        name: metadata.name,
        discovered: isTrue(status?.conditions, "Discovered"),
      })),
    until: (found) => found.length === 2 && found.every(({ discovered }) => discovered),
  });
}

function isTrue(conditions: readonly { type: string; status: string }[] | undefined, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === "True") ?? false;
}

async function create(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await management.apply(
    withNamespace(
      readFileSync(releaseFile("topology", management.repository, "clusterclass-in-memory-patched.yaml"), "utf8"),
    ),
  );
  const counts = [
    "--kubernetes-version",
    versions.before,
    "--control-plane-machine-count",
    "1",
    "--worker-machine-count",
    "1",
  ];
  const template = releaseFile("topology", management.repository, "cluster-template.yaml");
  await management.apply(
    await management.clusterctl.run(
      ["generate", "cluster", key.name, "--from", template, "--target-namespace", namespace, ...counts],
      { kubeconfig: management.local.kubeconfigFile },
    ),
  );
  await eventually({
    what: "the Cluster to be Available",
    read: () => client.get(Cluster, key),
    until: (cluster) => isTrue(cluster.status?.conditions, "Available"),
    within: 240,
  });
  const [controlPlane] = (await client.list(KubeadmControlPlane, { namespace, labelSelector: label })).items;
  const apiServer = controlPlane?.spec?.kubeadmConfigSpec?.clusterConfiguration?.apiServer;
  mustEqual("names in the API server's certificate", apiServer?.certSANs, [
    "localhost",
    "127.0.0.1",
    "api.example.com",
  ]);
  mustEqual("verbosity of the API server", apiServer?.extraArgs?.find(({ name }) => name === "v")?.value, "4");
}

/** A ClusterClass file names no namespace: the command that applies it names one. */
function withNamespace(manifests: string): string {
  return manifests.replaceAll(/^metadata:\n/gm, `metadata:\n  namespace: ${namespace}\n`);
}

async function held(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  await client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: quota,
    data: { "spare-machines": "0" },
  });
  await client.patch(Cluster, key, { type: "merge", body: { spec: { topology: { version: versions.after } } } });
  await eventually({
    what: "the gate to be called",
    read: async () => upgradeCalls(management),
    until: (calls) => calls.some(({ retryAfterSeconds }) => retryAfterSeconds > 0),
  });
  await throughout({
    what: "the control plane at its old version while the gate holds",
    read: async () =>
      (await client.list(KubeadmControlPlane, { namespace, labelSelector: label })).items[0]?.spec?.version,
    until: (version) => version === versions.before,
    within: 12,
  });
  const topologyReconciled = (await client.get(Cluster, key)).status?.conditions?.find(
    ({ type }) => type === "TopologyReconciled",
  );
  mustEqual("TopologyReconciled while held", topologyReconciled?.status, "False");
}

function upgradeCalls(management: ManagementCluster): ReturnType<typeof hookCalls> {
  return hookCalls(management, lifecycleManager).filter(({ hook }) => hook === "BeforeClusterUpgrade");
}

async function upgrade(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  await client.patch(ConfigMap, quota, { type: "merge", body: { data: { "spare-machines": "1" } } });
  await eventually({
    what: "every Machine at the new version and the Cluster Available",
    read: async () => ({
      versions: (await client.list(Machine, { namespace, labelSelector: label })).items.map(
        (machine) => machine.spec.version,
      ),
      available: isTrue((await client.get(Cluster, key)).status?.conditions, "Available"),
    }),
    until: (now) =>
      now.available && now.versions.length === 2 && now.versions.every((version) => version === versions.after),
    within: 300,
  });
}

async function remove(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  const { uid = "" } = (await client.get(Cluster, key)).metadata;
  await client.delete(Cluster, key);
  await eventually({
    what: "the Cluster to be deleted",
    read: () => client.find(Cluster, key),
    until: (cluster) => cluster === undefined,
    within: 180,
  });
  const snapshot = await client.get(ConfigMap, { namespace, name: `snapshot-${uid}` });
  const manifest: unknown = JSON.parse(snapshot.data?.["cluster.json"] ?? "null");
  mustEqual("the kind in the snapshot", isJsonObject(manifest) ? manifest["kind"] : undefined, "Cluster");
  const deletions = hookCalls(management, lifecycleManager).filter(({ hook }) => hook === "BeforeClusterDelete");
  mustEqual(
    "whether the deletion was held first and let go last",
    [(deletions[0]?.retryAfterSeconds ?? 0) > 0, deletions.at(-1)?.retryAfterSeconds],
    [true, 0],
  );
}

function listCalls(management: ManagementCluster): void {
  const calls = [lifecycleManager, topologyManager].flatMap((manager) => hookCalls(management, manager));
  for (const line of summaryOf(calls)) console.log(`       ${line}`);
  const wanted = [
    "BeforeClusterDelete",
    "BeforeClusterUpgrade",
    "DiscoverVariables",
    "GeneratePatches",
    "ValidateTopology",
  ];
  mustEqual("hooks that were called", [...new Set(calls.map(({ hook }) => hook))].toSorted(), wanted);
  mustEqual(
    "failed answers",
    calls.filter(({ status }) => status !== "Success").map(({ hook, answer }) => `${hook}: ${answer}`),
    [],
  );
}
