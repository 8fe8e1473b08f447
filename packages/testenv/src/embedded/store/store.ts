// All objects of the embedded server, under one revision counter as in etcd. A write is one synchronous step and succeeds only
// against the state that its writer read. It knows no rules of Kubernetes.
import { formatKey, keyOf } from "@capstan/kube";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
import { Collection, type Change, type StoredObject } from "./collection.ts";

/** Is notified of the writes of every kind. */
export type KindChangeListener = (kind: ApiKind, change: Change) => void;

/** The objects of all kinds. */
export class ObjectStore {
  readonly #collections = new Map<string, Collection>();
  /** The kinds that were written, by the same names. */
  readonly #kinds = new Map<string, ApiKind>();
  readonly #listeners = new Set<KindChangeListener>();
  /** The revision from which on a kind's history is complete, for kinds whose definition was deleted in between. */
  readonly #dropped = new Map<string, number>();
  #revision = 1;
  #compacted = 0;

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** The objects of a kind, by group and plural: a changed definition keeps its objects. */
  collection(kind: ApiKind): Collection {
    const id = idOf(kind);
    const known = this.#collections.get(id);
    if (known !== undefined) return known;
    const objects = new Collection(Math.max(this.#compacted, this.#dropped.get(id) ?? 0));
    this.#collections.set(id, objects);
    return objects;
  }

  /** Drops a kind with its objects and ends its watches, because its definition is deleted. */
  drop(kind: ApiKind): void {
    this.#collections.get(idOf(kind))?.end();
    this.#collections.delete(idOf(kind));
    this.#dropped.set(idOf(kind), this.#revision);
  }

  /**
   * Stores an object that replaces `previous`, under the next revision; undefined when the stored object is not
   * `previous` any more. The store owns the object afterwards.
   */
  put(kind: ApiKind, object: ApiObject, previous: StoredObject | undefined): StoredObject | undefined {
    const collection = this.collection(kind);
    if (collection.get(keyOf(object)) !== previous) return undefined;
    const current = this.#next(kind, object);
    this.#apply(kind, changeOf(current, previous));
    return current;
  }

  /** Removes an object; `last` is its final state. Undefined when the stored object is not `previous` any more. */
  remove(kind: ApiKind, last: ApiObject, previous: StoredObject): StoredObject | undefined {
    if (this.collection(kind).get(keyOf(last)) !== previous) return undefined;
    const current = this.#next(kind, last);
    this.#apply(kind, { type: "DELETED", revision: current.revision, current, previous });
    return current;
  }

  /** Forgets the history of every kind, as etcd's compaction does. */
  compact(): void {
    this.#compacted = this.#revision;
    for (const objects of this.#collections.values()) objects.compact(this.#revision);
  }

  /**
   * Remembers the objects of all kinds. The returned function brings them back under the revision of now, as etcd is restored from a snapshot: listeners of the store are notified of what that changes, watches
   * are not.
   */
  keep(): () => void {
    const revision = this.#revision;
    const kept = new Map([...this.#collections].map(([id, objects]) => [id, objects.list()]));
    return () => {
      this.#revision = revision;
      for (const [id, kind] of this.#kinds) this.#reset(kind, kept.get(id) ?? []);
    };
  }

  #reset(kind: ApiKind, objects: readonly StoredObject[]): void {
    const collection = this.collection(kind);
    const before = new Map(collection.list().map((stored) => [stored.key, stored]));
    collection.reset(objects, this.#revision);
    for (const current of objects) {
      const previous = before.get(current.key);
      before.delete(current.key);
      if (previous !== current) this.#notify(kind, changeOf(current, previous));
    }
    for (const last of before.values())
      this.#notify(kind, { type: "DELETED", revision: this.#revision, current: last, previous: last });
  }

  /** The objects of all kinds. */
  all(): { readonly kind: ApiKind; readonly stored: StoredObject }[] {
    return [...this.#kinds].flatMap(([id, kind]) =>
      (this.#collections.get(id)?.list() ?? []).map((stored) => ({ kind, stored })),
    );
  }

  /** Calls the listener with every write from now on, until the returned function is called. */
  subscribe(listener: KindChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #next(kind: ApiKind, written: ApiObject): StoredObject {
    this.#revision += 1;
    written.metadata.resourceVersion = String(this.#revision);
    const object = kind.read(written);
    return { key: formatKey(keyOf(object)), written, object, revision: this.#revision, json: new Map() };
  }

  #apply(kind: ApiKind, change: Change): void {
    this.#kinds.set(idOf(kind), kind);
    this.collection(kind).apply(change);
    this.#notify(kind, change);
  }

  #notify(kind: ApiKind, change: Change): void {
    for (const listener of this.#listeners) listener(kind, change);
  }
}

function changeOf(current: StoredObject, previous: StoredObject | undefined): Change {
  return { type: previous === undefined ? "ADDED" : "MODIFIED", revision: current.revision, current, previous };
}

function idOf({ group, plural }: ApiKind): string {
  return `${group}/${plural}`;
}
