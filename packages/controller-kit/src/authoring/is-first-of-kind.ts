// Finds kinds that are named twice.
import { type Resource, sameKind } from "@capstan/kube";

/** Whether no resource before this index is of the same kind. */
export function isFirstOfKind(resources: readonly Resource[], index: number): boolean {
  const resource = resources[index];
  return resource !== undefined && resources.findIndex((other) => sameKind(resource, other)) === index;
}
