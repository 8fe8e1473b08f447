// Sets what core's webhook sets in the variables of a Cluster. It runs before the topology is reconciled.
import { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { controller, type SimController } from "../controllers.ts";
import type { SimContext } from "../writer.ts";
import { defaultVariables } from "./topology-variables.ts";

/** The webhook's part that reads the ClusterClass. */
export const variableDefaults: SimController = controller(Cluster, { reconcile: setDefaults });

async function setDefaults(cluster: Cluster, { reader, writer }: SimContext): Promise<void> {
  const { topology } = cluster.spec;
  if (topology === undefined || isDeleting(cluster)) return;
  const { namespace = keyOf(cluster).namespace, name } = topology.classRef;
  const clusterClass = await reader.lists.find(ClusterClass, { namespace, name });
  if (clusterClass === undefined) return;
  const draft = deepClone(cluster);
  defaultVariables(draft, clusterClass);
  await writer.as("defaults").save(Cluster, cluster, draft);
}
