// Owner references to the kinds of Cluster API: found by group and kind, without the version and the controller flag.
import { parseApiVersion, type KubeObject, type OwnerReference } from "@capstan/kube";
import type { GroupKind } from "../description.ts";

/** The API group of Cluster API's core kinds. */
export const coreGroup = "cluster.x-k8s.io";

/** The first owner reference to a group and kind, in any API version; undefined when there is none. */
export function ownerOf(object: KubeObject, { group, kind }: GroupKind): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(
    (owner) => owner.kind === kind && parseApiVersion(owner.apiVersion).group === group,
  );
}

/** The owner reference to a Cluster; undefined when no Cluster owns the object. */
export function ownerCluster(object: KubeObject): OwnerReference | undefined {
  return ownerOf(object, { group: coreGroup, kind: "Cluster" });
}

/** The owner reference to a Machine; undefined when no Machine owns the object. */
export function ownerMachine(object: KubeObject): OwnerReference | undefined {
  return ownerOf(object, { group: coreGroup, kind: "Machine" });
}

/** The owner reference to a MachinePool; undefined when no MachinePool owns the object. */
export function ownerMachinePool(object: KubeObject): OwnerReference | undefined {
  return ownerOf(object, { group: coreGroup, kind: "MachinePool" });
}
