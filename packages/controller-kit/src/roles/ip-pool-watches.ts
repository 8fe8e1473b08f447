// What causes passes over IPAddressClaims, beside their Cluster: their pool, and their IPAddress. The kit's own annotation on a pool changes with each
// allocation, so it does not count.
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { annotations, clusterNameOf } from "@capstan/contract";
import { deepEqual, formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { type Cache, type ControllerWatch, type IndexFunction, type Predicate, watch } from "@capstan/operator";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import { noteName } from "../ipam/reservation-note.ts";
import { clusterIndex } from "./core-watches.ts";
import { OncePerBatch } from "./once-per-batch.ts";

/** The index that finds the claims of a pool that have no address yet. */
const waitingIndex = "waiting-for-pool";

/** How many waiting claims one free address wakes, of different namespaces as far as there are: the first that runs gets it. The others run again after a minute. */
const woken = 10;

/** A claim as far as the indexes read it. */
interface ReadClaim {
  readonly metadata: { readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly clusterName?: string; readonly poolRef: IPAddressClaim["spec"]["poolRef"] };
  readonly status?: { readonly addressRef?: object };
}

/** The name of the Cluster that a claim belongs to; its label is the older form. */
export function clusterNameOfClaim(claim: ReadClaim): string | undefined {
  return claim.spec.clusterName ?? clusterNameOf(claim);
}

/** The indexes of claims, whatever the kind of their pool. */
export const claimIndexes: Readonly<Record<string, IndexFunction>> = {
  // An index is called with the objects of its own resource only.
  [clusterIndex]: (object) => clusterValues(object as unknown as ReadClaim),
  // The same.
  [waitingIndex]: (object) => waitingValues(object as unknown as ReadClaim),
};

function clusterValues(claim: ReadClaim): readonly string[] {
  const name = clusterNameOfClaim(claim);
  return name === undefined ? [] : [formatKey({ namespace: claim.metadata.namespace ?? "", name })];
}

/** Also without a namespace, for pools of the whole cluster. */
function waitingValues({ spec, status, metadata: { namespace = "" } }: ReadClaim): readonly string[] {
  if (status?.addressRef !== undefined) return [];
  return [poolName(spec.poolRef, namespace), poolName(spec.poolRef, "")];
}

/** The pool kind of a controller of IP pools. */
export function poolKindOf({ pool }: Pick<ControllerDefinition, "pool">): Resource {
  if (pool === undefined) throw new TypeError("the controller of an IP pool has no pool kind");
  return pool;
}

/** The watches of the controller of a pool kind. */
export function watchClaims(pool: Resource, cache: Cache): readonly ControllerWatch[] {
  const lists = new OncePerBatch((key) => waiting(cache, pool, key).map(keyOf));
  return [
    {
      resource: pool,
      map: (object) => lists.of(keyOf(object)),
      predicate: poolChanged(noteName(pool)),
    },
    ...watchAddresses(pool, cache),
  ];
}

/**
 * An IPAddress that changes concerns its claim, one that is deleted also the claims that wait for an address. New ones are created by passes; of those that
 * are there at the start the claim may be deleted.
 */
function watchAddresses(pool: Resource, cache: Cache): readonly ControllerWatch[] {
  // One request can delete thousands of addresses while thousands of claims wait.
  const lanes = new OncePerBatch((key) => lanesOf(waiting(cache, pool, key).filter(isRunnable).map(keyOf)));
  const own = watch(IPAddress, {
    map: ({ spec, metadata: { namespace = "" } }) =>
      isPoolRef(spec.poolRef, pool) ? [{ namespace, name: spec.claimRef.name }] : [],
    predicate: (event) => event.type !== "add" || event.initial,
  });
  const others = watch(IPAddress, {
    map: ({ spec: { poolRef }, metadata: { namespace = "" } }) => {
      if (!isPoolRef(poolRef, pool)) return [];
      const key = { namespace: pool.scope === "Cluster" ? "" : namespace, name: poolRef.name };
      return ofManyNamespaces(lanes.of(key));
    },
    predicate: ({ type }) => type === "delete",
  });
  return [own, others];
}

/** Whether a reference is to a pool of this kind. */
export function isPoolRef({ apiGroup, kind }: IPAddress["spec"]["poolRef"], pool: Resource): boolean {
  return apiGroup === pool.group && kind === pool.kind;
}

/** A claim as far as the waking reads it. */
interface CachedClaim {
  readonly metadata: {
    readonly namespace?: string;
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** The claims that wait for an address of a pool. */
function waiting(cache: Cache, { group, kind }: Resource, { namespace, name }: ObjectKey): readonly CachedClaim[] {
  const value = poolName({ apiGroup: group, kind, name }, namespace);
  return [...cache.each(IPAddressClaim, { index: { name: waitingIndex, value } })];
}

/** A paused claim does not take an address, and would keep others from being woken. */
function isRunnable({ metadata }: CachedClaim): boolean {
  return !Object.hasOwn(metadata.annotations ?? {}, annotations.paused);
}

/** Claims of one namespace. */
type Lane = readonly ObjectKey[];

/** Claims by their namespaces. */
function lanesOf(claims: readonly ObjectKey[]): readonly Lane[] {
  return [...Map.groupBy(claims, ({ namespace }) => namespace).values()];
}

/** Some claims, by turns of their namespaces: a tenant with many claims that cannot run does not keep those of others asleep. */
function ofManyNamespaces(all: readonly Lane[]): readonly ObjectKey[] {
  const lanes = someOf(all);
  const starts = lanes.map((lane) => Math.floor(Math.random() * lane.length));
  const turns = Array.from({ length: woken }, (_, turn) =>
    shuffled(lanes.flatMap((lane, i) => (turn < lane.length ? [lane[((starts[i] ?? 0) + turn) % lane.length]] : []))),
  );
  return turns
    .flat()
    .filter((key) => key !== undefined)
    .slice(0, woken);
}

/** As many namespaces as are needed, others each time: a pool can have claims in thousands. */
function someOf(lanes: readonly Lane[]): readonly Lane[] {
  const start = Math.floor(Math.random() * lanes.length);
  const count = Math.min(woken, lanes.length);
  return Array.from({ length: count }, (_, i) => lanes[(start + i) % lanes.length] ?? []);
}

/** In another order each time: what could not run last time does not come first again. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  const start = Math.floor(Math.random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

function poolName({ apiGroup, kind, name }: IPAddress["spec"]["poolRef"], namespace: string): string {
  return `${kind}.${apiGroup}/${namespace}/${name}`;
}

function poolChanged(note: string): Predicate {
  return (event) =>
    event.type !== "update" || !deepEqual(withoutNote(event.object, note), withoutNote(event.old, note));
}

/** A pool without what each write changes. */
function withoutNote({ metadata, ...rest }: KubeObject, note: string): object {
  const {
    resourceVersion: _,
    managedFields: __,
    annotations: { [note]: ___, ...annotations } = {},
    ...kept
  } = metadata;
  return { ...rest, metadata: { ...kept, annotations } };
}
