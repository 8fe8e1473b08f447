// Owner references of an object in memory. Two references name the same owner by group, kind and name, as in controller-runtime: versions change, and so does the uid of an
// owner that was restored from a backup.
import { errorOf } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";
import { deepEqual } from "../json/json-value.ts";
import { sameKind } from "./gvk.ts";
import { controllerOf, formatKey, keyOf, type KubeObject, type OwnerReference } from "./object.ts";

/** The flags of an owner reference. */
export interface OwnerFlags {
  /** Whether this owner is the managing controller; at most one owner is. */
  readonly controller?: boolean;
  /** Whether foreground deletion of the owner waits for this object. Needs the right to update the subresource `finalizers` of the owner, where the API server enforces that. */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * Creates an owner reference to an object that was read from the API server: it needs `metadata.name` and `metadata.uid`.
 * `controller` and `blockOwnerDeletion` are absent unless they are given.
 *
 * @example
 * metadata: { name, namespace, ownerReferences: [ownerReferenceTo(machine, { controller: true })] }
 */
export function ownerReferenceTo(owner: KubeObject, flags: OwnerFlags = {}): OwnerReference {
  const { name = "", uid = "" } = owner.metadata;
  return { apiVersion: owner.apiVersion, kind: owner.kind, name, uid, ...flags };
}

/** Whether two references name the same owner: same group, kind and name. API version and UID may differ. */
export function sameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return a.name === b.name && sameKind(a, b);
}

/**
 * Adds an owner reference to an object in memory, or replaces the one that names the same owner (`sameOwner`); those of others stay. Returns
 * whether the object changed. Nothing is sent to the API server: `modify` writes it, also when somebody else writes in between.
 *
 * Throws `kube/other-controller` when the reference has `controller: true` and another owner is the controller already. The object is not changed then.
 *
 * @example
 * await modify(client, Secret, { key, change: (secret) => ensureOwner(secret, ownerReferenceTo(cluster)) });
 */
export function ensureOwner(object: KubeObject, owner: OwnerReference): boolean {
  const before = object.metadata.ownerReferences ?? [];
  const other = owner.controller === true ? controllerOf(object) : undefined;
  if (other !== undefined && !sameOwner(other, owner)) throw otherController(object, other, owner);
  const index = before.findIndex((one) => sameOwner(one, owner));
  const after = index < 0 ? [...before, owner] : before.with(index, owner);
  if (deepEqual(before, after)) return false;
  object.metadata.ownerReferences = after;
  return true;
}

/**
 * Removes the owner reference that names the same owner (`sameOwner`) from an object in memory; those of others stay. Returns whether the object changed.
 * Kubernetes deletes an object when the last of its owners is deleted, and not when its references are removed.
 *
 * @example
 * await modify(client, Secret, { key, change: (secret) => removeOwner(secret, ownerReferenceTo(cluster)) });
 */
export function removeOwner(object: KubeObject, owner: OwnerReference): boolean {
  const before = object.metadata.ownerReferences ?? [];
  const after = before.filter((one) => !sameOwner(one, owner));
  if (after.length === before.length) return false;
  if (after.length === 0) delete object.metadata.ownerReferences;
  else object.metadata.ownerReferences = after;
  return true;
}

/**
 * Makes an owner the controller of an object in memory, as `SetControllerReference` of controller-runtime does. Returns whether the object changed.
 *
 * Throws `kube/other-controller` when the object has another controller, and `kube/owner-namespace` when the owner is in another namespace than the object: Kubernetes would take it for deleted, and
 * delete the object.
 *
 * @example
 * const page: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name }, data };
 * setController(page, website);
 */
export function setController(
  object: KubeObject,
  owner: KubeObject,
  flags: Pick<OwnerFlags, "blockOwnerDeletion"> = {},
): boolean {
  const { namespace } = keyOf(owner);
  if (namespace !== "" && namespace !== keyOf(object).namespace)
    throw errorOf(kubeErrors, "kube/owner-namespace", {
      values: { object: named(object), owner: named(owner) },
    });
  return ensureOwner(object, ownerReferenceTo(owner, { controller: true, ...flags }));
}

function named(object: KubeObject): string {
  return `${object.kind} ${formatKey(keyOf(object))}`;
}

function otherController(object: KubeObject, other: OwnerReference, owner: OwnerReference): Error {
  return errorOf(kubeErrors, "kube/other-controller", {
    values: {
      object: named(object),
      other: `${other.kind} ${other.name}`,
      owner: `${owner.kind} ${owner.name}`,
    },
  });
}
