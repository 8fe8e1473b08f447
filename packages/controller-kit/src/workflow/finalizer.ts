// Our finalizer on an object. Lists in metadata are written whole, so every write here carries the version it was derived
// from: two writers never lose each other's entries.
import { isConflict, isNotFound, type Client } from "@capstan/client";
import { hasFinalizer } from "@capstan/contract";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";

/** Adds the finalizer; refused with a conflict when the object has changed since it was read. */
export async function addFinalizer(
  client: Client,
  resource: Resource,
  change: { object: KubeObject; finalizer: string },
): Promise<void> {
  const { object, finalizer } = change;
  await writeFinalizers(client, resource, { object, finalizers: [...(object.metadata.finalizers ?? []), finalizer] });
}

/** Takes the finalizer off, whatever else changes meanwhile; an object that is gone needs nothing. */
export async function removeFinalizer(
  client: Client,
  resource: Resource,
  change: { object: KubeObject; finalizer: string },
): Promise<void> {
  let { object }: { object: KubeObject | undefined } = change;
  for (let attempt = 0; object !== undefined; attempt++) {
    if (!hasFinalizer(object, change.finalizer)) return;
    const finalizers = (object.metadata.finalizers ?? []).filter((one) => one !== change.finalizer);
    try {
      return await writeFinalizers(client, resource, { object, finalizers });
    } catch (error) {
      if (isNotFound(error)) return;
      if (!isConflict(error) || attempt === 4) throw error;
      object = await client.find(resource, keyOf(object));
    }
  }
}

async function writeFinalizers(
  client: Client,
  resource: Resource,
  change: { object: KubeObject; finalizers: readonly string[] },
): Promise<void> {
  const { resourceVersion } = change.object.metadata;
  const body = { metadata: { resourceVersion, finalizers: change.finalizers } };
  await client.patch(resource, keyOf(change.object), { type: "merge", body });
}
