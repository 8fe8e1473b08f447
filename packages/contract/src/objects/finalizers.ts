// A provider's finalizer on its own kinds: its name, and adding and removing it on a draft.
import type { KubeObject, Resource } from "@capstan/kube";

/** The finalizer of a kind: `<kind in lower case>.<group>`. The API server warns about names without a domain. */
export function finalizerOf(resource: Resource): string {
  return `${resource.kind.toLowerCase()}.${resource.group}`;
}

/** Whether the object has the finalizer. */
export function hasFinalizer(object: KubeObject, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/** Adds the finalizer to the draft, unless the object is being deleted. Returns whether the draft changed. */
export function addFinalizer(object: KubeObject, finalizer: string): boolean {
  if (object.metadata.deletionTimestamp !== undefined || hasFinalizer(object, finalizer)) return false;
  object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer];
  return true;
}

/** Removes the finalizer from the draft. Returns whether the draft changed. */
export function removeFinalizer(object: KubeObject, finalizer: string): boolean {
  if (!hasFinalizer(object, finalizer)) return false;
  const left = (object.metadata.finalizers ?? []).filter((other) => other !== finalizer);
  if (left.length === 0) delete object.metadata.finalizers;
  else object.metadata.finalizers = left;
  return true;
}
