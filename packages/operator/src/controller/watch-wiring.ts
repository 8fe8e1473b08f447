// Connects a controller to the kinds it watches: which event of which kind queues which keys.
import { keyOf, type KubeObject, type ObjectKey, parseApiVersion, type Resource } from "@capstan/kube";
import type { CacheEvent } from "../cache/cache.ts";
import type { Informer } from "../cache/informer.ts";
import type { InformerSet } from "../cache/informer-set.ts";
import type { CacheSelection } from "../cache/selection.ts";
import { inSlices } from "../in-slices.ts";
import { operatorError } from "../operator-errors.ts";
import { KeyMap } from "../queue/key-map.ts";
import { lowPriority } from "../queue/work-queue.ts";
import { AbsentOwners, namedAgain, type NamedOwner } from "./absent-owners.ts";
import type { ControllerOptions, ControllerRead, ControllerWatch } from "./controller-options.ts";
import { requireKeys, describeMap } from "./given-keys.ts";
import type { ControllerTrace } from "../trace/controller-trace.ts";
import type { TracedEvent } from "../trace/traced-event.ts";
import type { ObjectChange } from "./own-echoes.ts";
import { WatchPredicate } from "./watch-predicate.ts";
import { WatchMapper, type WatchMapperDeps } from "./watch-mapper.ts";

/** What queues a key. */
export interface Origin {
  /** That of the key's own object, when the event is one change of it. */
  readonly change?: ObjectChange | undefined;
  /** The event, when somebody listens to the trace. */
  readonly traced: TracedEvent | undefined;
}

/** Queues a key because of an event. */
export type Enqueue = (key: ObjectKey, priority: number, origin: Origin) => void;

/** The options of a controller that say what it watches. */
export type WatchedKinds = Pick<ControllerOptions, "for" | "optional" | "predicate" | "watches" | "reads">;

/** What connects a controller to its kinds. */
export interface Wiring extends Omit<WatchMapperDeps, "cache" | "add" | "addAll"> {
  readonly informers: InformerSet;
  readonly enqueue: Enqueue;
  readonly trace: ControllerTrace;
}

/** Throws `operator/watch-keys` for a watch that does not say which keys are reconciled, or says it twice. */
export function checkWatch(watch: ControllerWatch, controller: string): void {
  const { owner, resource } = watch;
  const hasMap = watch.map !== undefined;
  if (hasMap !== (owner !== undefined)) return;
  const given = hasMap ? "both `map` and `owner`" : "neither `map` nor `owner`";
  throw operatorError("operator/watch-keys", { kind: resource.kind, controller, given });
}

/** Declares which objects of which kinds a controller needs; throws `operator/watch-keys`, and `operator/cache-conflict` where another controller needs others. */
export function declareWatches(
  informers: Pick<InformerSet, "select">,
  name: string,
  {
    for: own,
    watches = [],
    reads = [],
    ...selection
  }: Pick<ControllerOptions, keyof CacheSelection | "for" | "watches" | "reads">,
): void {
  for (const watch of watches) checkWatch(watch, name);
  const kinds = [{ resource: own, ...selection }, ...watches, ...cachedReads(reads)];
  informers.select(
    kinds.map((kind) => ({ resource: kind.resource, selection: selectionOf(kind) })),
    name,
  );
}

/** The kinds that a controller caches. */
export function cachedKinds({ for: own, watches = [], reads }: WatchedKinds): readonly Resource[] {
  return [own, ...[...watches, ...cachedReads(reads)].map(({ resource }) => resource)];
}

/** The kinds of `reads`, each with what is cached of it. */
export function cachedReads(reads: ControllerOptions["reads"] = []): readonly ControllerRead[] {
  return reads.map((read) => ("resource" in read ? read : { resource: read }));
}

function selectionOf({ labelSelector, fieldSelector, transform }: CacheSelection): CacheSelection {
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(transform === undefined ? {} : { transform }),
  };
}

/** Creates the informers that a controller needs and connects their events to its queue. Returns what calls the functions `map`. */
export function wireWatches(options: WatchedKinds, wiring: Wiring): readonly WatchMapper[] {
  const { informers, enqueue, trace } = wiring;
  const own = informers.informer(options.for, options);
  const predicate = new WatchPredicate(options, { ...wiring, kind: options.for.kind });
  own.addHandler((event) => {
    const traced = trace.event(event, "self");
    if (!predicate.passes(event)) return traced?.ignored("predicate");
    const isOneChange = event.type === "update" && !event.listed;
    enqueue(keyOf(event.object), priorityOf(event), { change: isOneChange ? event : undefined, traced });
  });
  trace.caches(own);
  const mappers = (options.watches ?? []).map((watch) => wireWatch(watch, own, wiring));
  for (const read of cachedReads(options.reads)) trace.caches(informers.informer(read.resource, read));
  return mappers;
}

/** Connects one watch of a controller whose own kind has the informer `own`. */
export function wireWatch(watch: ControllerWatch, own: Informer, wiring: Wiring): WatchMapper {
  const { informers, enqueue, trace, ...deps } = wiring;
  const queued = new QueuedLists();
  const addKeys: WatchMapperDeps["addAll"] = (keys, priority, { traced }) => {
    if (!queued.isNew(keys, priority)) return traced?.ignored("same keys");
    requireKeys(keys, describeMap(watch.resource, deps.controller));
    for (const key of keys) enqueue(key, priority, { traced });
  };
  // A key has no uid, so owners are taken from the object.
  const map: NonNullable<ControllerWatch["map"]> = watch.map?.bind(watch) ?? (() => []);
  const addAll = watch.owner === undefined ? addKeys : ownersAdder(watch.owner, own, wiring);
  const add: WatchMapperDeps["add"] = (key, priority, traced) => enqueue(key, priority, { traced });
  const mapped = { resource: watch.resource, map };
  const mapper = new WatchMapper(mapped, { ...deps, cache: informers, addAll, add });
  const informer = informers.informer(watch.resource, watch);
  const predicate = new WatchPredicate(watch, { ...wiring, kind: watch.resource.kind });
  informer.addHandler((event) => {
    const traced = trace.event(event, watch.owner === undefined ? "map" : "owner");
    if (!predicate.passes(event)) return traced?.ignored("predicate");
    // Objects that it no longer refers to are reconciled too.
    const states: Parameters<WatchMapper["changed"]>[0] =
      event.type === "update" ? [event.object, event.old] : [event.object];
    mapper.changed(states, priorityOf(event), traced);
  });
  trace.caches(informer);
  return mapper;
}

/**
 * The lists that were queued since the last microtask. No key is taken from a queue meanwhile, so that a list need not be queued again: a tenant can
 * change a Cluster of thousands of machines hundreds of times in one batch of events. A `map` may fill its list again, so the keys are compared.
 */
class QueuedLists {
  readonly #lists = new Map<readonly ObjectKey[], { readonly keys: readonly ObjectKey[]; readonly priority: number }>();

  /** Whether a list was not queued with these keys and this priority or a higher one; from now on it is. */
  isNew(list: readonly ObjectKey[], priority: number): boolean {
    if (list.length < fewKeys) return true;
    const known = this.#lists.get(list);
    if (known !== undefined && known.priority >= priority && haveSameKeys(known.keys, list)) return false;
    if (this.#lists.size === 0) queueMicrotask(() => this.#lists.clear());
    this.#lists.set(list, { keys: [...list], priority });
    return true;
  }
}

/** Whether two lists have the same keys, by identity: that is far faster than to queue them. */
function haveSameKeys(one: readonly ObjectKey[], other: readonly ObjectKey[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}

/** Fewer are queued faster than remembered. */
const fewKeys = 10;

/** The owners of a kind, each name once: matched by group and kind, because owner references outlive versions. */
function ownersOf(
  object: KubeObject,
  owner: Resource,
  which: ControllerWatch["owner"],
): readonly Pick<NamedOwner, "key" | "uid">[] {
  const namespace = owner.scope === "Namespaced" ? (object.metadata.namespace ?? "") : "";
  const references = (object.metadata.ownerReferences ?? [])
    .filter((reference) => reference.kind === owner.kind && parseApiVersion(reference.apiVersion).group === owner.group)
    .filter((reference) => which === "any" || reference.controller === true);
  const uids = new Map<string, string | undefined>();
  for (const { name, uid } of references) uids.set(name, !uids.has(name) || uids.get(name) === uid ? uid : undefined);
  return [...uids].map(([name, uid]) => ({ key: { namespace, name }, uid }));
}

/** Queues the owners of the objects of a watch. */
function ownersAdder(
  which: NonNullable<ControllerWatch["owner"]>,
  own: Informer,
  wiring: Pick<Wiring, "enqueue" | "clock">,
): WatchMapperDeps["addAll"] {
  const queue = existing(own, wiring);
  return (_, priority, { object, traced }) => {
    const { resourceVersion: version = "" } = object.metadata;
    for (const named of ownersOf(object, own.resource, which)) queue({ ...named, priority, version, traced });
  };
}

/**
 * Queues the keys of the owners that exist: a tenant can write thousands of names that no object has. Before the objects are listed the keys wait for that: the predicate of the controller may ignore the
 * objects of its first list, but not those that they own. Those of owners that may still come wait for them: an object of their name may be one that was deleted before they were created.
 */
function existing(own: Informer, { enqueue, clock }: Pick<Wiring, "enqueue" | "clock">): (owner: NamedOwner) => void {
  const early = new KeyMap<NamedOwner>();
  const absent = new AbsentOwners(own, enqueue, clock);
  const queue = (owner: NamedOwner): void => {
    const { key, priority, traced } = owner;
    const stored = own.store.get(key);
    if (stored === undefined || stored.metadata.uid !== owner.uid) absent.add(owner);
    if (stored !== undefined) enqueue(key, priority, { traced });
  };
  return (owner) => {
    if (own.settled) return queue(owner);
    owner.traced?.ignored("not listed");
    if (early.size === 0) void own.whenSettled().then(() => inSlices(early.takeAll(), queue));
    early.set(owner.key, namedAgain(owner, early.get(owner.key)));
  };
}

/** Objects of the first list wait behind new events. */
function priorityOf(event: CacheEvent): number {
  return event.type === "add" && event.initial ? lowPriority : 0;
}
