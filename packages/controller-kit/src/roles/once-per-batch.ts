// What the events of one batch need of the cache, found once: each change of a Cluster reconciles all of its machines, and a watch can bring hundreds of
// changes together.
import { formatKey, type ObjectKey } from "@capstan/kube";

/**
 * What was found for an object, until the next microtask.
 *
 * That is safe for lists of keys to queue: a queue hands out its keys in other turns of the event loop, so that a key that was queued for the first event of
 * a batch still waits when the last one comes. An object that is added to the cache meanwhile has an event of its own.
 */
export class OncePerBatch<T> {
  readonly #found = new Map<string, T>();
  readonly #find: (key: ObjectKey) => T;

  constructor(find: (key: ObjectKey) => T) {
    this.#find = find;
  }

  /** What belongs to an object; the same value for all calls of one batch. The operator queues one list of keys once. */
  of(key: ObjectKey): T {
    const name = formatKey(key);
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    if (this.#found.size === 0) queueMicrotask(() => this.#found.clear());
    const found = this.#find(key);
    this.#found.set(name, found);
    return found;
  }
}
