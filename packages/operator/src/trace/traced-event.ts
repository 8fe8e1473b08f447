// What one event leads to, until that is known: a `map` may take long, and only the end of a reconcile says whether a change of its object was its own.
import { formatKey, type ObjectKey } from "@capstan/kube";
import { type EventTrace, type IgnoredBecause, publishTrace } from "@capstan/kube/trace";

/** A record that is not complete. */
export type OpenEvent = Omit<EventTrace, "type" | "keys" | "count" | "ignored">;

/** So many keys are in the record. */
const mostKeys = 20;

/** An event that is followed. */
export class TracedEvent {
  readonly #event: OpenEvent;
  readonly #onQueued: (key: ObjectKey) => void;
  readonly #keys: ObjectKey[] = [];
  readonly #names = new Set<string>();
  #hasEnded = false;

  /** `onQueued` is called with each key, maybe more than once. */
  constructor(event: OpenEvent, onQueued: (key: ObjectKey) => void) {
    this.#event = event;
    this.#onQueued = onQueued;
  }

  /** It queues a key, maybe after its record. That of the object itself is its only one. */
  queued(key: ObjectKey): void {
    const isOwn = this.#event.via === "self";
    if (isOwn && this.#hasEnded) return;
    this.#onQueued(key);
    const name = formatKey(key);
    // Both states of an update may name it.
    const isNew = !this.#names.has(name);
    this.#names.add(name);
    if (isNew && this.#keys.length < mostKeys) this.#keys.push({ namespace: key.namespace, name: key.name });
    if (isOwn) this.end();
  }

  /** It queues nothing. */
  ignored(because: IgnoredBecause): void {
    this.#publish(this.#names.size === 0 ? because : undefined);
  }

  /** All of its keys are queued. */
  end(): void {
    this.ignored("no keys");
  }

  #publish(ignored: IgnoredBecause | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    publishTrace({ type: "event", ...this.#event, keys: [...this.#keys], count: this.#names.size, ignored });
  }
}
