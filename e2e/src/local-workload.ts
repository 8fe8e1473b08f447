// A workload cluster of provider-local, as the scenarios use it: made by `clusterctl generate cluster`, watched until it
// runs, scaled, deleted; and what must be true of its machines' processes each time.
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { exampleVersion } from "./bundles.ts";
import { eventually, mustEqual } from "./eventually.ts";
import { type LocalKinds, localKinds, type LocalMachine } from "./local-kinds.ts";
import { type LocalProcess, localProcesses, machineProcesses } from "./machine-processes.ts";
import type { ManagementCluster } from "./management-cluster.ts";
import { workloadNodes } from "./workload-cluster.ts";

/** Which workload cluster, on which management cluster. */
export interface WorkloadPlace {
  readonly management: ManagementCluster;
  readonly namespace: string;
  readonly name: string;
  readonly stateFolder: string;
}

/** Applies what the real clusterctl makes of our template: one control plane Machine, two workers. */
export async function createWorkload({ management, namespace, name }: WorkloadPlace): Promise<void> {
  const counts = [
    "--kubernetes-version",
    "v1.36.3",
    "--control-plane-machine-count",
    "1",
    "--worker-machine-count",
    "2",
  ];
  const manifests = await management.clusterctl.run([
    "generate",
    "cluster",
    name,
    "--infrastructure",
    `local:${exampleVersion}`,
    "--target-namespace",
    namespace,
    ...counts,
  ]);
  await management.apply(manifests);
}

/** Waits until the Cluster is provisioned and exactly `count` Machines run, each with a Node and one process. */
export async function workloadRunning(place: WorkloadPlace, count: number): Promise<void> {
  const { management, namespace, name } = place;
  const { client } = management.local;
  await eventually({
    what: `Cluster ${name} to be provisioned and its control plane initialized`,
    read: () => client.get(Cluster, { namespace, name }),
    until: isInitialized,
    within: 120,
  });
  await eventually({
    what: `${count} Machines to run, each with a Node of its provider ID and one process`,
    read: () => machineStates(place),
    until: (machines) => machines.length === count && machines.every(isWhole),
    within: 180,
  });
  mustEqual("processes of machines", machineProcesses(place.stateFolder).length, count);
}

/** Provisioned, and with a control plane: without a control plane object core says that by the condition alone. */
function isInitialized({ status }: Cluster): boolean {
  const condition = status?.conditions?.find(({ type }) => type === "ControlPlaneInitialized");
  return status?.phase === "Provisioned" && condition?.status === "True";
}

/** A Machine as three witnesses see it: core, the workload cluster, and the computer's list of processes. */
interface MachineState {
  readonly name: string;
  readonly phase: string;
  readonly nodes: number;
  readonly processes: number;
}

function isWhole({ phase, nodes, processes }: MachineState): boolean {
  return phase === "Running" && nodes === 1 && processes === 1;
}

async function machineStates(place: WorkloadPlace): Promise<MachineState[]> {
  const nodes = await workloadNodes(place.management, place);
  const processes = machineProcesses(place.stateFolder);
  return (await machinesOf(place)).map(({ metadata, status, spec }) => ({
    name: metadata.name ?? "",
    phase: metadata.deletionTimestamp === undefined ? (status?.phase ?? "") : "Deleting",
    nodes: nodes.filter((node) => spec.providerID !== undefined && node.spec?.providerID === spec.providerID).length,
    processes: processes.filter(({ id }) => id === `machines/${place.namespace}/${spec.infrastructureRef.name}`).length,
  }));
}

/** The Machines of a workload cluster. */
export async function machinesOf({ management, namespace, name }: WorkloadPlace): Promise<Machine[]> {
  return (
    await management.local.client.listAll(Machine, {
      namespace,
      labelSelector: `cluster.x-k8s.io/cluster-name=${name}`,
    })
  ).items;
}

/** The LocalMachines of a workload cluster, in one version. */
export async function localMachinesOf(
  { management, namespace, name }: WorkloadPlace,
  kinds: LocalKinds = localKinds("v1beta1"),
): Promise<LocalMachine[]> {
  return (
    await management.local.client.listAll(kinds.machine, {
      namespace,
      labelSelector: `cluster.x-k8s.io/cluster-name=${name}`,
    })
  ).items;
}

/** Sets the replicas of the workload cluster's one MachineDeployment. */
export async function scaleWorkers({ management, namespace, name }: WorkloadPlace, replicas: number): Promise<void> {
  const { items } = await management.local.client.listAll(MachineDeployment, {
    namespace,
    labelSelector: `cluster.x-k8s.io/cluster-name=${name}`,
  });
  const deployment = items[0]?.metadata.name ?? "";
  await management.local.client.patch(
    MachineDeployment,
    { namespace, name: deployment },
    { type: "merge", body: { spec: { replicas } } },
  );
}

/** Deletes the Cluster and waits until it is deleted and all its processes have ended. */
export async function deleteWorkload({ management, namespace, name, stateFolder }: WorkloadPlace): Promise<void> {
  const { client } = management.local;
  await client.delete(Cluster, { namespace, name });
  await eventually({
    what: `Cluster ${name} to be deleted`,
    read: () => client.find(Cluster, { namespace, name }),
    until: (cluster) => cluster === undefined,
    within: 180,
  });
  await eventually({
    what: "every process to end",
    read: async () => localProcesses(stateFolder),
    until: (left) => left.length === 0,
    within: 30,
  });
}

/** Processes as one string each, to be compared before and after. */
export function processesNow(stateFolder: string): string[] {
  return localProcesses(stateFolder).map(({ id, pid }: LocalProcess) => `${id} ${pid}`);
}
