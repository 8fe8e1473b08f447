// The kinds that a controller watches, and the objects that their changes reconcile: core's kinds by the record of the kind, the author's
// by declaration. Events are only hints; the pass makes every check again.
import type { Resource } from "@capstan/kube";
import type { Cache, ControllerWatch } from "@capstan/operator";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { Watch } from "../authoring/watch.ts";
import { workflowWatches } from "../roles/role-workflow.ts";

/** The watches of a controller in addition to its own kind. */
export function watchesOf(controller: ControllerDefinition, cache: Cache): readonly ControllerWatch[] {
  return [...workflowWatches(controller, cache), ...controller.watches.flatMap(declaredWatch)];
}

/** The kinds that it reads and whose changes cause no pass. */
export function readsOf(controller: ControllerDefinition): readonly Resource[] {
  return controller.watches.filter((watch) => watch.use === "reads").map((watch) => watch.resource);
}

/** A kind that is only read or written causes no pass. */
function declaredWatch(watch: Watch): readonly ControllerWatch[] {
  const { use, resource, predicate } = watch;
  const filter = predicate === undefined ? {} : { predicate };
  if (use === "owns") return [{ resource, owner: "any", ...filter }];
  return use === "maps" ? [{ resource, map: (object) => watch.toKeys?.(object) ?? [], ...filter }] : [];
}
