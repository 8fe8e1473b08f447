// Stores and removes our finalizer. Lists in metadata are replaced as a whole, so every write carries the version it was derived
// from: two writers never lose each other's entries.
import type { Client } from "@capstan/client";
import { addFinalizer, hasFinalizer, keyOf, removeFinalizer, type KubeObject, type Resource } from "@capstan/kube";
import { writeLatest } from "./write-latest.ts";

/** An object, and the finalizer to add to it or to remove from it. */
export interface FinalizerChange {
  readonly object: KubeObject;
  readonly finalizer: string;
}

/** Adds the finalizer on the server; rejects with a conflict when the object has changed since it was read. */
export async function addFinalizerOnServer(client: Client, resource: Resource, change: FinalizerChange): Promise<void> {
  await write(client, resource, withMetadata(change, addFinalizer));
}

/** Removes the finalizer on the server, whatever else changes meanwhile. A deleted object counts as done. */
export async function removeFinalizerOnServer(
  client: Client,
  resource: Resource,
  change: FinalizerChange,
): Promise<void> {
  const { object: base, finalizer } = change;
  await writeLatest(client, resource, {
    base,
    write: async (live) => {
      if (hasFinalizer(live, finalizer))
        await write(client, resource, withMetadata({ object: live, finalizer }, removeFinalizer));
      return live;
    },
  });
}

/**
 * Puts the finalizer back into what a pass has left of an object that had it, also in a deletion: the API server accepts a finalizer that it
 * still has, which `addFinalizer` leaves out there. The exit patch keeps the order that the server has.
 */
export function keepFinalizer(left: KubeObject, { object, finalizer }: FinalizerChange): void {
  if (!hasFinalizer(object, finalizer) || hasFinalizer(left, finalizer)) return;
  left.metadata.finalizers = [...(left.metadata.finalizers ?? []), finalizer];
}

/** A draft with metadata of its own, changed. It waits for the server's answer, so it has nothing else of the object: a spec may take 60 MiB. */
function withMetadata(
  { object, finalizer }: FinalizerChange,
  change: (draft: KubeObject, finalizer: string) => boolean,
): KubeObject {
  const { apiVersion, kind, metadata } = object;
  const draft = { apiVersion, kind, metadata: { ...metadata } };
  change(draft, finalizer);
  return draft;
}

async function write(client: Client, resource: Resource, draft: KubeObject): Promise<void> {
  const { resourceVersion, finalizers = [] } = draft.metadata;
  await client.patch(resource, keyOf(draft), { type: "merge", body: { metadata: { resourceVersion, finalizers } } });
}
