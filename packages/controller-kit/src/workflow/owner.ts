// Who an object belongs to: its Cluster, or its Machine and that one's Cluster. Owners are recognised by group and kind,
// never by version or by the controller flag, which core stopped setting.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { clusterNameOf, ownerCluster, ownerMachine } from "@capstan/contract";
import { errorOf, formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import type { ObjectReader } from "./pass-deps.ts";

/** The core objects an object belongs to. */
export interface Owners {
  /** Absent only for kinds without a contract that no Cluster claims. */
  readonly cluster: Cluster | undefined;
  readonly machine: Machine | undefined;
}

/** The owner Cluster of an InfraCluster; undefined while core has not set it. */
export async function ownersOfInfraCluster(object: KubeObject, reader: ObjectReader): Promise<Owners | undefined> {
  const reference = ownerCluster(object);
  if (reference === undefined) return undefined;
  return { cluster: await required(reader, Cluster, siblingOf(object, reference.name)), machine: undefined };
}

/** The owner Machine of an InfraMachine with its Cluster; undefined while core has not set them. */
export async function ownersOfInfraMachine(object: KubeObject, reader: ObjectReader): Promise<Owners | undefined> {
  const reference = ownerMachine(object);
  if (reference === undefined) return undefined;
  const machine = await required(reader, Machine, siblingOf(object, reference.name));
  const clusterName = clusterNameOf(machine) ?? machine.spec.clusterName;
  return { machine, cluster: await required(reader, Cluster, siblingOf(object, clusterName)) };
}

/** The Cluster that a kind without a contract names by its label; it needs none. */
export async function ownersByLabel(object: KubeObject, reader: ObjectReader): Promise<Owners> {
  const name = clusterNameOf(object);
  if (name === undefined) return { cluster: undefined, machine: undefined };
  return { cluster: await reader.get(Cluster, siblingOf(object, name)), machine: undefined };
}

function siblingOf(object: KubeObject, name: string): ObjectKey {
  return { namespace: keyOf(object).namespace, name };
}

/** A named owner that cannot be read is an error: without it pause cannot be judged. */
async function required<T extends KubeObject>(reader: ObjectReader, resource: Resource<T>, key: ObjectKey): Promise<T> {
  const found = await reader.get(resource, key);
  if (found !== undefined) return found;
  throw errorOf(kitErrors, "workflow/owner-missing", { values: { kind: resource.kind, key: formatKey(key) } });
}
