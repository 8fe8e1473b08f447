// An index of the cache as a value: the declaration and the look-ups name the same constant, so that neither the name nor the kind can differ.
import type { DeepReadonly, KubeObject, Resource } from "@capstan/kube";

/** An index of the cached objects of one kind. Create it with `defineIndex`. */
export interface FieldIndex<T extends KubeObject = KubeObject> {
  readonly resource: Resource<T>;
  readonly name: string;
  /** The values under which an object is filed; an empty list leaves it out. */
  values(this: void, object: DeepReadonly<T>): readonly string[];
}

/**
 * Creates an index. Declare it in `indexes` of a controller, and look objects up with `cache.listBy` and `cache.eachBy`. When `values` throws for an object or returns something else than a list of strings, that is logged and the
 * object is not filed. The name is unique for its kind in a manager.
 *
 * @example
 * const byNode = defineIndex(Machine, "nodeName", ({ status }) => (status?.nodeRef === undefined ? [] : [status.nodeRef.name]));
 * manager.addController({ name: "machine", for: Machine, indexes: [byNode], reconcile: async (key, { cache }) => check(cache.listBy(byNode, "node-1")) });
 */
export function defineIndex<T extends KubeObject>(
  resource: Resource<T>,
  name: string,
  values: (object: DeepReadonly<T>) => readonly string[],
): FieldIndex<T> {
  return { resource, name, values };
}
