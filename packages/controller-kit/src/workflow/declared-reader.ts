// Reads of what a controller has declared in `watches`: from the API server where the declaration says so, by the cache's reader otherwise. The cache is
// shared, so it may have a kind because of another controller, which may have left out objects of it.
import { sameKind, type Resource } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import type { CacheReader } from "@capstan/operator";
import type { MapReader } from "../authoring/map-reader.ts";
import type { Watch } from "../authoring/watch.ts";
import { cacheFirst, liveReader, type ReadClient, type Reader } from "./reader.ts";

/** Kinds that are cached only when a controller owns or maps them: a cluster has many of their objects, and they are large and secret. */
const readLive: readonly Resource[] = [Secret, ConfigMap];

/** Whether `reads` of a kind go to the API server: those of Secrets and ConfigMaps. */
export function isReadLive(resource: Resource): boolean {
  return readLive.some((live) => sameKind(live, resource));
}

/** Whether a controller reads from the API server what it declares so. */
function isLive({ use, resource }: Watch): boolean {
  return use === "gets" || use === "writes" || (use === "reads" && isReadLive(resource));
}

/** What a declared read works with. */
export interface ReaderDeps {
  readonly client: ReadClient;
  /** Reads what is not declared as read from the API server. */
  readonly reader: Reader;
  /** The namespaces of a manager that does not watch all of them. */
  readonly namespaces?: readonly string[] | undefined;
}

/** What an author reads, without the declared kinds in its types. */
export function declaredReader(watches: readonly Watch[], { client, reader, namespaces }: ReaderDeps): Reader {
  const live = liveReader(client, namespaces);
  const unwatched = watches.filter(isLive);
  // With `maps` of the same kind beside it, what it does not declare itself is read from the cache.
  const readerFor = (resource: Resource, verb: "get" | "list"): Reader =>
    unwatched.some((watch) => sameKind(watch.resource, resource) && watch.verbs.includes(verb)) ? live : reader;
  return {
    get: (resource, key, call) => readerFor(resource, "get").get(resource, key, call),
    list: (resource, options) => readerFor(resource, "list").list(resource, options),
  };
}

/** What the reader of a function of `maps` works with. */
export interface MapReaderDeps extends Pick<ReaderDeps, "client" | "namespaces"> {
  readonly cache: CacheReader;
}

/** What a controller's functions of `maps` read with. */
export function mapReader(watches: readonly Watch[], { cache, ...deps }: MapReaderDeps): MapReader {
  const reader = cacheFirst(cache, deps.client, deps.namespaces);
  return {
    ...declaredReader(watches, { ...deps, reader }),
    listBy: (index, value, options) => reader.listBy(index, value, options),
  };
}
