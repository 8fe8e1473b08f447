// The owners of an object: its Cluster, or its Machine and the Machine's Cluster. Owners are recognized by group and kind,
// never by version or by the controller flag, which core stopped setting.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { clusterNameOf, ownerCluster, ownerMachine } from "@capstan/contract";
import { errorOf, formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import type { Reader } from "./reader.ts";

/** The owner of an InfraCluster. */
export interface ClusterOwner {
  readonly cluster: Cluster;
}

/** The owners of an InfraMachine. */
export interface MachineOwners extends ClusterOwner {
  readonly machine: Machine;
}

/** The Cluster of an object without a contract, if it has one. */
export interface OptionalCluster {
  readonly cluster: Cluster | undefined;
}

/** The owner Cluster of an InfraCluster; undefined while core has not set it. */
export async function ownersOfInfraCluster(object: KubeObject, reader: Reader): Promise<ClusterOwner | undefined> {
  const reference = ownerCluster(object);
  if (reference === undefined) return undefined;
  return { cluster: await required(reader, Cluster, siblingOf(object, reference.name)) };
}

/** The owner Machine of an InfraMachine with its Cluster; undefined while core has not set them. */
export async function ownersOfInfraMachine(object: KubeObject, reader: Reader): Promise<MachineOwners | undefined> {
  const reference = ownerMachine(object);
  if (reference === undefined) return undefined;
  const machine = await required(reader, Machine, siblingOf(object, reference.name));
  const clusterName = clusterNameOf(machine) ?? machine.spec.clusterName;
  return { machine, cluster: await required(reader, Cluster, siblingOf(object, clusterName)) };
}

/** The Cluster that a kind without a contract names in its label. It does not need one. */
export async function ownersByLabel(object: KubeObject, reader: Reader): Promise<OptionalCluster> {
  const name = clusterNameOf(object);
  return { cluster: name === undefined ? undefined : await reader.get(Cluster, siblingOf(object, name)) };
}

function siblingOf(object: KubeObject, name: string): ObjectKey {
  return { namespace: keyOf(object).namespace, name };
}

/** A named owner that cannot be read is an error: without it the pause check is impossible. */
async function required<T extends KubeObject>(reader: Reader, resource: Resource<T>, key: ObjectKey): Promise<T> {
  const found = await reader.get(resource, key);
  if (found !== undefined) return found;
  throw errorOf(kitErrors, "workflow/owner-missing", { values: { kind: resource.kind, key: formatKey(key) } });
}
