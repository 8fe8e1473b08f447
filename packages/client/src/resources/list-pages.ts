// Reads a long list in pages.
import type { KubeList, KubeObject, Resource } from "@capstan/kube";
import { isExpired } from "../api-error.ts";
import type { ListOptions } from "../client.ts";

/** Reads one page. */
export type ReadPage<T extends KubeObject> = (resource: Resource<T>, options: ListOptions) => Promise<KubeList<T>>;

/** Reads the whole list in pages of `limit`. When a page token expires, it starts over once without pages, because such an answer cannot expire. */
export async function listPages<T extends KubeObject>(
  list: ReadPage<T>,
  resource: Resource<T>,
  options: ListOptions,
): Promise<KubeList<T>> {
  try {
    return await collect(list, resource, options);
  } catch (error) {
    if (!isExpired(error)) throw error;
    const { limit: _, continue: __, ...whole } = options;
    return await list(resource, whole);
  }
}

async function collect<T extends KubeObject>(
  list: ReadPage<T>,
  resource: Resource<T>,
  options: ListOptions,
): Promise<KubeList<T>> {
  const first = await list(resource, options);
  const items = first.items;
  let token = first.metadata.continue;
  while (token !== undefined && token !== "") {
    // The token contains the version; a request with both is an error.
    const { resourceVersion: _, resourceVersionMatch: __, ...rest } = options;
    const page = await list(resource, { ...rest, continue: token });
    for (const item of page.items) items.push(item);
    token = page.metadata.continue;
  }
  const { continue: _, remainingItemCount: __, ...metadata } = first.metadata;
  return { ...first, metadata, items };
}
