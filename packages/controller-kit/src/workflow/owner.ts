// The owners of an object: its Cluster, or its Machine and the Machine's Cluster, always in its own namespace. Owners are recognized by group
// and kind, never by version or by the controller flag, which core stopped setting; the one that is found must have the uid of the reference.
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

/**
 * Why an object has no owners: core has not set any, or the owner that is named is another object of the same name. That is so after a
 * restore from a backup, until core writes the new uid; infrastructure that is deleted then may be in use.
 */
export type Unowned = "no-owner" | "owner-replaced";

/** The owner Cluster of an InfraCluster. */
export async function ownersOfInfraCluster(object: KubeObject, reader: Reader): Promise<ClusterOwner | Unowned> {
  const reference = ownerCluster(object);
  if (reference === undefined) return "no-owner";
  const cluster = await required(reader, Cluster, siblingOf(object, reference.name));
  return cluster.metadata.uid === reference.uid ? { cluster } : "owner-replaced";
}

/** The owner Machine of an InfraMachine with its Cluster. */
export async function ownersOfInfraMachine(object: KubeObject, reader: Reader): Promise<MachineOwners | Unowned> {
  const reference = ownerMachine(object);
  if (reference === undefined) return "no-owner";
  const machine = await required(reader, Machine, siblingOf(object, reference.name));
  if (machine.metadata.uid !== reference.uid) return "owner-replaced";
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
