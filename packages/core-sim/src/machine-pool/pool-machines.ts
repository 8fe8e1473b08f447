// The Machines of a MachinePool: when its infrastructure names the kind of its machines, each of these objects gets a Machine of the same name.
// Their bootstrap data has been read already, so that the name of their Secret is empty.
import { Machine, type MachinePool } from "@capstan/api/core/v1beta2";
import { machinePoolLabels, ownerReferenceTo, readPath } from "@capstan/contract";
import { keyOf, pluralOfKind, resourceOf, type KubeObject } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import type { SimContext } from "../writer.ts";

/** The Machines of a pool. */
export async function machinesOfPool(pool: MachinePool, { reader }: SimContext): Promise<readonly Machine[]> {
  return (await reader.lists.list(Machine)).filter((machine) => isOfPool(machine, pool));
}

/** Creates the Machines that are missing. */
export async function createPoolMachines(
  pool: MachinePool,
  infrastructure: External,
  context: SimContext,
): Promise<void> {
  const kind = readPath(infrastructure.object, "status.infrastructureMachineKind");
  if (typeof kind !== "string" || kind === "") return;
  // Core lists them in the version of the pool's infrastructure.
  const resource = resourceOf(infrastructure.object.apiVersion, kind, { plural: pluralOfKind(kind) });
  const objects = await context.reader.lists.list(resource);
  const machines = await machinesOfPool(pool, context);
  const named = new Set(machines.map(({ spec }) => spec.infrastructureRef.name));
  for (const object of objects.filter((each) => isOfPool(each, pool) && !named.has(keyOf(each).name)))
    await context.writer.create(Machine, machineOf(pool, object, resource.group));
}

function isOfPool({ metadata }: KubeObject, pool: MachinePool): boolean {
  const wanted = Object.entries(machinePoolLabels(pool));
  return (
    metadata.namespace === pool.metadata.namespace && wanted.every(([key, value]) => metadata.labels?.[key] === value)
  );
}

function machineOf(pool: MachinePool, { kind, metadata }: KubeObject, apiGroup: string): Machine {
  const { labels = {}, annotations = {} } = pool.spec.template.metadata ?? {};
  const { name = "", namespace = "" } = metadata;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      name,
      namespace,
      labels: { ...labels, ...machinePoolLabels(pool) },
      annotations,
      ownerReferences: [ownerReferenceTo(pool, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      clusterName: pool.spec.clusterName,
      bootstrap: { dataSecretName: "" },
      infrastructureRef: { apiGroup, kind, name },
    },
  };
}
