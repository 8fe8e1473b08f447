// Owner references as Cluster API uses them: found by group and kind, never by version or by the controller flag.
// Called by kits and core-sim on drafts; finding the owner's object is the caller's.
import { deepEqual, parseApiVersion, sameKind, type KubeObject, type OwnerReference } from "@capstan/kube";
import type { GroupKind } from "./description.ts";

/** The API group of Cluster API's core kinds. */
export const coreGroup = "cluster.x-k8s.io";

/** The first owner of a group and kind, in any version. */
export function ownerOf(object: KubeObject, { group, kind }: GroupKind): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(
    (owner) => owner.kind === kind && parseApiVersion(owner.apiVersion).group === group,
  );
}

/** The Cluster that owns an object. */
export function ownerCluster(object: KubeObject): OwnerReference | undefined {
  return ownerOf(object, { group: coreGroup, kind: "Cluster" });
}

/** The Machine that owns an object. */
export function ownerMachine(object: KubeObject): OwnerReference | undefined {
  return ownerOf(object, { group: coreGroup, kind: "Machine" });
}

/** An owner reference to an object. */
export function ownerReferenceTo(
  owner: KubeObject,
  flags: { readonly controller?: boolean; readonly blockOwnerDeletion?: boolean } = {},
): OwnerReference {
  const { name = "", uid = "" } = owner.metadata;
  return { apiVersion: owner.apiVersion, kind: owner.kind, name, uid, ...flags };
}

/** Whether two references mean the same owner: group, kind and name; version and UID may differ. */
export function sameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return a.name === b.name && sameKind(a, b);
}

/** Adds the reference to the draft, or replaces the one that means the same owner; says whether anything changed. */
export function ensureOwner(object: KubeObject, owner: OwnerReference): boolean {
  const before = object.metadata.ownerReferences ?? [];
  const index = before.findIndex((other) => sameOwner(other, owner));
  const after = index < 0 ? [...before, owner] : before.with(index, owner);
  if (deepEqual(before, after)) return false;
  object.metadata.ownerReferences = after;
  return true;
}
