// The Clusters of the scenario: one for each chain of changes, each of a class of its own, whose patches a handler of the chain makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Cluster, ClusterClass, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { labels } from "@capstan/contract";
import type { Condition, ObjectKey } from "@capstan/kube";
import { root } from "@capstan/repo";
import type { ManagementCluster } from "../../src/management-cluster.ts";

export const namespace = "replayed";
const deployments = ["md-0", "md-1"] as const;
/** One machine of the control plane, and one of each MachineDeployment. */
const machineCount = 1 + deployments.length;

/** The Cluster of a chain. */
export function chainKey(chain: number): ObjectKey {
  return { namespace, name: `chain-${chain}` };
}

/** Creates the templates of the example's class, and for each chain a class with the chain's first handler and a Cluster. */
export async function createClusters(management: ManagementCluster, handlers: readonly string[]): Promise<void> {
  const file = join(root, "examples/extension-topology/templates/clusterclass-in-memory-patched.yaml");
  const text = readFileSync(file, "utf8")
    .replaceAll(/^metadata:\n/gm, `metadata:\n  namespace: ${namespace}\n`)
    .replaceAll("startupDuration: 2s", "startupDuration: 500ms");
  const [classText = "", ...templates] = text.split("\n---\n");
  const classes = handlers.map((handler, chain) =>
    classText
      .replace("  name: in-memory-patched\n", `  name: ${chainKey(chain).name}\n`)
      .replaceAll(".topology\n", ".replayed\n")
      .replaceAll("patches-v1", handler)
      .replaceAll("checks-v1.topology", "checks-v1.replayed"),
  );
  await management.apply([...templates, ...classes].join("\n---\n"));
  await Promise.all(handlers.map((_, chain) => management.local.client.create(Cluster, clusterOf(chainKey(chain)))));
}

function clusterOf(key: ObjectKey): Cluster {
  const workers = { class: "default-worker", replicas: 1 };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { ...key },
    spec: {
      clusterNetwork: {
        services: { cidrBlocks: ["10.128.0.0/12"] },
        pods: { cidrBlocks: ["192.168.0.0/16"] },
        serviceDomain: "cluster.local",
      },
      topology: {
        classRef: { name: key.name ?? "" },
        version: "v1.35.0",
        controlPlane: { replicas: 1 },
        workers: { machineDeployments: deployments.map((name) => ({ ...workers, name })) },
        variables: [
          { name: "apiServerNames", value: ["api.example.com"] },
          { name: "machineStartup", value: "1s" },
        ],
      },
    },
  };
}

/** Has the class of a chain name a handler. */
export async function useHandler({ local }: ManagementCluster, key: ObjectKey, handler: string): Promise<void> {
  const path = "/spec/patches/0/external/generatePatchesExtension";
  const body = [{ op: "replace" as const, path, value: `${handler}.replayed` }];
  await local.client.patch(ClusterClass, key, { type: "json", body });
}

/** The uids of the Machines of a Cluster, by the object that makes them: the control plane, or a MachineDeployment by its name. */
export type MachineUids = Readonly<Record<string, readonly string[]>>;

/** What the Machines of a control plane are listed under. */
export const controlPlaneGroup = "control plane";

/** The Machines of a Cluster. */
export async function machinesOf(management: ManagementCluster, key: ObjectKey): Promise<MachineUids> {
  const grouped = Map.groupBy(await listMachines(management, key), ({ metadata }) => {
    const deployment = metadata.labels?.[labels.deploymentName];
    return deployment ?? controlPlaneGroup;
  });
  const uids = [...grouped].map(
    ([group, machines]) => [group, machines.map(({ metadata }) => metadata.uid ?? "").toSorted()] as const,
  );
  return Object.fromEntries(uids.toSorted(([one], [other]) => one.localeCompare(other)));
}

async function listMachines({ local }: ManagementCluster, { name }: ObjectKey): Promise<Machine[]> {
  return (await local.client.list(Machine, { namespace, labelSelector: `${labels.clusterName}=${name}` })).items;
}

/** Whether a Cluster and all that it has is as it should be, in words that name what is not; empty when all is. */
export async function unsettled(management: ManagementCluster, key: ObjectKey): Promise<string[]> {
  const { client } = management.local;
  const selector = { namespace, labelSelector: `${labels.clusterName}=${key.name}` };
  const [cluster, planes, workers, machines] = await Promise.all([
    client.get(Cluster, key),
    client.list(KubeadmControlPlane, selector),
    client.list(MachineDeployment, selector),
    listMachines(management, key),
  ]);
  const holders: readonly Holder[] = [...planes.items, ...workers.items];
  return [
    ...["Available", "TopologyReconciled"].filter((type) => !isTrue(cluster.status?.conditions, type)),
    ...(holders.length === machineCount ? [] : [`${holders.length} holders`]),
    ...holders.flatMap((each) => (isSettled(each) ? [] : [`${each.kind} ${each.metadata.name}`])),
    ...(machines.length === machineCount ? [] : [`${machines.length} Machines`]),
    ...machines.flatMap((each) => (isReady(each) ? [] : [`Machine ${each.metadata.name}`])),
  ];
}

type Holder = KubeadmControlPlane | MachineDeployment;

function isSettled({ metadata, spec, status }: Holder): boolean {
  const { observedGeneration, replicas, upToDateReplicas, readyReplicas } = status ?? {};
  const counts = [replicas, upToDateReplicas, readyReplicas];
  return observedGeneration === metadata.generation && counts.every((count) => count === spec.replicas);
}

function isReady({ metadata, status }: Machine): boolean {
  return metadata.deletionTimestamp === undefined && isTrue(status?.conditions, "UpToDate");
}

function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === "True") ?? false;
}
