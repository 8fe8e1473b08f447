// The objects that the events of one batch reconcile, listed once: each change of a Cluster reconciles all of its machines, and a watch can bring
// hundreds of changes together.
import { formatKey, type ObjectKey } from "@capstan/kube";

/**
 * Lists of keys by the object that causes them, until the next microtask.
 *
 * That is safe: a queue hands out its keys in other turns of the event loop, so that a key of the list that was queued for the first event of a batch
 * still waits when the last one comes. An object that is added to the cache meanwhile has an event of its own.
 */
export class ListsOfBatch {
  readonly #lists = new Map<string, readonly ObjectKey[]>();
  readonly #list: (cause: ObjectKey) => readonly ObjectKey[];

  constructor(list: (cause: ObjectKey) => readonly ObjectKey[]) {
    this.#list = list;
  }

  /** The keys that an object causes; the same list for all calls of one batch, which the operator queues once. */
  of(cause: ObjectKey): readonly ObjectKey[] {
    const name = formatKey(cause);
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    if (this.#lists.size === 0) queueMicrotask(() => this.#lists.clear());
    const keys = this.#list(cause);
    this.#lists.set(name, keys);
    return keys;
  }
}
