// Drafts: copies of objects that a reconcile changes. What changes in them, changes at the time of the simulation's clock, by which objects are created, too.
import { deepClone, formatTime, type KubeObject } from "@capstan/kube";

const clocks = new WeakMap<KubeObject, () => number>();

/** A copy of an object, whose conditions change by this clock. */
export function draftOf<T extends KubeObject>(object: T, { now }: { readonly now: () => number }): T {
  const draft = deepClone(object);
  clocks.set(draft, now);
  return draft;
}

/** A copy of a draft, which changes by the same clock. */
export function copyOfDraft<T extends KubeObject>(draft: T): T {
  const now = clocks.get(draft);
  return now === undefined ? deepClone(draft) : draftOf(draft, { now });
}

/** The time at which a draft is changed; by the computer's clock for any other object. */
export function timeOfDraft(draft: KubeObject): Date {
  return new Date(clocks.get(draft)?.() ?? Date.now());
}

/** Whether nothing keeps an object any more that is deleted. */
export function isEnded({ metadata: { deletionTimestamp, finalizers = [] } }: KubeObject): boolean {
  return deletionTimestamp !== undefined && finalizers.length === 0;
}

/** Sends the changes of a draft; returns the object as it is stored now. */
type Store<T extends KubeObject> = (before: T, draft: T) => Promise<T>;

/** A draft that is saved in parts: each time, what has changed since the last one is sent, and the draft is what is stored then, with the changes of others. */
export class SavedDraft<T extends KubeObject> {
  readonly draft: T;
  #stored: T;
  readonly #clock: { readonly now: () => number };
  readonly #store: Store<T>;
  #view: ((stored: T) => void) | undefined;

  constructor(stored: T, clock: { readonly now: () => number }, store: Store<T>) {
    this.draft = draftOf(stored, clock);
    this.#stored = stored;
    this.#clock = clock;
    this.#store = store;
  }

  /** Sees what is stored otherwise from now on: this makes the difference, which is not saved. */
  see(view: (stored: T) => void): void {
    this.#view = view;
    view(this.draft);
    this.#stored = this.#seen(this.#stored);
  }

  /** Saves the draft as it is now. */
  async save(): Promise<void> {
    this.#stored = this.#seen(await this.#store(this.#stored, this.draft));
    const stored = deepClone(this.#stored);
    for (const name of Object.keys(this.draft))
      if (!Object.hasOwn(stored, name)) Reflect.deleteProperty(this.draft, name);
    Object.assign(this.draft, stored);
  }

  /** Saves a change of what was saved last, without the other changes of the draft. */
  async saveOnly(change: (draft: T) => void): Promise<void> {
    const draft = draftOf(this.#stored, this.#clock);
    change(draft);
    this.#stored = this.#seen(await this.#store(this.#stored, draft));
  }

  #seen(stored: T): T {
    if (this.#view === undefined) return stored;
    const seen = deepClone(stored);
    this.#view(seen);
    return seen;
  }
}

/** When a simulation whose clock is ahead of the server's has created an object. */
const simulatedCreation = "capstan.dev/created-at";

/** The annotation of an object that is created at this time; none where the clock of the server is not behind it. */
export function creationAnnotation(now: number): Readonly<Record<string, string>> {
  return now > Date.now() ? { [simulatedCreation]: formatTime(new Date(now)) } : {};
}

/** When an object was created, in milliseconds. */
export function createdAt({ metadata: { annotations, creationTimestamp = "" } }: KubeObject): number {
  return new Date(annotations?.[simulatedCreation] ?? creationTimestamp).getTime();
}
