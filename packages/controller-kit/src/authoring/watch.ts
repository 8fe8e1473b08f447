// The kinds that a controller uses in addition to its own, as data. Informers, RBAC and the type of `ctx.client` follow from it.
// Plain values, so that their place in the definition does not matter to type inference.
import type { KubeObject, Resource } from "@capstan/kube";
import type { CacheEvent, CacheSelection, MappedKeys } from "@capstan/operator";
import type { MapsContext } from "./map-reader.ts";

/** Options of the kinds that are cached: which objects, and what of each. All controllers of a provider share the cache of a kind, so they must give the same (`operator/cache-conflict`). */
export interface CachedOptions<T extends KubeObject = KubeObject> extends CacheSelection<T> {
  /** Whether the management cluster may not have the kind: its CRD is installed later, or never. It is looked for with waits of at most 30 s. Default: false, `run` ends without the kind. */
  readonly optional?: boolean;
}

/** Options of the watches whose events cause a pass. */
export interface WatchFilter<T extends KubeObject = KubeObject> extends CachedOptions<T> {
  /** Ignores events for which it returns false, for example `generationChanged`. Default: every event causes a pass. */
  predicate?(this: void, event: CacheEvent<T>): boolean;
}

/** What calls of `ctx.client` change objects with; `deletecollection` is for `deleteAllOf`, `status` for the calls of `ctx.client.status`. */
export type WriteVerb = "apply" | "create" | "delete" | "deletecollection" | "patch" | "status";

/** How objects are changed by a controller that lists no verbs: one at a time, and their status belongs to another one. */
export type UsualVerb = Exclude<WriteVerb, "deletecollection" | "status">;

/** What calls of `ctx.client` do with objects, as RBAC names it; `apply` gives the rights to create and to patch, `status` the one to patch the status. */
export type ClientVerb = WriteVerb | "get" | "list";

/** The verbs that each use allows unless its author lists others. */
interface UseVerbs {
  readonly owns: ClientVerb;
  readonly reads: "get" | "list";
  readonly maps: "get" | "list";
  readonly gets: "get";
  readonly writes: WriteVerb | "get";
}

/** How a kind is used. `owns` and `writes` allow changes, the others do not; `gets` and `writes` are not watched. */
export type Use = keyof UseVerbs;

/** A kind that a controller uses, how, and what `ctx.client` may do with it. Create it with `owns`, `reads`, `maps`, `gets` or `writes`. */
export interface Watch<
  out T extends KubeObject = KubeObject,
  out U extends Use = Use,
  out V extends ClientVerb = UseVerbs[U],
> {
  readonly use: U;
  readonly resource: Resource<T>;
  /** What `ctx.client` may do. The manager gets the rights for it, and those of its cache. */
  readonly verbs: readonly V[];
  /** The objects to reconcile when an object of this kind changes; `maps` only. */
  toKeys?(object: KubeObject, ctx: MapsContext): MappedKeys;
  /** Which events cause a pass. Default: all. */
  predicate?(this: void, event: CacheEvent): boolean;
  /** Which objects are cached, and what of each. Default: all, whole. */
  readonly cached?: CachedOptions;
}

/** The options of `owns`. */
export interface OwnsOptions<V extends WriteVerb, T extends KubeObject = KubeObject> extends WatchFilter<T> {
  /** How objects may be changed: `status` for their status, `deletecollection` for `deleteAllOf`. Default: apply, create, delete and patch. */
  readonly verbs?: readonly V[];
}

/**
 * A kind that the controller creates. It is watched, cached and writable. A change of an object runs a pass over the objects of the
 * controller's kind in its owner references; set them with `ownerReferenceTo`.
 *
 * RBAC: get, list and watch, and what `verbs` lists: create, delete and patch without it; `apply` is create and patch, `status` is patch of the status.
 *
 * @example
 * watches: [owns(FooDisk)]
 * @example
 * // Disks are created, and never changed or deleted by the controller.
 * watches: [owns(FooDisk, { verbs: ["create"] })]
 */
export function owns<T extends KubeObject, const V extends WriteVerb = UsualVerb>(
  resource: Resource<T>,
  { verbs, ...filter }: OwnsOptions<V, T> = {},
): Watch<T, "owns", V | "get" | "list"> {
  // Without a list V is its default: every verb.
  const changes = verbs ?? (["apply", "create", "delete", "patch"] as readonly WriteVerb[] as readonly V[]);
  return { use: "owns", resource, verbs: ["get", "list", ...changes], ...filterOf(filter) };
}

/**
 * A kind that the controller only reads. It is watched and cached, except Secrets and ConfigMaps, which are read from the API server, also
 * when another controller of the provider maps them. Its changes cause no pass. For a Secret whose name is known use `gets`, which does not allow to list them all.
 *
 * RBAC: get, list and watch; for Secrets and ConfigMaps get and list.
 *
 * @example
 * watches: [reads(FooIdentity)]
 */
export function reads<T extends KubeObject>(resource: Resource<T>, cached?: CachedOptions<T>): Watch<T, "reads"> {
  return { use: "reads", resource, verbs: ["get", "list"], ...(cached === undefined ? {} : { cached }) };
}

/**
 * A kind whose objects the controller reads by name from the API server: credentials in a Secret, for example. It is neither cached nor watched, and
 * cannot be listed; changes cause no pass.
 *
 * RBAC: get.
 *
 * @example
 * watches: [gets(Secret)]
 */
export function gets<T extends KubeObject>(resource: Resource<T>): Watch<T, "gets"> {
  return { use: "gets", resource, verbs: ["get"] };
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
  filter: WatchFilter<T> = {},
): Watch<T, "maps"> {
  const watch: Watch<T, "maps"> & { toKeys(object: T, ctx: MapsContext): MappedKeys } = {
    use: "maps",
    resource,
    verbs: ["get", "list"],
    toKeys,
    ...filterOf(filter),
  };
  return watch;
}

/** The options of `writes`. */
export interface WritesOptions<V extends ClientVerb> {
  /** What the controller does with objects: `status` for their status, `deletecollection` for `deleteAllOf`. Default: apply, create, delete, get and patch. */
  readonly verbs?: readonly V[];
}

/**
 * A kind that the controller reads and writes by name without watching it, for example Secrets. Reads go to the API server; changes
 * cause no pass. `verbs` allows less or more: `ensure` needs create, get and patch, and `list` needs list.
 *
 * RBAC: what `verbs` lists; create, delete, get and patch without it; `apply` is create and patch, `status` is patch of the status.
 *
 * @example
 * watches: [writes(Secret)]
 * @example
 * // Secrets are created and changed, and never deleted.
 * watches: [writes(Secret, { verbs: ["create", "get", "patch"] })]
 */
export function writes<T extends KubeObject, const V extends ClientVerb = UsualVerb | "get">(
  resource: Resource<T>,
  { verbs }: WritesOptions<V> = {},
): Watch<T, "writes", V> {
  // Without a list V is its default: these verbs.
  const given = verbs ?? (["apply", "create", "delete", "get", "patch"] as readonly ClientVerb[] as readonly V[]);
  return { use: "writes", resource, verbs: given };
}

/** The options as a watch has them. The objects of a cache are those of its kind. */
function filterOf<T extends KubeObject>({ predicate, ...cached }: WatchFilter<T>): Pick<Watch, "predicate" | "cached"> {
  return {
    ...(predicate === undefined ? {} : { predicate }),
    ...(Object.keys(cached).length === 0 ? {} : { cached }),
  };
}
