// The owners of an object: its Cluster, or its Machine or MachinePool and their Cluster, always in its own namespace. Owners are recognized by group
// and kind, never by version or by the controller flag, which core stopped setting; the one that is found must have the uid of the reference.
import { Cluster, type Machine, type MachinePool } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import {
  errorOf,
  formatKey,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type OwnerReference,
  type Resource,
} from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import type { PassReader } from "../workflow/reader.ts";

/** The owner of an InfraCluster. */
export interface ClusterOwner {
  readonly cluster: Cluster;
}

/** The owners of an InfraMachine. */
export interface MachineOwners extends ClusterOwner {
  readonly machine: Machine;
}

/** The owners of an InfraMachinePool. */
export interface PoolOwners extends ClusterOwner {
  readonly machinePool: MachinePool;
}

/** The owners of a BootstrapConfig: it is made for a Machine or for a MachinePool. */
export interface BootstrapOwners extends ClusterOwner {
  readonly owner: Machine | MachinePool;
}

/** The Cluster of an object without a contract, if it has one. */
export interface OptionalCluster {
  readonly cluster: Cluster | undefined;
}

/**
 * Why an object has no owners: core has not set any, or the owner that is named is another object of the same name. That is so after a
 * restore from a backup, until core writes the new uid; infrastructure that is deleted then may be in use. Or the Cluster that an object names
 * does not exist, so that nobody knows whether it is paused.
 */
export type Unowned = "no-owner" | "owner-replaced" | "cluster-missing";

/** The Cluster that a kind without a contract names in its label. It does not need one. */
export async function ownersByLabel(object: KubeObject, reader: PassReader): Promise<OptionalCluster> {
  const name = clusterNameOf(object);
  return { cluster: name === undefined ? undefined : await reader.view(Cluster, siblingOf(object, name)) };
}

interface OwnerReferenceOf<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly reference: OwnerReference | undefined;
}

/** The owner that a reference names, if it has the uid of the reference. */
export async function ownerWithUid<T extends KubeObject>(
  object: KubeObject,
  { resource, reference }: OwnerReferenceOf<T>,
  reader: PassReader,
): Promise<T | Unowned> {
  if (reference === undefined) return "no-owner";
  const owner = await required(reader, resource, siblingOf(object, reference.name));
  return owner.metadata.uid === reference.uid ? owner : "owner-replaced";
}

/** The Cluster of an owner. */
export async function clusterOfOwner(owner: Machine | MachinePool, reader: PassReader): Promise<Cluster> {
  return required(reader, Cluster, siblingOf(owner, clusterNameOf(owner) ?? owner.spec.clusterName));
}

function siblingOf(object: KubeObject, name: string): ObjectKey {
  return { namespace: keyOf(object).namespace, name };
}

/** A named owner that cannot be read is an error: without it the pause check is impossible. */
async function required<T extends KubeObject>(reader: PassReader, resource: Resource<T>, key: ObjectKey): Promise<T> {
  const found = await reader.view(resource, key);
  if (found !== undefined) return found;
  throw errorOf(kitErrors, "workflow/owner-missing", { values: { kind: resource.kind, key: formatKey(key) } });
}
