// Reads of a pass: from the cache where the manager has the kind there, from the API server where it has not. Used by
// provider-manager.ts. Secrets and ConfigMaps are cached only for who is woken by them, so those that are only read are read live.
import type { Client } from "@capstan/client";
import { formatLabelSelector } from "@capstan/kube";
import type { ListOptions } from "../authoring/typed-client.ts";
import type { CacheQuery, CacheReader } from "../engine/index.ts";
import type { ObjectReader } from "../workflow/pass-deps.ts";

/** A reader that asks the API server only for what is not in memory. */
export function cacheFirst(cache: CacheReader, client: Pick<Client, "find" | "listAll">): ObjectReader {
  return {
    async get(resource, key) {
      return cache.has(resource) ? cache.get(resource, key) : client.find(resource, key);
    },
    async list(resource, options = {}) {
      const { labels, ...query } = queryOf(options);
      if (cache.has(resource)) return cache.list(resource, labels === undefined ? query : { ...query, labels });
      const selector = labels === undefined ? {} : { labelSelector: formatLabelSelector(labels) };
      return (await client.listAll(resource, { ...query, ...selector })).items;
    },
  };
}

function queryOf({ namespace, labels }: ListOptions): Pick<CacheQuery, "namespace" | "labels"> {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels: { matchLabels: { ...labels } } }),
  };
}
