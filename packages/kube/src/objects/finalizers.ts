// Finalizers of an object: they keep it from being deleted until each has been removed.
import type { KubeObject } from "./object.ts";
import type { Resource } from "./resource.ts";

/** The name of a controller's finalizer on a kind: `<kind in lower case>.<group>`. The API server warns about names without a domain. */
export function finalizerOf({ kind, group }: Pick<Resource, "kind" | "group">): string {
  return `${kind.toLowerCase()}.${group}`;
}

/**
 * Whether the object has the finalizer.
 *
 * @example
 * if (!hasFinalizer(website, "website.example.com")) return;
 */
export function hasFinalizer(object: KubeObject, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/**
 * Adds a finalizer to an object in memory. Add it before you create anything outside of the cluster: from then on the object stays, with a
 * `deletionTimestamp`, until the finalizer is removed. An object that is being deleted is not changed, because the API server rejects new
 * finalizers then.
 *
 * Returns whether the object changed. Write it then with its `resourceVersion`, as `modify` and `client.update` do: the list is replaced as a whole, and
 * a writer who has read an older version must not remove the finalizers of others. A name without a domain gives a warning of the API server.
 *
 * @example
 * await modify(client, Website, { key, change: (website) => addFinalizer(website, "website.example.com") });
 */
export function addFinalizer(object: KubeObject, finalizer: string): boolean {
  if (object.metadata.deletionTimestamp !== undefined || hasFinalizer(object, finalizer)) return false;
  object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer];
  return true;
}

/**
 * Removes a finalizer from an object in memory; finalizers of others stay. Remove it when everything that the object stands for is deleted:
 * the API server deletes the object with its last finalizer.
 *
 * Returns whether the object changed. Write it then with its `resourceVersion`, as `modify` and `client.update` do.
 *
 * @example
 * await modify(client, Website, { key, change: (website) => removeFinalizer(website, "website.example.com") });
 */
export function removeFinalizer(object: KubeObject, finalizer: string): boolean {
  if (!hasFinalizer(object, finalizer)) return false;
  const left = (object.metadata.finalizers ?? []).filter((other) => other !== finalizer);
  if (left.length === 0) delete object.metadata.finalizers;
  else object.metadata.finalizers = left;
  return true;
}
