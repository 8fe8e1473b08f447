// What a step reads of one API server: each kind is listed once, and kept up to date with what the step writes. So all controllers see the writes of
// those before them, and a step makes as many requests as there are kinds, and not objects.
import { type Client, isNotFound } from "@capstan/client";
import { keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { KindList, type ListObserver, type ListSource } from "./kind-list.ts";
import type { ReadLog } from "./read-log.ts";

/** The lists of a step, or of all steps where watches say what others change. */
export class StepLists {
  readonly client: Client;
  readonly #source: ListSource;
  readonly #lists: Map<string, KindList>;
  readonly #log: ReadLog | undefined;

  constructor(
    client: Client,
    scope: { readonly namespace?: string },
    more: { readonly observe?: ListObserver | undefined; readonly of?: StepLists; readonly log?: ReadLog } = {},
  ) {
    const { observe = () => undefined, of, log } = more;
    this.client = client;
    this.#source = of === undefined ? { client, scope, observe } : of.#source;
    this.#lists = of === undefined ? new Map<string, KindList>() : of.#lists;
    this.#log = log;
  }

  /** The same lists; what is read goes into the log. */
  recording(log: ReadLog): StepLists {
    return new StepLists(this.client, this.#source.scope, { of: this, log });
  }

  /** Begins a step: what is known to have changed is read again. With `all`, everything is. */
  async begin(all: boolean): Promise<void> {
    const lists = [...this.#lists.values()];
    for (const list of lists) {
      list.begin();
      if (all) list.lose();
    }
    // Who reads it gets the error.
    await Promise.all(lists.map((list) => list.refresh().catch(() => list.doubt())));
  }

  /** All objects of a kind, in the namespaces of the simulation; with a group, only those. */
  async list<T extends KubeObject>(resource: Resource<T>, group?: string): Promise<readonly T[]> {
    const list = await this.#listOf(resource);
    this.#log?.add(list.groupCounter(group));
    return list.objects(group).filter((object) => isOf(object, resource));
  }

  /** An object; undefined when it does not exist. With `part`, only changes of that count. One of a namespace that is not reconciled is read alone, each time. */
  async find<T extends KubeObject>(
    resource: Resource<T>,
    key: ObjectKey,
    part?: (object: T | undefined) => unknown,
  ): Promise<T | undefined> {
    const { namespace } = this.#source.scope;
    if (namespace !== undefined && key.namespace !== "" && key.namespace !== namespace) {
      this.#log?.addUncounted();
      return this.client.get(resource, key).catch(undefinedIfMissing);
    }
    const list = await this.#listOf(resource);
    const find = (): T | undefined => {
      const object = list.object(key);
      return object !== undefined && isOf(object, resource) ? object : undefined;
    };
    this.#log?.add(list.keyCounter(key), part && ((): unknown => part(find())));
    return find();
  }

  /** Takes over what the server has stored. */
  put(resource: Resource, object: KubeObject): void {
    for (const list of this.#listsOf(resource)) {
      if (list.resource.version === resource.version) list.put(object);
      else list.forget(keyOf(object));
    }
  }

  /** Shows an object as it will be stored. */
  show(resource: Resource, object: KubeObject): void {
    for (const list of this.#listsOf(resource)) if (list.resource.version === resource.version) list.show(object);
  }

  /** Reads an object again when it is needed: it was deleted, but may have finalizers. */
  forget(resource: Resource, key: ObjectKey): void {
    for (const list of this.#listsOf(resource)) list.forget(key);
  }

  async #listOf(resource: Resource): Promise<KindList> {
    const id = `${resource.apiVersion} ${resource.kind}`;
    const list = this.#lists.get(id) ?? new KindList(resource, this.#source);
    this.#lists.set(id, list);
    await list.refresh();
    return list;
  }

  /** The lists of the kind in all versions that were read. */
  #listsOf({ group, kind }: Resource): readonly KindList[] {
    return [...this.#lists.values()].filter(({ resource }) => resource.group === group && resource.kind === kind);
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

function isOf<T extends KubeObject>(object: KubeObject, { apiVersion, kind }: Resource<T>): object is T {
  return object.apiVersion === apiVersion && object.kind === kind;
}
