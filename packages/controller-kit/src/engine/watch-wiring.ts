// Connects a controller to the kinds it watches: which event of which kind leads to which keys. Called by controller.ts when it is added.
import { keyOf, type KubeObject, type ObjectKey, parseApiVersion, type Resource, sameKind } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import type { CacheEvent, ControllerOptions, Watch } from "./controller-options.ts";
import type { InformerSet } from "./informer-set.ts";
import { lowPriority } from "./work-queue.ts";

/** Takes in a key that an event leads to. */
export type Enqueue = (key: ObjectKey, priority: number) => void;

/** Kinds that are cached only for who watches them: a cluster has many, they are large, and they are secret. */
const readLive: readonly Resource[] = [Secret, ConfigMap];

/** Makes the informers that a controller needs and leads their events to its queue. */
export function wireWatches(options: ControllerOptions, informers: InformerSet, enqueue: Enqueue): void {
  const { predicate = always } = options;
  informers.informer(options.for).addHandler((event) => {
    if (predicate(event)) enqueue(keyOf(event.object), priorityOf(event));
  });
  for (const watch of options.watches ?? []) wireWatch(watch, options.for, { informers, enqueue });
  for (const resource of options.reads ?? [])
    if (!readLive.some((live) => sameKind(live, resource))) informers.informer(resource);
}

function wireWatch(
  watch: Watch,
  owner: Resource,
  { informers, enqueue }: { readonly informers: InformerSet; readonly enqueue: Enqueue },
): void {
  const keysOf = watch.map?.bind(watch) ?? ((object: KubeObject) => ownersOf(object, owner, watch.owner));
  informers.informer(watch.resource, watch.metadataOnly).addHandler((event) => {
    if (watch.predicate?.(event) === false) return;
    const priority = priorityOf(event);
    for (const key of keysOf(event.object)) enqueue(key, priority);
    // Whom an object no longer concerns must hear of it too.
    if (event.type === "update") for (const key of keysOf(event.old)) enqueue(key, priority);
  });
}

/** The owners of a kind: matched by group and kind, because owner references outlive versions. */
function ownersOf(object: KubeObject, owner: Resource, which: Watch["owner"]): readonly ObjectKey[] {
  const namespace = owner.scope === "Namespaced" ? (object.metadata.namespace ?? "") : "";
  return (object.metadata.ownerReferences ?? [])
    .filter((reference) => reference.kind === owner.kind && parseApiVersion(reference.apiVersion).group === owner.group)
    .filter((reference) => which === "any" || reference.controller === true)
    .map(({ name }) => ({ namespace, name }));
}

/** What was there from the beginning waits behind what is new. */
function priorityOf(event: CacheEvent): number {
  return event.type === "add" && event.initial ? lowPriority : 0;
}

function always(): boolean {
  return true;
}
