// What a step reads of one API server: each kind is listed once, and kept up to date with what the step writes. So all controllers see the writes of
// those before them, and a step makes as many requests as there are kinds, and not objects.
import type { Client } from "@capstan/client";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";

/** Called for each kind that is listed. */
export type ListObserver = (client: Client, resource: Resource) => void;

/** The objects of a kind, by key. */
interface KindList {
  readonly resource: Resource;
  readonly objects: Map<string, KubeObject>;
  /** What was deleted, or written in another version: it is read again when it is needed. */
  readonly stale: Set<ObjectKey>;
}

/** The lists of a step. */
export class StepLists {
  readonly client: Client;
  readonly #scope: { readonly namespace?: string };
  readonly #observe: ListObserver;
  readonly #lists = new Map<string, Promise<KindList>>();

  constructor(client: Client, scope: { readonly namespace?: string }, observe: ListObserver = () => undefined) {
    this.client = client;
    this.#scope = scope;
    this.#observe = observe;
  }

  /** All objects of a kind, in the namespaces of the simulation. */
  async list<T extends KubeObject>(resource: Resource<T>): Promise<readonly T[]> {
    const list = await this.#listOf(resource);
    await this.#refresh(list);
    return [...list.objects.values()].filter((object) => isOf(object, resource));
  }

  /** An object; undefined when it does not exist. */
  async find<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined> {
    const list = await this.#listOf(resource);
    await this.#refresh(list);
    const object = list.objects.get(formatKey(key));
    return object !== undefined && isOf(object, resource) ? object : undefined;
  }

  /** Takes over what the server has stored. */
  async put(resource: Resource, object: KubeObject): Promise<void> {
    for (const list of await this.#listsOf(resource)) {
      if (list.resource.version === resource.version) list.objects.set(formatKey(keyOf(object)), object);
      else list.stale.add(keyOf(object));
    }
  }

  /** Reads an object again when it is needed: it was deleted, but may have finalizers. */
  async forget(resource: Resource, key: ObjectKey): Promise<void> {
    for (const list of await this.#listsOf(resource)) list.stale.add(key);
  }

  async #refresh({ resource, objects, stale }: KindList): Promise<void> {
    for (const key of stale) {
      const object = await this.client.find(resource, key);
      if (object === undefined) objects.delete(formatKey(key));
      else objects.set(formatKey(key), object);
    }
    stale.clear();
  }

  #listOf(resource: Resource): Promise<KindList> {
    const id = `${resource.apiVersion} ${resource.kind}`;
    const known = this.#lists.get(id) ?? this.#read(resource);
    this.#lists.set(id, known);
    return known;
  }

  async #read(resource: Resource): Promise<KindList> {
    this.#observe(this.client, resource);
    const { items } = await this.client.listAll(resource, this.#scope);
    return { resource, objects: new Map(items.map((object) => [formatKey(keyOf(object)), object])), stale: new Set() };
  }

  /** The lists of the kind in all versions that were read. */
  async #listsOf({ group, kind }: Resource): Promise<readonly KindList[]> {
    const lists = await Promise.all([...this.#lists.values()].map((list) => list.catch(() => undefined)));
    return lists
      .filter((list) => list?.resource.group === group && list.resource.kind === kind)
      .filter((list) => list !== undefined);
  }
}

/** Only objects of a resource are put into its list. */
function isOf<T extends KubeObject>(object: KubeObject, { apiVersion, kind }: Resource<T>): object is T {
  return object.apiVersion === apiVersion && object.kind === kind;
}
