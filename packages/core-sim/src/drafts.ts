// Drafts: copies of objects that a reconcile changes. What changes in them, changes at the time of the simulation's clock.
import { deepClone, type KubeObject } from "@capstan/kube";

const clocks = new WeakMap<KubeObject, () => number>();

/** A copy of an object, whose conditions change by this clock. */
export function draftOf<T extends KubeObject>(object: T, { now }: { readonly now: () => number }): T {
  const draft = deepClone(object);
  clocks.set(draft, now);
  return draft;
}

/** The time at which a draft is changed; by the computer's clock for any other object. */
export function timeOfDraft(draft: KubeObject): Date {
  return new Date(clocks.get(draft)?.() ?? Date.now());
}

/** Whether nothing keeps an object any more that is deleted. */
export function isEnded({ metadata: { deletionTimestamp, finalizers = [] } }: KubeObject): boolean {
  return deletionTimestamp !== undefined && finalizers.length === 0;
}
