// Owner references as Cluster API uses them: compared by group, kind and name, without the version and the controller flag.
import { deepEqual, parseApiVersion, sameKind, type KubeObject, type OwnerReference } from "@capstan/kube";
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

/**
 * Creates an owner reference to an object that was read from the API server: it needs `metadata.name` and `metadata.uid`.
 * `controller` and `blockOwnerDeletion` are absent unless they are given.
 *
 * @example
 * metadata: { name, namespace, ownerReferences: [ownerReferenceTo(machine, { controller: true })] }
 */
export function ownerReferenceTo(
  owner: KubeObject,
  flags: { readonly controller?: boolean; readonly blockOwnerDeletion?: boolean } = {},
): OwnerReference {
  const { name = "", uid = "" } = owner.metadata;
  return { apiVersion: owner.apiVersion, kind: owner.kind, name, uid, ...flags };
}

/** Whether two references name the same owner: same group, kind and name. API version and UID may differ. */
export function sameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return a.name === b.name && sameKind(a, b);
}

/**
 * Adds an owner reference to a draft of an object, or replaces the one that names the same owner (`sameOwner`). Returns
 * whether the draft changed. Nothing is sent to the API server.
 *
 * @example
 * if (ensureOwner(draft, ownerReferenceTo(cluster))) await client.update(Secret, draft);
 */
export function ensureOwner(object: KubeObject, owner: OwnerReference): boolean {
  const before = object.metadata.ownerReferences ?? [];
  const index = before.findIndex((other) => sameOwner(other, owner));
  const after = index < 0 ? [...before, owner] : before.with(index, owner);
  if (deepEqual(before, after)) return false;
  object.metadata.ownerReferences = after;
  return true;
}
