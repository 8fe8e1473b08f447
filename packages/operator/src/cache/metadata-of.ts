// A kind of which only the metadata is watched and cached: for objects that are many or large.
import type { KubeObject, Resource } from "@capstan/kube";

/** An object without the fields beside its metadata. */
export type MetadataOf<T extends KubeObject> = Pick<T, "apiVersion" | "kind" | "metadata">;

/** Marks a resource. A string key, so that two installed copies of this package agree. */
const mark = "~metadataOnly";

/**
 * The same kind with its metadata only (PartialObjectMetadata): controllers that name it in `for`, `watches` or `reads` watch and cache nothing else of its objects, and reads of the cache with it
 * have no other fields in their type. Reads with the kind itself throw `operator/metadata-only` where nothing caches whole objects; where something does, reads with `metadataOf` return those.
 *
 * @example
 * manager.addController({
 *   name: "website",
 *   for: Website,
 *   watches: [{ resource: metadataOf(Pod), map: (pod) => [{ namespace: keyOf(pod).namespace, name: pod.metadata.labels?.["website"] ?? "" }] }],
 *   reconcile: async (key, { cache, log }) => log.info("pods", { count: cache.list(metadataOf(Pod), { namespace: key.namespace }).length }),
 * });
 */
export function metadataOf<T extends KubeObject>(resource: Resource<T>): Resource<MetadataOf<T>> {
  const marked = { ...resource, [mark]: true };
  return marked;
}

/** Whether a resource was made with `metadataOf`. */
export function isMetadataOnly(resource: Resource): boolean {
  return mark in resource;
}
