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

/** A draft that is saved in parts: each time, what has changed since the last one is sent. */
export class SavedDraft<T extends KubeObject> {
  readonly draft: T;
  #stored: T;
  readonly #clock: { readonly now: () => number };
  readonly #store: (before: T, after: T) => Promise<T>;

  constructor(stored: T, clock: { readonly now: () => number }, store: (before: T, after: T) => Promise<T>) {
    this.draft = draftOf(stored, clock);
    this.#stored = stored;
    this.#clock = clock;
    this.#store = store;
  }

  /** Saves the draft as it is now. */
  async save(): Promise<void> {
    const sent = deepClone(this.draft);
    const { resourceVersion, generation } = (await this.#store(this.#stored, sent)).metadata;
    this.#stored = sent;
    for (const { metadata } of [sent, this.draft]) {
      if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
      if (generation !== undefined) metadata.generation = generation;
    }
  }

  /** Saves a change of what was saved last, without the other changes of the draft. */
  async saveOnly(change: (draft: T) => void): Promise<void> {
    const draft = draftOf(this.#stored, this.#clock);
    change(draft);
    await this.#store(this.#stored, draft);
  }
}

/** Whether nothing keeps an object any more that is deleted. */
export function isEnded({ metadata: { deletionTimestamp, finalizers = [] } }: KubeObject): boolean {
  return deletionTimestamp !== undefined && finalizers.length === 0;
}
