// The objects of one kind: one store for all namespaces, or one for each namespace that the manager watches. Each has a version of its own, because each is filled by watches of its own.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { hasReached } from "./resource-version.ts";
import { type IndexValues, Store, type StoreListener } from "./store.ts";

/** The stores of one kind. */
export class Stores<T extends KubeObject = KubeObject> {
  /** By namespace; undefined is the store of all. */
  readonly #stores: ReadonlyMap<string | undefined, Store<T>>;
  /** The only one, when there is one for all namespaces. */
  readonly #all: Store<T> | undefined;

  constructor(namespaces: readonly string[] | undefined, listener: StoreListener<T>) {
    this.#stores = new Map((namespaces ?? [undefined]).map((namespace) => [namespace, new Store<T>(listener)]));
    this.#all = this.#stores.get(undefined);
  }

  /** Each store with its namespace. */
  entries(): Iterable<[string | undefined, Store<T>]> {
    return this.#stores.entries();
  }

  /** Whether the objects of a namespace are in one of the stores. */
  covers(namespace: string): boolean {
    return this.#of(namespace) !== undefined;
  }

  /** Whether the first lists of all stores are complete. */
  get synced(): boolean {
    return [...this.#stores.values()].every(({ version }) => version !== undefined);
  }

  get size(): number {
    return [...this.#stores.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get(key: ObjectKey): T | undefined {
    return this.#of(key.namespace)?.get(key);
  }

  *values(namespace?: string): Generator<T> {
    for (const store of this.#in(namespace)) yield* store.values();
  }

  /** Resolves when the objects that were in the stores before it are filed, too. */
  async addIndex(name: string, values: IndexValues): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.addIndex(name, values)));
  }

  /** The objects that an index files under a value; undefined when there is no such index. */
  indexed(name: string, value: string, namespace?: string): Iterable<T> | undefined {
    const found = this.#in(namespace).map((store) => store.indexed(name, value));
    const [first] = found;
    if (first === undefined || found.length === 1) return first;
    return found.flatMap((objects) => [...(objects ?? [])]);
  }

  /** Whether everything in a namespace up to a version is stored. */
  hasReached(namespace: string, version: string): boolean {
    return hasReached(this.#of(namespace)?.version, version);
  }

  #of(namespace: string): Store<T> | undefined {
    return this.#all ?? this.#stores.get(namespace);
  }

  #in(namespace: string | undefined): readonly Store<T>[] {
    const one = namespace === undefined ? undefined : this.#of(namespace);
    return one === undefined ? [...this.#stores.values()] : [one];
  }
}
