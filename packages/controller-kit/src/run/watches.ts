// The kinds that a controller watches, and the objects that their changes reconcile: core's kinds by the record of the kind, the author's
// by declaration. Events are only hints; the pass makes every check again.
import { type Resource, sameKind } from "@capstan/kube";
import type { Cache, CacheSelection, ControllerRead, ControllerWatch, Logger, MapContext } from "@capstan/operator";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { MapReader, MapsContext } from "../authoring/map-reader.ts";
import type { Watch } from "../authoring/watch.ts";
import { workflowWatches } from "../roles/role-workflow.ts";
import { isReadLive, mapReader } from "../workflow/declared-reader.ts";

/** The watches of a controller in addition to its own kind, of a manager of all namespaces or of some. */
export function watchesOf(
  controller: ControllerDefinition,
  cache: Cache,
  namespaces?: readonly string[],
): readonly ControllerWatch[] {
  const declared = controller.watches.flatMap((watch) => declaredWatch(watch, controller.watches, namespaces));
  return [...workflowWatches(controller, cache), ...declared];
}

/** The kinds that it reads from the cache and whose changes cause no pass. */
export function readsOf(controller: ControllerDefinition): readonly ControllerRead[] {
  return controller.watches
    .filter(({ use, resource }) => use === "reads" && !isReadLive(resource))
    .map(({ resource, cached }) => ({ resource, ...cached }));
}

/** What is cached of a kind that a controller of the provider reconciles, for the other controllers: the cache is shared. */
export function selectionOf(resource: Resource, controllers: readonly ControllerDefinition[]): CacheSelection {
  const own = controllers.find((controller) => sameKind(controller.resource, resource))?.own;
  const { labelSelector, fieldSelector, transform } = own ?? {};
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(transform === undefined ? {} : { transform }),
  };
}

/** A kind that is only read or written causes no pass. All watches of its controller decide where its function reads. */
function declaredWatch(
  watch: Watch,
  all: readonly Watch[],
  namespaces: readonly string[] | undefined,
): readonly ControllerWatch[] {
  const { use, resource, predicate, cached } = watch;
  const filter = { ...cached, ...(predicate === undefined ? {} : { predicate }) };
  if (use === "owns") return [{ resource, owner: "any", ...filter }];
  if (use !== "maps") return [];
  const map: NonNullable<ControllerWatch["map"]> = (object, context) =>
    watch.toKeys?.(object, new MapsCall(context, all, namespaces)) ?? [];
  return [{ resource, map, ...filter }];
}

/** The context of one call of the author's function. Most calls use none of it. */
class MapsCall implements MapsContext {
  readonly #context: MapContext;
  readonly #watches: readonly Watch[];
  readonly #namespaces: readonly string[] | undefined;

  constructor(context: MapContext, watches: readonly Watch[], namespaces: readonly string[] | undefined) {
    this.#context = context;
    this.#watches = watches;
    this.#namespaces = namespaces;
  }

  get client(): MapReader {
    const { cache, client } = this.#context;
    return mapReader(this.#watches, { cache, client, namespaces: this.#namespaces });
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  get log(): Logger {
    return this.#context.log;
  }
}
