// Stores and removes our finalizer. Lists in metadata are replaced as a whole, so every write carries the version it was derived
// from: two writers never lose each other's entries.
import { isConflict, isNotFound, type Client } from "@capstan/client";
import { addFinalizer, hasFinalizer, removeFinalizer } from "@capstan/contract";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";

/** An object, and the finalizer to add to it or to remove from it. */
export interface FinalizerChange {
  readonly object: KubeObject;
  readonly finalizer: string;
}

/** Adds the finalizer on the server; rejects with a conflict when the object has changed since it was read. */
export async function storeFinalizer(client: Client, resource: Resource, change: FinalizerChange): Promise<void> {
  await write(client, resource, withMetadata(change, addFinalizer));
}

/** Removes the finalizer on the server, whatever else changes meanwhile. A deleted object counts as done. */
export async function dropFinalizer(client: Client, resource: Resource, change: FinalizerChange): Promise<void> {
  const { finalizer } = change;
  let object: KubeObject | undefined = change.object;
  for (let attempt = 0; object !== undefined && hasFinalizer(object, finalizer); attempt++) {
    try {
      return await write(client, resource, withMetadata({ object, finalizer }, removeFinalizer));
    } catch (error) {
      if (isNotFound(error)) return;
      if (!isConflict(error) || attempt === 4) throw error;
      const found: KubeObject | undefined = await client.find(resource, keyOf(object));
      // Another object of the same name has a finalizer of its own to keep.
      object = found?.metadata.uid === change.object.metadata.uid ? found : undefined;
    }
  }
}

/** A draft with metadata of its own, changed. */
function withMetadata(
  { object, finalizer }: FinalizerChange,
  change: (draft: KubeObject, finalizer: string) => boolean,
): KubeObject {
  const draft = { ...object, metadata: { ...object.metadata } };
  change(draft, finalizer);
  return draft;
}

async function write(client: Client, resource: Resource, draft: KubeObject): Promise<void> {
  const { resourceVersion, finalizers = [] } = draft.metadata;
  await client.patch(resource, keyOf(draft), { type: "merge", body: { metadata: { resourceVersion, finalizers } } });
}
