// The objects of one kind, sorted by key, with the history that watches replay. Stored objects are never modified: a write
// replaces them.
import { formatKey, type ObjectKey } from "@capstan/kube";
import type { ApiObject } from "../kinds/api-kind.ts";

/** A stored object. */
export interface StoredObject {
  readonly key: string;
  /** In the version it was last written in; carries its resourceVersion. */
  readonly object: ApiObject;
  readonly revision: number;
  /** Its JSON by version and form, cached by rendering.ts. */
  readonly json: Map<string, string | Promise<string>>;
}

/** One write. */
export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly revision: number;
  /** The object after the write; for a deletion its last state, with the deletion's revision. */
  readonly current: StoredObject;
  readonly previous: StoredObject | undefined;
}

/** How many changes are kept per kind. */
const historyLength = 20_000;

/** The objects of one kind. */
export class Collection {
  readonly #objects = new Map<string, StoredObject>();
  readonly #keys: string[] = [];
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #enders = new Set<() => void>();
  #history: Change[] = [];
  /** Watches from this revision or later can be replayed. */
  #oldest: number;

  constructor(oldest: number) {
    this.#oldest = oldest;
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#objects.get(formatKey(key));
  }

  /** All objects of a namespace, or of all namespaces, in the order of their keys. */
  list(namespace = ""): StoredObject[] {
    const from = namespace === "" ? 0 : lowerBound(this.#keys, `${namespace}/`);
    const to = namespace === "" ? this.#keys.length : lowerBound(this.#keys, `${namespace}0`);
    const found: StoredObject[] = [];
    for (let i = from; i < to; i++) {
      const stored = this.#objects.get(this.#keys[i] ?? "");
      if (stored !== undefined) found.push(stored);
    }
    return found;
  }

  /** Records a write and notifies every listener. */
  apply(change: Change): void {
    const { key } = change.current;
    if (change.type === "ADDED") this.#keys.splice(lowerBound(this.#keys, key), 0, key);
    if (change.type === "DELETED") {
      this.#keys.splice(lowerBound(this.#keys, key), 1);
      this.#objects.delete(key);
    } else this.#objects.set(key, change.current);
    this.#history.push(change);
    if (this.#history.length > 2 * historyLength) this.#forget(historyLength);
    for (const listener of this.#listeners) listener(change);
  }

  /** Changes after a revision; undefined when it is older than the history. */
  since(revision: number): readonly Change[] | undefined {
    if (revision < this.#oldest) return undefined;
    let first = this.#history.length;
    while (first > 0 && (this.#history[first - 1]?.revision ?? 0) > revision) first -= 1;
    return this.#history.slice(first);
  }

  /** The oldest revision a watch may start from. */
  get oldest(): number {
    return this.#oldest;
  }

  /** Forgets the history before a revision, as compaction does. */
  compact(revision: number): void {
    this.#history = this.#history.filter((change) => change.revision > revision);
    this.#oldest = Math.max(this.#oldest, revision);
  }

  /** Replaces stored objects without a write, because their definition has changed. */
  transform(transformed: (object: ApiObject) => ApiObject): void {
    for (const [key, stored] of this.#objects)
      this.#objects.set(key, { ...stored, object: transformed(stored.object), json: new Map() });
  }

  /** Calls the listener with every change from now on, until the returned function is called. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the function when the kind is no longer served, until the returned function is called. */
  onEnd(ender: () => void): () => void {
    this.#enders.add(ender);
    return () => this.#enders.delete(ender);
  }

  /** Ends all watches. */
  end(): void {
    for (const ender of this.#enders) ender();
  }

  #forget(keep: number): void {
    const cut = this.#history.length - keep;
    this.#oldest = this.#history[cut - 1]?.revision ?? this.#oldest;
    this.#history = this.#history.slice(cut);
  }
}

/** The index of the first key that is not less than `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
