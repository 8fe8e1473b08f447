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

/** A copy of a draft with another status, by the same clock. */
export function withStatus<T extends KubeObject>(draft: T, status: unknown): T {
  const copy = { ...draft, status };
  const clock = clocks.get(draft);
  if (clock !== undefined) clocks.set(copy, clock);
  return copy;
}

/** Saves a draft in parts: each call sends what has changed since the last one. */
export function savingDraft<T extends KubeObject>(
  stored: T,
  draft: T,
  store: (before: T, after: T) => Promise<T>,
): () => Promise<void> {
  let before = stored;
  return async () => {
    const sent = deepClone(draft);
    const { resourceVersion, generation } = (await store(before, sent)).metadata;
    before = sent;
    for (const { metadata } of [before, draft])
      Object.assign(metadata, {
        ...(resourceVersion !== undefined && { resourceVersion }),
        ...(generation !== undefined && { generation }),
      });
  };
}

/** Whether nothing keeps an object any more that is deleted. */
export function isEnded({ metadata: { deletionTimestamp, finalizers = [] } }: KubeObject): boolean {
  return deletionTimestamp !== undefined && finalizers.length === 0;
}
