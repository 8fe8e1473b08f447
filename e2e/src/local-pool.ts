// MachinePools of provider-local whose data our bootstrap provider writes: made, scaled, and watched until core, the workload cluster and the
// computer agree on their machines.
import { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { resourceOf, type KubeObject, type Resource } from "@capstan/kube";
import { eventually } from "./eventually.ts";
import type { WorkloadPlace } from "./local-workload.ts";
import { machineProcesses } from "./machine-processes.ts";
import { workloadNodes } from "./workload-cluster.ts";

const infrastructure = "infrastructure.cluster.x-k8s.io";
const bootstrap = "bootstrap.cluster.x-k8s.io";
const LocalConfig = resourceOf(`${bootstrap}/v1beta1`, "LocalConfig");
const LocalMachinePool = resourceOf(`${infrastructure}/v1beta1`, "LocalMachinePool");

/** A pool of a workload cluster, by name. */
export interface PoolPlace extends WorkloadPlace {
  readonly pool: string;
}

/** An object of a workload cluster. */
export interface WantedObject {
  readonly resource: Resource;
  readonly name: string;
  readonly spec: object;
}

/** Creates an object in the namespace of a workload cluster, with its label. */
export async function createInCluster(
  { management, namespace, name: cluster }: WorkloadPlace,
  { resource, name, spec }: WantedObject,
): Promise<void> {
  const { apiVersion, kind } = resource;
  const labels = { "cluster.x-k8s.io/cluster-name": cluster };
  const object: KubeObject & { spec: object } = { apiVersion, kind, metadata: { namespace, name, labels }, spec };
  await management.local.client.create(resource, object);
}

/** Creates a MachinePool with its LocalMachinePool and LocalConfig. */
export async function createPool(place: PoolPlace, replicas: number, spec: object = {}): Promise<void> {
  const { pool: name } = place;
  const nodeLabels = { "example.org/pool": name };
  await createInCluster(place, { resource: LocalConfig, name, spec: { nodeLabels } });
  await createInCluster(place, { resource: LocalMachinePool, name, spec: { capacity: { cpus: 1 }, ...spec } });
  await createInCluster(place, {
    resource: MachinePool,
    name,
    spec: {
      clusterName: place.name,
      replicas,
      template: {
        spec: {
          clusterName: place.name,
          version: "v1.36.3",
          bootstrap: { configRef: { apiGroup: bootstrap, kind: LocalConfig.kind, name } },
          infrastructureRef: { apiGroup: infrastructure, kind: LocalMachinePool.kind, name },
        },
      },
    },
  });
}

/** Changes how many machines the pool should have. */
export async function scalePool({ management, namespace, pool }: PoolPlace, replicas: number): Promise<void> {
  const key = { namespace, name: pool };
  await management.local.client.patch(MachinePool, key, { type: "merge", body: { spec: { replicas } } });
}

/** The name of a machine of a pool. */
export function memberOf({ pool }: PoolPlace, index: number): string {
  return `${pool}.${index}`;
}

/** Core, the workload cluster and the computer agree that the pool has the machines of these numbers. */
export async function poolRunning(place: PoolPlace, numbers: readonly number[]): Promise<void> {
  const ids = numbers.map((index) => `local://${place.namespace}/${memberOf(place, index)}`);
  const wanted = { phase: "Running", ids, references: ids.length, nodes: ids, processes: ids.length };
  await eventually({
    what: `the MachinePool ${place.pool} to run ${ids.length} machines, each with a Node`,
    read: () => poolState(place),
    until: (state) => JSON.stringify(state) === JSON.stringify(wanted),
    within: 120,
  });
}

async function poolState(place: PoolPlace): Promise<object> {
  const { management, namespace, stateFolder, pool } = place;
  const { spec, status } = await management.local.client.get(MachinePool, { namespace, name: pool });
  const nodes = await workloadNodes(management, place);
  const ofPool = nodes.filter(({ metadata }) => metadata.labels?.["example.org/pool"] === pool);
  const processes = machineProcesses(stateFolder).filter(({ id }) => id.startsWith(`machines/${namespace}/${pool}.`));
  return {
    phase: status?.phase ?? "",
    ids: spec.providerIDList ?? [],
    references: status?.nodeRefs?.length ?? 0,
    nodes: ofPool.map((node) => node.spec?.providerID ?? "").toSorted(),
    processes: processes.length,
  };
}

/** Core has a Machine for each of these machines and for no others, and all of them run. */
export async function poolMachinesRunning(place: PoolPlace, numbers: readonly number[]): Promise<void> {
  const wanted = numbers.map((index) => `${memberOf(place, index)} Running`);
  const { management, namespace, pool } = place;
  await eventually({
    what: `Machines of the MachinePool ${pool}: ${wanted.join(", ")}`,
    async read() {
      const labelSelector = `cluster.x-k8s.io/pool-name=${pool}`;
      const { items } = await management.local.client.listAll(Machine, { namespace, labelSelector });
      return items.map(({ metadata, status }) => `${metadata.name} ${status?.phase}`).toSorted();
    },
    until: (machines) => machines.join() === wanted.join(),
    within: 120,
  });
}
