// Which objects belong to a Cluster, for its deletion: by label or by spec.clusterName.
// Used by the deletion and the counts of a Cluster; reads, never writes.
import { MachineDeployment, MachineSet, type Cluster } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { SimContext } from "../sim-context.ts";

/** The objects of a kind that belong to a Cluster. */
export async function descendants<T extends KubeObject>(
  resource: Resource<T>,
  cluster: Cluster,
  { world }: SimContext,
): Promise<readonly T[]> {
  const { namespace, name } = keyOf(cluster);
  const { items } = await world.client.listAll(resource, { namespace });
  return items.filter(
    (object) =>
      clusterNameOf(object) === name || (object as { spec?: { clusterName?: string } }).spec?.clusterName === name,
  );
}

/** The kinds that own worker Machines, outermost first. */
export const workerOwners: readonly Resource[] = [MachineDeployment, MachineSet];
