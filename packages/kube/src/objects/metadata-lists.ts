// The three-way merge of the lists in metadata, which several writers share: what one writer changed is applied to the lists as they are now.
import { deepEqual } from "../json/json-value.ts";
import type { KubeObject, ObjectMeta, OwnerReference } from "./object.ts";
import { ensureOwner, removeOwner, sameOwner } from "./owners.ts";

/** An object as a writer has read it, and as the writer left it. */
export interface MetadataChange {
  readonly before: Pick<KubeObject, "metadata">;
  readonly after: Pick<KubeObject, "metadata">;
}

/** The lists after the merge. */
export type MetadataLists = Required<Pick<ObjectMeta, "finalizers" | "ownerReferences">>;

/**
 * The owner references and finalizers of the live object with what changed between `before` and `after`: what was added, changed or removed there; entries of other writers stay.
 * Throws `kube/other-controller` when a controller was added, and another writer has added one meanwhile.
 */
export function mergeMetadataLists(live: KubeObject, { before, after }: MetadataChange): MetadataLists {
  return { ownerReferences: mergeOwners(live, before, after), finalizers: mergeFinalizers(live, before, after) };
}

function mergeOwners(
  live: KubeObject,
  { metadata: { ownerReferences: before = [] } }: MetadataChange["before"],
  { metadata: { ownerReferences: after = [] } }: MetadataChange["after"],
): OwnerReference[] {
  const draft: KubeObject = { ...live, metadata: { ...live.metadata } };
  // Removed first: a controller may have been replaced by another.
  for (const owner of before) if (!after.some((one) => sameOwner(one, owner))) removeOwner(draft, owner);
  for (const owner of after) if (!before.some((one) => deepEqual(one, owner))) ensureOwner(draft, owner);
  return draft.metadata.ownerReferences ?? [];
}

function mergeFinalizers(
  live: KubeObject,
  { metadata: { finalizers: before = [] } }: MetadataChange["before"],
  { metadata: { finalizers: after = [] } }: MetadataChange["after"],
): string[] {
  const now = live.metadata.finalizers ?? [];
  const kept = now.filter((one) => after.includes(one) || !before.includes(one));
  return [...kept, ...after.filter((one) => !before.includes(one) && !now.includes(one))];
}
