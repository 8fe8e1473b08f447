// Whether an event passes the predicate of a watch; after a gap, whether one of the changes that it may stand for does.
import { formatKey, isJsonObject, keyOf, type KubeObject } from "@capstan/kube";
import type { LogFields, Logger } from "@capstan/process";
import type { CacheEvent } from "../cache/cache.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ControllerWatch } from "./controller-options.ts";
import { authorFields } from "../author-errors.ts";

/** What a predicate is called with. */
export interface WatchPredicateDeps {
  readonly kind: string;
  readonly controller: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "mapFailed">;
}

/** The predicate of one watch. */
export class WatchPredicate {
  readonly #watch: Pick<ControllerWatch, "predicate">;
  readonly #deps: WatchPredicateDeps;
  /** Whether the log says already that it fails on states that no server sent. */
  #isLogged = false;

  constructor(watch: Pick<ControllerWatch, "predicate">, deps: WatchPredicateDeps) {
    this.#watch = watch;
    this.#deps = deps;
  }

  /** Whether an event passes. It passes a predicate that throws: a needless reconcile does no harm, and a missing one may be missed for good. */
  passes(event: CacheEvent): boolean {
    try {
      if (this.#accepts(event)) return true;
    } catch (error) {
      this.#failed(event, error);
      return true;
    }
    return this.#passesOther(event);
  }

  /** A form that no server sent may lack what a predicate reads. To throw does not let it pass: the object may be one of others, which the predicate would reject. */
  #passesOther(event: CacheEvent): boolean {
    let failure: { readonly error: unknown } | undefined;
    for (const form of otherForms(event)) {
      try {
        if (this.#accepts(form)) return true;
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure !== undefined) this.#failedMadeUp(event, failure.error);
    return false;
  }

  #accepts(event: CacheEvent): boolean {
    return this.#watch.predicate?.(event) !== false;
  }

  #failed(event: CacheEvent, error: unknown): void {
    const { controller, kind, log, metrics } = this.#deps;
    metrics.mapFailed(controller, kind);
    log.error("Predicate failed, so the event passes", { ...fieldsOf(event, error), kind });
  }

  /** Once: there may be as many as there are objects. */
  #failedMadeUp(event: CacheEvent, error: unknown): void {
    const { controller, kind, log, metrics } = this.#deps;
    metrics.mapFailed(controller, kind);
    if (this.#isLogged) return;
    this.#isLogged = true;
    const message = "Predicate failed on a state that is made up after a gap, so the event does not pass";
    log.error(message, { ...fieldsOf(event, error), kind, help: "let the predicate look at event.afterGap first" });
  }
}

function fieldsOf(event: CacheEvent, error: unknown): LogFields {
  return { object: formatKey(keyOf(event.object)), ...authorFields("operator/predicate-failed", error) };
}

/**
 * What else an event may stand for, for a predicate that rejects it. An object of the list after a gap may have changed meanwhile in a way that its two states do not tell, so it is also given as changed
 * in nothing, as changed in all that selects no object, and as added: what selects objects rejects all of them, and what looks for a change accepts one. The first is an update like any other, for predicates that look for what did
 * not change.
 */
function* otherForms(event: CacheEvent): Generator<CacheEvent> {
  if (event.type !== "update" || event.afterGap !== true) return;
  const { object } = event;
  yield madeUpFor(event, { type: "update", object, old: object, listed: true });
  yield madeUpFor(event, { ...event, old: bare(object) });
  yield madeUpFor(event, { type: "add", object, initial: false });
}

/** The events that made-up ones stand for. */
const sent = new WeakMap<CacheEvent, CacheEvent>();

function madeUpFor(event: CacheEvent, madeUp: CacheEvent): CacheEvent {
  sent.set(madeUp, event);
  return madeUp;
}

/** The event that came: the one that a made-up event stands for, and any other event as it is. */
export function sentEvent(event: CacheEvent): CacheEvent {
  return sent.get(event) ?? event;
}

/** An object before everything in it changed but what selects it: its kind, names, labels and annotations. With other labels it could be one that a predicate selects and that is not the controller's. No server sent it, so it has no version. */
function bare({ apiVersion, kind, metadata, ...parts }: KubeObject): KubeObject {
  const { generation: _, resourceVersion: __, deletionTimestamp: ___, ...named } = metadata;
  const { finalizers: ____, ownerReferences: _____, ...rest } = named;
  return { apiVersion, kind, metadata: rest, ...hollow(parts) };
}

/** How deep objects within objects are kept. What an API server accepts is deeper than calls may be. */
const mostLevels = 100;

/** The objects of an object, with what is in them in the same way, and empty lists: predicates rely on the parts that their types have. */
function hollow(parts: object, levels = mostLevels): object {
  if (levels === 0) return {};
  const kept = Object.entries(parts).filter(([, part]) => Array.isArray(part) || isJsonObject(part));
  return Object.fromEntries(kept.map(([name, part]) => [name, Array.isArray(part) ? [] : hollow(part, levels - 1)]));
}
