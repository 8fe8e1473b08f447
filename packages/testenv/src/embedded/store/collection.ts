// The objects of one kind, sorted by key, with the history that watches replay. Stored objects are never modified: a write
// replaces them.
import { formatKey, jsonLength, type ObjectKey } from "@capstan/kube";
import type { ApiObject } from "../kinds/api-kind.ts";

/** A stored object. */
export interface StoredObject {
  readonly key: string;
  /** In the version it was last written in; carries its resourceVersion. */
  readonly written: ApiObject;
  /** The same as it is read, by the definition of now: without unknown fields, and with defaults. */
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

/** Of how many changes the newest half is kept, and of how many characters of JSON in their objects. */
const mostHistory = { changes: 40_000, characters: 40_000_000 };

/** The objects of one kind. */
export class Collection {
  /** Sorted by key. */
  #objects: StoredObject[] = [];
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #enders = new Set<() => void>();
  #history: Change[] = [];
  /** Those of the objects in the history. */
  #characters = 0;
  /** Watches from this revision or later can be replayed. */
  #oldest: number;

  constructor(oldest: number) {
    this.#oldest = oldest;
  }

  get(key: ObjectKey): StoredObject | undefined {
    const formatted = formatKey(key);
    const found = this.#objects[this.#indexOf(formatted)];
    return found?.key === formatted ? found : undefined;
  }

  /** All objects of a namespace, or of all namespaces, in the order of their keys. */
  list(namespace = ""): StoredObject[] {
    if (namespace === "") return [...this.#objects];
    // "0" is the character after "/".
    return this.#objects.slice(this.#indexOf(`${namespace}/`), this.#indexOf(`${namespace}0`));
  }

  /** Records a write and notifies every listener. */
  apply(change: Change): void {
    const { type, current } = change;
    this.#objects.splice(
      this.#indexOf(current.key),
      type === "ADDED" ? 0 : 1,
      ...(type === "DELETED" ? [] : [current]),
    );
    this.#remember(change);
    for (const listener of this.#listeners) listener(change);
  }

  #remember(change: Change): void {
    const { changes, characters } = mostHistory;
    // Who reads an older state writes its JSON again.
    change.previous?.json.clear();
    this.#history.push(change);
    this.#characters += lengthOf(change);
    if (this.#history.length <= changes && this.#characters <= characters) return;
    this.compact(this.#history.at(-Math.ceil(this.#history.length / 2))?.revision ?? 0);
  }

  /** Changes after a revision; undefined when it is older than the history. */
  since(revision: number): readonly Change[] | undefined {
    if (revision < this.#oldest) return undefined;
    const last = this.#history.findLastIndex((change) => change.revision <= revision);
    return this.#history.slice(last + 1);
  }

  /** The oldest revision a watch may start from. */
  get oldest(): number {
    return this.#oldest;
  }

  /** Forgets the history before a revision, as compaction does. */
  compact(revision: number): void {
    this.#history = this.#history.filter((change) => change.revision > revision);
    this.#characters = this.#history.reduce((sum, change) => sum + lengthOf(change), 0);
    this.#oldest = Math.max(this.#oldest, revision);
  }

  /** Has these objects, sorted by key, from now on, and no history before a revision. Nobody is notified. */
  reset(objects: readonly StoredObject[], revision: number): void {
    this.#objects = [...objects];
    this.#history = [];
    this.#characters = 0;
    this.#oldest = revision;
  }

  /** Reads stored objects in another way from now on, because their definition has changed. */
  readBy(read: (written: ApiObject) => ApiObject): void {
    this.#objects = this.#objects.map((stored) => ({ ...stored, object: read(stored.written), json: new Map() }));
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

  /** The index of the first object whose key is not less than `key`. */
  #indexOf(key: string): number {
    let low = 0;
    let high = this.#objects.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (key > String(this.#objects[middle]?.key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function lengthOf({ current }: Change): number {
  return jsonLength(current.written, mostHistory.characters);
}
