// Reads of a pass: from the cache where the manager has the kind there, from the API server otherwise. What an author declares as read from the
// API server is read there in any case (declared-reader.ts).
import type { CallOptions, Client } from "@capstan/client";
import {
  deepClone,
  type DeepReadonly,
  formatLabelSelector,
  type KubeObject,
  type ObjectKey,
  parseLabelSelector,
  requirementHolds,
  type Resource,
} from "@capstan/kube";
import type { CacheQuery, CacheReader, FieldIndex } from "@capstan/operator";
import type { ListReadOptions, ReadOptions } from "../authoring/map-reader.ts";
import { copiesOf } from "./copies.ts";

/** What ends a read of the API server before the pass ends. */
export type ReadSignal = Pick<CallOptions, "signal">;

/** Reads objects of any kind. */
export interface Reader {
  /** The object, a private copy. */
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, call?: ReadSignal): Promise<T | undefined>;
  list<T extends KubeObject>(resource: Resource<T>, options?: ListReadOptions & ReadSignal): Promise<readonly T[]>;
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
    get: (resource, key, call) => client.find(resource, key, call),
    async list(resource, { namespace, labels, labelSelector, ...rest } = {}) {
      const selectors = [
        ...(labels === undefined ? [] : [formatLabelSelector({ matchLabels: { ...labels } })]),
        ...(labelSelector === undefined ? [] : [labelSelector]),
      ];
      const namespaces = namespace === undefined && resource.scope === "Namespaced" ? managed : undefined;
      const lists = (namespaces ?? [namespace]).map((one) =>
        client.listAll(resource, {
          // Each object is parsed on its own: those of a tenant can have megabytes, and parsed fifty times as much.
          keep: deepClone,
          ...(one === undefined ? {} : { namespace: one }),
          ...(selectors.length === 0 ? {} : { labelSelector: selectors.filter((one) => one !== "").join(",") }),
          ...rest,
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
    async get(resource, key, call) {
      return cache.has(resource, key.namespace) ? cache.get(resource, key) : live.get(resource, key, call);
    },
    async listBy(index, value, options = {}) {
      return copiesOf(selected(cache.eachBy(index, value, queryOf(options)), options));
    },
    async list(resource, options = {}) {
      return options.fieldSelector === undefined && cache.has(resource, options.namespace)
        ? copiesOf(selected(cache.each(resource, queryOf(options)), options))
        : live.list(resource, options);
    },
  };
}

/** The objects of the cache that match the selector in its string form. */
function selected<T extends KubeObject>(
  objects: Iterable<DeepReadonly<T>>,
  { labelSelector = "" }: ReadOptions,
): Iterable<DeepReadonly<T>> {
  const requirements = parseLabelSelector(labelSelector);
  if (requirements.length === 0) return objects;
  return Array.from(objects).filter(({ metadata }) =>
    requirements.every((requirement) => requirementHolds(requirement, metadata.labels)),
  );
}

function queryOf({ namespace, labels }: ReadOptions): Omit<CacheQuery, "index"> {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels: { matchLabels: { ...labels } } }),
  };
}
