// The kinds that a controller uses in addition to its own, as data. Informers, RBAC and the type of `ctx.client` follow from it.
// Plain values, so that their place in the definition does not matter to type inference.
import type { KubeObject, Resource } from "@capstan/kube";
import type { MappedKeys, Predicate } from "@capstan/operator";
import type { MapsContext } from "./map-reader.ts";

/** Options of the watches whose events cause a pass. */
export interface WatchFilter {
  /** Ignores events for which it returns false, for example `generationChanged`. Default: every event causes a pass. */
  readonly predicate?: Predicate;
}

/** How a kind is used. `owns` and `writes` allow changes, `reads` and `maps` do not; `writes` is not watched. */
export type Use = "owns" | "reads" | "maps" | "writes";

/** A kind that a controller uses, and how. Create it with `owns`, `reads`, `maps` or `writes`. */
export interface Watch<out T extends KubeObject = KubeObject, out U extends Use = Use> {
  readonly use: U;
  readonly resource: Resource<T>;
  /** The objects to reconcile when an object of this kind changes; `maps` only. */
  toKeys?(object: KubeObject, ctx: MapsContext): MappedKeys;
  /** Which events cause a pass. Default: all. */
  readonly predicate?: Predicate;
}

/**
 * A kind that the controller creates. It is watched, cached and writable. A change of an object runs a pass over the objects of the
 * controller's kind in its owner references; set them with `ownerReferenceTo`.
 *
 * RBAC: create, delete, get, list, patch, update and watch.
 *
 * @example
 * watches: [owns(FooDisk)]
 */
export function owns<T extends KubeObject>(resource: Resource<T>, filter: WatchFilter = {}): Watch<T, "owns"> {
  return { use: "owns", resource, ...filter };
}

/**
 * A kind that the controller only reads. It is watched and cached, except Secrets and ConfigMaps, which are read from the API server. Its
 * changes cause no pass.
 *
 * RBAC: get, list and watch.
 *
 * @example
 * watches: [reads(FooIdentity)]
 */
export function reads<T extends KubeObject>(resource: Resource<T>): Watch<T, "reads"> {
  return { use: "reads", resource };
}

/**
 * A kind whose changes run a pass over the objects that `toKeys` names. It is watched, cached and readable. For an update `toKeys` is
 * called with the old and with the new state. It may return a promise, and read other kinds of `watches`: at most ten calls run at the same time, nothing waits for them, and those that fail
 * are repeated. A Secret or a ConfigMap that is mapped is cached, all of them.
 *
 * RBAC: get, list and watch.
 *
 * @example
 * watches: [
 *   maps(FooIdentity, (identity) => identity.status?.usedBy ?? []),
 *   maps(FooDisk, async (disk, { client }) => (await client.list(FooMachine, { labels: { disk: keyOf(disk).name } })).map(keyOf)),
 * ]
 */
export function maps<T extends KubeObject>(
  resource: Resource<T>,
  toKeys: (object: T, ctx: MapsContext) => MappedKeys,
  filter: WatchFilter = {},
): Watch<T, "maps"> {
  const watch: Watch<T, "maps"> & { toKeys(object: T, ctx: MapsContext): MappedKeys } = {
    use: "maps",
    resource,
    toKeys,
    ...filter,
  };
  return watch;
}

/**
 * A kind that the controller reads and writes by name without watching it, for example Secrets. Reads go to the API server; changes
 * cause no pass.
 *
 * RBAC: create, delete, get, patch and update.
 *
 * @example
 * watches: [writes(Secret)]
 */
export function writes<T extends KubeObject>(resource: Resource<T>): Watch<T, "writes"> {
  return { use: "writes", resource };
}
