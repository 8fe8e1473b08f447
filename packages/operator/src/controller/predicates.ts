// Ready-made predicates for controllers and their watches.
//
// What an object was in a gap is not known, so a predicate of changes counts as true and as false then, also in `allOf`, `anyOf` and `not`: an event passes when one of the answers lets it.
import { deepEqual, type LabelSelector, selectorMatches } from "@capstan/kube";
import type { CacheEvent } from "../cache/cache.ts";
import type { Predicate } from "./controller-options.ts";
import { sentEvent } from "./watch-predicate.ts";

/**
 * Ignores updates that change neither the spec nor the deletion timestamp: writes of status, labels and annotations, the controller's own
 * status writes most of all. Additions and deletions always pass, and updates after a gap. The kind must have a status subresource; otherwise every write raises
 * the generation.
 *
 * @example
 * manager.addController({ name: "website", for: Website, predicate: generationChanged, reconcile });
 */
export function generationChanged(event: CacheEvent): boolean {
  return (
    event.type !== "update" || isAfterGap(event) || event.object.metadata.generation !== event.old.metadata.generation
  );
}

/**
 * Ignores updates that do not change the labels, for controllers that select objects by them. Additions and deletions always pass, and updates after a gap.
 *
 * @example
 * watches: [{ resource: Namespace, predicate: labelsChanged, map: keysOfNamespace }]
 */
export function labelsChanged(event: CacheEvent): boolean {
  return (
    event.type !== "update" ||
    isAfterGap(event) ||
    !sameEntries(event.object.metadata.labels, event.old.metadata.labels)
  );
}

/**
 * Ignores updates that do not change the annotations, which `generationChanged` ignores: combine both when an annotation is an input of the reconcile. Additions and deletions always pass, and updates after a gap.
 *
 * @example
 * predicate: anyOf(generationChanged, annotationsChanged)
 */
export function annotationsChanged(event: CacheEvent): boolean {
  return (
    event.type !== "update" ||
    isAfterGap(event) ||
    !sameEntries(event.object.metadata.annotations, event.old.metadata.annotations)
  );
}

/**
 * Ignores updates that bring an object as it is in the cache, in the same version. The list after a gap has them, and no other event: the kind was not served for a while, or the server was
 * restored, and the object has not changed. They are there because a reconcile may have taken the 404 of a write for a deletion meanwhile, so ignore them only where a reconcile does not do that. Additions and
 * deletions always pass.
 *
 * @example
 * predicate: allOf(resourceVersionChanged, generationChanged)
 */
export function resourceVersionChanged(event: CacheEvent): boolean {
  const sent = sentEvent(event);
  return (
    sent.type !== "update" ||
    sent.object.metadata.resourceVersion !== sent.old.metadata.resourceVersion ||
    // A server that was restored gives a version once more, to another state.
    !deepEqual(sent.object, sent.old)
  );
}

/**
 * Accepts events of objects whose labels match. An update counts when they matched before or match now, so that an object that leaves the selection has one more reconcile.
 * All objects are cached: to cache the matching ones only, give the manager a `labelSelector` for the kind.
 *
 * @example
 * watches: [{ resource: ConfigMap, predicate: labelsMatch({ matchLabels: { app: "website" } }), map: keysOfConfig }]
 */
export function labelsMatch(selector: LabelSelector): Predicate {
  return (event) =>
    selectorMatches(selector, event.object.metadata.labels) ||
    (event.type === "update" && selectorMatches(selector, event.old.metadata.labels));
}

/**
 * Accepts an event that at least one of the predicates accepts.
 *
 * @example
 * predicate: anyOf(generationChanged, annotationsChanged)
 */
export function anyOf(...predicates: readonly Predicate[]): Predicate {
  return combination((event, answer) =>
    answer
      ? predicates.some((predicate) => canAnswer(predicate, event, true))
      : predicates.every((predicate) => canAnswer(predicate, event, false)),
  );
}

/**
 * Accepts an event that all of the predicates accept.
 *
 * @example
 * predicate: allOf(generationChanged, ({ object }) => object.metadata.namespace !== "kube-system")
 */
export function allOf(...predicates: readonly Predicate[]): Predicate {
  return combination((event, answer) =>
    answer
      ? predicates.every((predicate) => canAnswer(predicate, event, true))
      : predicates.some((predicate) => canAnswer(predicate, event, false)),
  );
}

/**
 * Accepts the events that the predicate ignores. `generationChanged` and its siblings accept additions and deletions, so `not` of them ignores these; updates after a gap pass both. `not` of
 * `labelsMatch` ignores the update by which an object leaves the selection.
 *
 * @example
 * predicate: not(({ object }) => object.metadata.namespace === "kube-system")
 */
export function not(predicate: Predicate): Predicate {
  return combination((event, answer) => canAnswer(predicate, event, !answer));
}

/**
 * Makes a predicate of one that compares the two states of an update: after a gap it counts as true and as false, as `generationChanged` does, because the state before may be older than the
 * one before the change. Other events are given to the comparison.
 *
 * @example
 * const sizeChanged = comparison((event) => event.type !== "update" || sizeOf(event.object) !== sizeOf(event.old));
 */
export function comparison(compare: Predicate): Predicate {
  const predicate: Predicate = (event) => isAfterGap(event) || compare(event);
  ofChanges.add(predicate);
  return predicate;
}

/** Whether a predicate can have this answer to an event, whatever happened in a gap. */
type CanAnswer = (event: CacheEvent, answer: boolean) => boolean;

const ofChanges = new WeakSet<Predicate>([generationChanged, labelsChanged, annotationsChanged]);
const ofCombinations = new WeakMap<Predicate, CanAnswer>();

function combination(can: CanAnswer): Predicate {
  const combined: Predicate = (event) => can(event, true);
  ofCombinations.set(combined, can);
  return combined;
}

function canAnswer(predicate: Predicate, event: CacheEvent, answer: boolean): boolean {
  if (ofChanges.has(predicate) && isAfterGap(event)) return true;
  const can = ofCombinations.get(predicate);
  if (can !== undefined) return can(event, answer);
  return answer ? predicate(event) : !predicate(event);
}

function isAfterGap(event: CacheEvent): boolean {
  return event.type === "update" && event.afterGap === true;
}

function sameEntries(a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
