// The objects of one kind in memory, their indexes, and the resource version up to which they are complete.
// One listener is notified of every change, in the order of the changes.
import { formatKey, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import { inSlices } from "../in-slices.ts";
import type { CacheEvent } from "./cache.ts";
import { compareResourceVersions } from "./resource-version.ts";

/** Is notified of every change. */
export type StoreListener<T extends KubeObject> = (event: CacheEvent<T>) => void;

/** The values under which an index files an object. */
export type IndexValues = (object: KubeObject) => readonly string[];

interface Index {
  readonly values: IndexValues;
  readonly keys: Map<string, Set<string>>;
  /** The values under which each key is filed: the function may return others for the same object when it is called again. */
  readonly filed: Map<string, readonly string[]>;
  /** The objects that were in the store before the index and are not filed yet. */
  readonly unfiled: Iterator<readonly [string, KubeObject]>;
}

/** One kind's objects. */
export class Store<T extends KubeObject = KubeObject> {
  #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index>();
  readonly #listener: StoreListener<T>;
  #version: string | undefined;

  constructor(listener: StoreListener<T>) {
    this.#listener = listener;
  }

  /** Everything up to this version is in the store: of the last event, bookmark or list. Undefined before the first list. */
  get version(): string | undefined {
    return this.#version;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: ObjectKey): T | undefined {
    return this.#objects.get(formatKey(key));
  }

  values(): Iterable<T> {
    return this.#objects.values();
  }

  /** Adds an index and files the objects that are in the store already, in slices. A read that comes before these are filed files the rest at once. */
  addIndex(name: string, values: IndexValues): Promise<void> {
    const unfiled = this.#objects.entries();
    const index: Index = { values, keys: new Map(), filed: new Map(), unfiled };
    this.#indexes.set(name, index);
    return inSlices(unfiled, ([key, object]) => file(index, key, object));
  }

  /** The objects that an index files under a value; undefined when there is no such index. */
  indexed(name: string, value: string): Iterable<T> | undefined {
    const index = this.#indexes.get(name);
    return index && this.#pick(index, value);
  }

  /** Stores an object of a watch, unless the store has a newer state of it. A recreated object is first reported as deleted. */
  put(object: T): void {
    this.#put(object, { listed: false, reportsAll: false });
  }

  #put(object: T, { listed, reportsAll }: { readonly listed: boolean; readonly reportsAll: boolean }): void {
    const key = formatKey(keyOf(object));
    const old = this.#objects.get(key);
    if (old === undefined) return this.#add(key, object);
    if (old.metadata.uid !== object.metadata.uid) {
      this.#remove(key, { last: old, stale: true });
      return this.#add(key, object);
    }
    // The same or older: events that were sent twice or out of order. After a restore the listed state is the true one.
    const order = compareResourceVersions(object.metadata.resourceVersion ?? "", old.metadata.resourceVersion ?? "");
    if ((order ?? 1) <= 0 && !reportsAll) return;
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) file(index, key, object);
    this.#listener({ type: "update", object, old, listed, ...(reportsAll && { afterGap: true }) });
  }

  /** Removes an object; `last` is its state when it was deleted. */
  delete(last: T): void {
    const key = formatKey(keyOf(last));
    const old = this.#objects.get(key);
    if (old === undefined || old.metadata.uid !== last.metadata.uid) return;
    this.#remove(key, { last, stale: false });
  }

  /** Records that everything up to a version is in the store; never goes back. */
  advance(version: string | undefined): void {
    if (version !== undefined && (compareResourceVersions(version, this.#version ?? "") ?? 1) > 0)
      this.#version = version;
  }

  /**
   * Makes the store equal to a list, in slices. What is no longer listed is reported as deleted, with its last known state. The first list can be read when it is complete, and is reported
   * after that. No event may be stored meanwhile. With `reportsAll` every object of the list replaces the stored one and is reported, whatever its version.
   */
  async replace(
    objects: readonly T[],
    version: string | undefined,
    { reportsAll = false }: { readonly reportsAll?: boolean } = {},
  ): Promise<void> {
    if (this.#version === undefined) await this.#fill(objects);
    else await this.#change(objects, reportsAll);
    this.#version = version;
  }

  async #fill(objects: readonly T[]): Promise<void> {
    const filled = new Map<string, T>();
    await inSlices(objects, (object) => filled.set(formatKey(keyOf(object)), object));
    const full = new Set<Index>();
    const missing = (): readonly Index[] => [...this.#indexes.values()].filter((index) => !full.has(index));
    // Those that are added meanwhile are filed over the store, which is empty yet.
    for (let indexes = missing(); indexes.length > 0; indexes = missing()) {
      await inSlices(filled, ([key, object]) => indexes.forEach((index) => file(index, key, object)));
      for (const index of indexes) full.add(index);
    }
    this.#objects = filled;
    await inSlices(filled.values(), (object) => this.#listener({ type: "add", object, initial: true }));
  }

  /** Objects are replaced one by one: reconciles read the store meanwhile. */
  async #change(objects: readonly T[], reportsAll: boolean): Promise<void> {
    const listed = new Set<string>();
    await inSlices(objects, (object) => listed.add(formatKey(keyOf(object))));
    await inSlices(this.#objects, ([key, old]) => {
      if (!listed.has(key)) this.#remove(key, { last: old, stale: true });
    });
    await inSlices(objects, (object) => this.#put(object, { listed: true, reportsAll }));
  }

  #add(key: string, object: T): void {
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) file(index, key, object);
    this.#listener({ type: "add", object, initial: false });
  }

  #remove(key: string, { last, stale }: { readonly last: T; readonly stale: boolean }): void {
    this.#objects.delete(key);
    for (const index of this.#indexes.values()) unfile(index, key);
    this.#listener({ type: "delete", object: last, stale });
  }

  /** From a copy of the keys: an update may move its key to the end, so that a loop that waits for its own writes would never end. */
  *#pick(index: Index, value: string): Generator<T> {
    const { keys, unfiled } = index;
    for (let next = unfiled.next(); next.done !== true; next = unfiled.next()) file(index, ...next.value);
    const copy = [...(keys.get(value) ?? [])];
    for (const key of copy) {
      const object = keys.get(value)?.has(key) === true ? this.#objects.get(key) : undefined;
      if (object !== undefined) yield object;
    }
  }
}

function file(index: Index, key: string, object: KubeObject): void {
  const { values, keys, filed } = index;
  const found = [...values(object)];
  const before = filed.get(key) ?? [];
  if (found.length === before.length && found.every((value, i) => value === before[i])) return;
  unfile(index, key);
  if (found.length > 0) filed.set(key, found);
  for (const value of found) {
    const others = keys.get(value);
    if (others === undefined) keys.set(value, new Set([key]));
    else others.add(key);
  }
}

function unfile({ keys, filed }: Index, key: string): void {
  for (const value of filed.get(key) ?? []) {
    const others = keys.get(value);
    others?.delete(key);
    if (others?.size === 0) keys.delete(value);
  }
  filed.delete(key);
}
