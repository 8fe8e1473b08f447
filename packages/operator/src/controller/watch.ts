// A watch of a kind as a value: the list `watches` of a controller is of any kind, so functions that are written in it do not know theirs.
import type { KubeObject, Resource } from "@capstan/kube";
import type { ControllerWatch } from "./controller-options.ts";

/** What `watch` takes beside the kind: which events of its objects count, what is cached of them, and which keys they reconcile. */
export type KindWatchOptions<T extends KubeObject> = Omit<ControllerWatch<T>, "resource">;

/**
 * A watch whose functions know the kind: `map`, `predicate` and `transform` get objects of T. Give exactly one of `map` and `owner`.
 *
 * Without it, as `{ resource: Namespace, map: (namespace) => ... }` in the list, the object is of any kind and has metadata alone.
 *
 * @example
 * watches: [
 *   watch(Deployment, { owner: "controller" }),
 *   watch(Namespace, {
 *     predicate: ({ object }) => object.status?.phase === "Active",
 *     map: (namespace) => [keyOf(namespace)],
 *   }),
 *   watch(metadataOf(Secret), { map: (secret) => [keyOf(secret)] }),
 * ]
 */
export function watch<T extends KubeObject>(resource: Resource<T>, options: KindWatchOptions<T>): ControllerWatch<T> {
  return { ...options, resource };
}
