// Owner garbage collection, as in kube-controller-manager: deletes dependents whose owners are deleted, lets foreground
// deletion wait for them, and removes their owner references when they are orphaned.
import { keyOf, type ObjectKey, type OwnerReference, parseApiVersion } from "@capstan/kube";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
import type { Change } from "../store/collection.ts";
import { updateObject } from "../write/change-object.ts";
import { deleteObject, foregroundFinalizer, orphanFinalizer } from "../write/delete-object.ts";
import type { ServerState } from "../server-state.ts";
import { systemContext } from "../write/write-context.ts";
import { storedPlace } from "../write/write-rules.ts";
import { ControllerQueue } from "./work-queue.ts";

/** An object to check. */
interface Item extends ObjectKey {
  readonly kind: ApiKind;
}

const idOf = ({ kind, namespace, name }: Item): string => `${kind.group}/${kind.plural}/${namespace}/${name}`;

/** Collects garbage after every write. */
export class GarbageCollector {
  readonly queue: ControllerQueue<Item> = new ControllerQueue(idOf, (item) => this.#check(item));
  readonly #dependents = new Map<string, Map<string, Item>>();
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
    server.store.subscribe((kind, change) => this.#observe(kind, change));
  }

  #observe(kind: ApiKind, { type, current, previous }: Change): void {
    const item: Item = { kind, ...keyOf(current.object) };
    const before = ownersOf(previous?.object);
    for (const owner of before) this.#dependents.get(owner.uid)?.delete(idOf(item));
    if (type === "DELETED") this.#addAll(this.#dependentsOf(current.object));
    else {
      for (const owner of ownersOf(current.object)) this.#index(owner.uid, item);
      this.queue.add(item);
    }
    // The owner's foreground deletion can continue.
    this.#addAll(before.flatMap((owner) => this.#ownerOf(item, owner) ?? []));
  }

  #index(uid: string, item: Item): void {
    const known = this.#dependents.get(uid) ?? new Map<string, Item>();
    this.#dependents.set(uid, known.set(idOf(item), item));
  }

  #addAll(items: readonly Item[]): void {
    for (const item of items) this.queue.add(item);
  }

  #dependentsOf({ metadata: { uid } }: ApiObject): Item[] {
    return [...(this.#dependents.get(String(uid))?.values() ?? [])];
  }

  #objectOf(item: Item): ApiObject | undefined {
    return this.#server.store.collection(item.kind).get(item)?.object;
  }

  /** Where the owner is that a reference names; undefined when its kind is not served. */
  #ownerOf({ namespace }: Item, { apiVersion, kind: name, name: owner }: OwnerReference): Item | undefined {
    const kind = this.#server.kinds.byKind(parseApiVersion(apiVersion).group, name);
    return kind && { kind, namespace: kind.scope === "Cluster" ? "" : namespace, name: owner };
  }

  async #check(item: Item): Promise<void> {
    const object = this.#objectOf(item);
    if (object === undefined) return;
    if (waits(object, orphanFinalizer)) await this.#orphan(item, object);
    else if (waits(object, foregroundFinalizer)) await this.#release(item, object);
    else if (object.metadata.deletionTimestamp === undefined) await this.#collect(item, object);
  }

  /** Finishes the deletion of an owner whose dependents are kept. */
  async #orphan(item: Item, owner: ApiObject): Promise<void> {
    for (const dependent of this.#dependentsOf(owner)) await this.#dropReferences(dependent, [owner.metadata.uid]);
    await this.#dropFinalizer(item, orphanFinalizer);
  }

  /** Finishes the foreground deletion of an owner when no dependent blocks it; otherwise each dependent is checked. */
  async #release(item: Item, owner: ApiObject): Promise<void> {
    const dependents = this.#dependentsOf(owner);
    const blocking = ({ uid, blockOwnerDeletion }: OwnerReference): boolean =>
      uid === owner.metadata.uid && blockOwnerDeletion === true;
    if (!dependents.some((dependent) => ownersOf(this.#objectOf(dependent)).some(blocking)))
      await this.#dropFinalizer(item, foregroundFinalizer);
    this.#addAll(dependents);
  }

  /** Deletes an object whose last owner is deleted; one with another owner loses its references to deleted ones. */
  async #collect(item: Item, object: ApiObject): Promise<void> {
    const owners = ownersOf(object).map((reference) => ({ reference, state: this.#stateOf(item, reference) }));
    const leaving = owners.filter(({ state }) => state !== "solid");
    if (leaving.length === 0) return;
    if (leaving.length < owners.length) {
      const uids = leaving.map(({ reference }) => reference.uid);
      return this.#dropReferences(item, uids);
    }
    const foreground = leaving.some(({ state }) => state === "waiting") && this.#dependentsOf(object).length > 0;
    await deleteObject(this.#server, storedPlace(item.kind, item), {
      options: foreground ? { propagation: "Foreground" } : {},
      context: systemContext(),
    });
  }

  /** An owner of a kind that is not served counts as solid: nothing is known of it. */
  #stateOf(item: Item, reference: OwnerReference): "solid" | "missing" | "waiting" {
    const owner = this.#ownerOf(item, reference);
    if (owner === undefined) return "solid";
    const object = this.#objectOf(owner);
    if (object?.metadata.uid !== reference.uid) return "missing";
    return waits(object, foregroundFinalizer) ? "waiting" : "solid";
  }

  #dropReferences(item: Item, uids: readonly (string | undefined)[]): Promise<void> {
    return this.#change(item, (object) => {
      const kept = ownersOf(object).filter(({ uid }) => !uids.includes(uid));
      if (kept.length > 0) object.metadata.ownerReferences = kept;
      else delete object.metadata.ownerReferences;
    });
  }

  #dropFinalizer(item: Item, finalizer: string): Promise<void> {
    return this.#change(item, (object) => {
      object.metadata.finalizers = object.metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
    });
  }

  async #change(item: Item, edit: (object: ApiObject) => void): Promise<void> {
    const change = (object: ApiObject): ApiObject => {
      edit(object);
      return object;
    };
    await updateObject(this.#server, storedPlace(item.kind, item), { change, context: systemContext() });
  }
}

function ownersOf(object: ApiObject | undefined): OwnerReference[] {
  return object?.metadata.ownerReferences ?? [];
}

/** Whether the object is being deleted and has the finalizer, which the collector removes. */
function waits({ metadata: { deletionTimestamp, finalizers } }: ApiObject, finalizer: string): boolean {
  return deletionTimestamp !== undefined && finalizers?.includes(finalizer) === true;
}
