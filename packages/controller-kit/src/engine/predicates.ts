// Predicates that most controllers want. Used by workflows and authors in `predicate` of a controller or a watch.
import type { CacheEvent, Predicate } from "./controller-options.ts";

/** Leaves out updates that change neither spec nor the course of a deletion: status and metadata writes, its own most of all. */
export function generationChanged(event: CacheEvent): boolean {
  return event.type !== "update" || event.object.metadata.generation !== event.old.metadata.generation;
}

/** Leaves out updates that leave the labels as they are. */
export function labelsChanged(event: CacheEvent): boolean {
  return event.type !== "update" || !sameTexts(event.object.metadata.labels, event.old.metadata.labels);
}

/** Leaves out updates that leave the annotations as they are. */
export function annotationsChanged(event: CacheEvent): boolean {
  return event.type !== "update" || !sameTexts(event.object.metadata.annotations, event.old.metadata.annotations);
}

/** An event that any of the predicates wants. */
export function anyOf(...predicates: readonly Predicate[]): Predicate {
  return (event) => predicates.some((predicate) => predicate(event));
}

/** An event that all of the predicates want. */
export function allOf(...predicates: readonly Predicate[]): Predicate {
  return (event) => predicates.every((predicate) => predicate(event));
}

function sameTexts(a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
