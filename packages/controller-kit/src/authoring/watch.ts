// What a controller watches besides its own kind, as data: informers, RBAC and the type of `ctx.client` come from it.
// Plain values, so that their place in the definition does not matter to type inference.
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";

/** How a kind is used: `owns` and `writes` may change it, `reads` and `maps` may not, `writes` is not watched. */
export type Use = "owns" | "reads" | "maps" | "writes";

/** A kind that a controller uses, and how. */
export interface Watch<out T extends KubeObject = KubeObject, out U extends Use = Use> {
  readonly use: U;
  readonly resource: Resource<T>;
  /** The objects of the controller's own kind to look at when one of these changes; `maps` only. */
  readonly toKeys?: (object: never) => readonly ObjectKey[];
}

/** Kinds the controller creates: watched, writable, and a change wakes the object that owns them. */
export function owns<T extends KubeObject>(resource: Resource<T>): Watch<T, "owns"> {
  return { use: "owns", resource };
}

/** Kinds the controller only looks at: watched and readable; a change of them wakes nobody. */
export function reads<T extends KubeObject>(resource: Resource<T>): Watch<T, "reads"> {
  return { use: "reads", resource };
}

/** Kinds whose changes wake the objects that `toKeys` names: watched and readable. */
export function maps<T extends KubeObject>(
  resource: Resource<T>,
  toKeys: (object: T) => readonly ObjectKey[],
): Watch<T, "maps"> {
  return { use: "maps", resource, toKeys };
}

/** Kinds the controller reads and writes by name without watching them all, Secrets above all. */
export function writes<T extends KubeObject>(resource: Resource<T>): Watch<T, "writes"> {
  return { use: "writes", resource };
}
