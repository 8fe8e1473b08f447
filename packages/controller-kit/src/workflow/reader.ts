// Reads of a pass: from the cache where the manager has the kind there, from the API server otherwise. Secrets and ConfigMaps are
// cached only when watched, so a controller that only reads them reads from the API server.
import type { Client } from "@capstan/client";
import { deepClone, formatLabelSelector, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { CacheQuery, CacheReader, FieldIndex } from "@capstan/operator";
import type { ReadOptions } from "../authoring/map-reader.ts";
import { copiesOf } from "./copies.ts";

/** Reads objects of any kind. */
export interface Reader {
  /** The object, a private copy. */
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined>;
  list<T extends KubeObject>(resource: Resource<T>, options?: ReadOptions): Promise<readonly T[]>;
}

/** What a pass reads itself. */
export interface PassReader extends Reader {
  /** The objects that an index of the cache files under a value. */
  listBy<T extends KubeObject>(index: FieldIndex<T>, value: string, options?: ReadOptions): Promise<readonly T[]>;
  /** The object, which is shared with others when it comes from the cache: do not change it. */
  view<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined>;
}

/** The part of a client that reads. */
export type ReadClient = Pick<Client, "find" | "listAll">;

/** Reads from the API server; lists of a manager of some namespaces stay in them. */
export function liveReader(client: ReadClient, managed?: readonly string[]): Reader {
  return {
    get: (resource, key) => client.find(resource, key),
    async list(resource, { namespace, labels } = {}) {
      const namespaces = namespace === undefined && resource.scope === "Namespaced" ? managed : undefined;
      const lists = (namespaces ?? [namespace]).map((one) =>
        client.listAll(resource, {
          // Each object is parsed on its own: those of a tenant can have megabytes, and parsed fifty times as much.
          keep: deepClone,
          ...(one === undefined ? {} : { namespace: one }),
          ...(labels === undefined ? {} : { labelSelector: formatLabelSelector({ matchLabels: { ...labels } }) }),
        }),
      );
      return (await Promise.all(lists)).flatMap(({ items }) => items);
    },
  };
}

/** Reads from the cache what it has, and everything else from the API server. */
export function cacheFirst(cache: CacheReader, client: ReadClient, managed?: readonly string[]): PassReader {
  const live = liveReader(client, managed);
  return {
    async view<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined> {
      // Read-only in the type of the cache; the author's functions get copies.
      return cache.has(resource, key.namespace)
        ? (cache.view(resource, key) as T | undefined)
        : live.get(resource, key);
    },
    async get(resource, key) {
      return cache.has(resource, key.namespace) ? cache.get(resource, key) : live.get(resource, key);
    },
    async listBy(index, value, options = {}) {
      return copiesOf(cache.eachBy(index, value, queryOf(options)));
    },
    async list(resource, options = {}) {
      return cache.has(resource, options.namespace)
        ? copiesOf(cache.each(resource, queryOf(options)))
        : live.list(resource, options);
    },
  };
}

function queryOf({ namespace, labels }: ReadOptions): Omit<CacheQuery, "index"> {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels: { matchLabels: { ...labels } } }),
  };
}
