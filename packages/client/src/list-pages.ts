// Fetches a long list in pages. Called by create-client.ts for `listAll`.
import type { KubeList, KubeObject, Resource } from "@capstan/kube";
import { isExpired } from "./api-error.ts";
import type { Client, ListOptions } from "./client.ts";

/** As many as kubectl and client-go ask for at a time. */
const pageSize = 500;

/** The whole list. When its continuation expires it starts over once, without pages: that answer cannot expire half way. */
export async function listPages<T extends KubeObject>(
  list: Client["list"],
  resource: Resource<T>,
  options: ListOptions,
): Promise<KubeList<T>> {
  try {
    return await collect(list, resource, { limit: pageSize, ...options });
  } catch (error) {
    if (!isExpired(error)) throw error;
    const { limit: _, continue: __, ...whole } = options;
    return await list(resource, whole);
  }
}

async function collect<T extends KubeObject>(
  list: Client["list"],
  resource: Resource<T>,
  options: ListOptions,
): Promise<KubeList<T>> {
  const first = await list(resource, options);
  const items = first.items;
  let token = first.metadata.continue;
  while (token !== undefined && token !== "") {
    // The token says which version the list is of; asking for one beside it is an error.
    const { resourceVersion: _, resourceVersionMatch: __, ...rest } = options;
    const page = await list(resource, { ...rest, continue: token });
    for (const item of page.items) items.push(item);
    token = page.metadata.continue;
  }
  const { continue: _, remainingItemCount: __, ...metadata } = first.metadata;
  return { ...first, metadata, items };
}
