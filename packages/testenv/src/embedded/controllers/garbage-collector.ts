// Owner garbage collection, as in kube-controller-manager: deletes dependents whose owners are deleted, lets foreground
// deletion wait for them, and removes their owner references when they are orphaned.
import type { ObjectKey, OwnerReference } from "@capstan/kube";
import { parseApiVersion } from "@capstan/kube";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
import { StatusError } from "../api-status.ts";
import type { Change, StoredObject } from "../store/collection.ts";
import { updateObject } from "../write/change-object.ts";
import { deleteObject, foregroundFinalizer, orphanFinalizer, type Propagation } from "../write/delete-object.ts";
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
    const item: Item = {
      kind,
      namespace: current.object.metadata.namespace ?? "",
      name: current.object.metadata.name ?? "",
    };
    const owners = type === "DELETED" ? [] : ownersOf(current.object);
    const before = previous === undefined ? [] : ownersOf(previous.object);
    for (const { uid } of before) this.#dependents.get(uid)?.delete(idOf(item));
    for (const { uid } of owners) this.#index(uid, item);
    if (owners.length > 0 && !sameOwners(owners, before)) this.queue.add(item);
    if (type !== "DELETED" && waits(current.object)) this.queue.add(item);
    const { uid = "" } = current.object.metadata;
    if (type === "DELETED") this.#addAll(this.#dependents.get(uid)?.values() ?? []);
    // The owner's foreground deletion can continue.
    if (type === "DELETED") for (const owner of before) this.#addOwner(item, owner);
  }

  #index(uid: string, item: Item): void {
    const known = this.#dependents.get(uid) ?? new Map<string, Item>();
    this.#dependents.set(uid, known.set(idOf(item), item));
  }

  #addAll(items: Iterable<Item>): void {
    for (const item of items) this.queue.add(item);
  }

  #addOwner(item: Item, owner: OwnerReference): void {
    const found = this.#find(item, owner);
    if (found !== undefined && found !== "unknown" && waits(found.stored.object)) this.queue.add(found);
  }

  /** The object that a reference names; "unknown" when its kind is not served. */
  #find(item: Item, owner: OwnerReference): (Item & { stored: StoredObject }) | "unknown" | undefined {
    const kind = this.#server.kinds.byKind(parseApiVersion(owner.apiVersion).group, owner.kind);
    if (kind === undefined) return "unknown";
    const key = { namespace: kind.scope === "Cluster" ? "" : item.namespace, name: owner.name };
    const stored = this.#server.store.collection(kind).get(key);
    return stored === undefined || stored.object.metadata.uid !== owner.uid ? undefined : { kind, ...key, stored };
  }

  async #check(item: Item): Promise<void> {
    const stored = this.#server.store.collection(item.kind).get(item);
    if (stored === undefined) return;
    try {
      if (waits(stored.object)) await this.#release(item, stored.object);
      else if (stored.object.metadata.deletionTimestamp === undefined) await this.#collect(item, stored.object);
    } catch (caught) {
      if (!(caught instanceof StatusError)) throw caught;
      // Deleted in between, or kept by a webhook: try again later.
      if (caught.status.code !== 404) this.queue.addLater(item);
    }
  }

  /** Finishes the orphan or foreground deletion of an owner. */
  async #release(item: Item, owner: ApiObject): Promise<void> {
    const { uid = "", finalizers = [] } = owner.metadata;
    const dependents = [...(this.#dependents.get(uid)?.values() ?? [])];
    if (finalizers.includes(orphanFinalizer)) {
      for (const dependent of dependents) await this.#dropReferences(dependent, [uid]);
      return this.#dropFinalizer(item, orphanFinalizer);
    }
    let blocked = false;
    for (const dependent of dependents) {
      const object = this.#server.store.collection(dependent.kind).get(dependent)?.object;
      if (object === undefined) continue;
      if (object.metadata.deletionTimestamp === undefined)
        await this.#delete(dependent, this.#hasDependents(object) ? "Foreground" : "Background");
      const still = this.#server.store.collection(dependent.kind).get(dependent)?.object;
      blocked ||=
        still !== undefined &&
        ownersOf(still).some((reference) => reference.uid === uid && reference.blockOwnerDeletion === true);
    }
    if (!blocked) await this.#dropFinalizer(item, foregroundFinalizer);
  }

  /** Deletes an object whose owners are all deleted; otherwise removes the references to deleted ones. */
  async #collect(item: Item, object: ApiObject): Promise<void> {
    const owners = ownersOf(object).map((owner) => ({ owner, found: this.#find(item, owner) }));
    if (owners.length === 0) return;
    const deleted = owners.filter(({ found }) => found === undefined).map(({ owner }) => owner.uid);
    if (deleted.length === owners.length) return this.#delete(item, undefined);
    if (deleted.length > 0) await this.#dropReferences(item, deleted);
  }

  #hasDependents(object: ApiObject): boolean {
    return (this.#dependents.get(object.metadata.uid ?? "")?.size ?? 0) > 0;
  }

  async #delete(item: Item, propagation: Propagation | undefined): Promise<void> {
    await deleteObject(this.#server, storedPlace(item.kind, item), {
      options: propagation === undefined ? {} : { propagation },
      context: systemContext(),
    });
  }

  #dropReferences(item: Item, uids: readonly string[]): Promise<void> {
    return this.#change(item, (object) => {
      const kept = ownersOf(object).filter(({ uid }) => !uids.includes(uid));
      if (kept.length > 0) object.metadata.ownerReferences = kept;
      else delete object.metadata.ownerReferences;
    });
  }

  #dropFinalizer(item: Item, finalizer: string): Promise<void> {
    return this.#change(item, (object) => {
      object.metadata.finalizers = (object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
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

function ownersOf(object: ApiObject): OwnerReference[] {
  return object.metadata.ownerReferences ?? [];
}

function sameOwners(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return a.length === b.length && a.every(({ uid }, i) => uid === b[i]?.uid);
}

/** Whether the object is being deleted and has a finalizer that the collector removes. */
function waits({ metadata: { deletionTimestamp, finalizers = [] } }: ApiObject): boolean {
  return (
    deletionTimestamp !== undefined &&
    (finalizers.includes(foregroundFinalizer) || finalizers.includes(orphanFinalizer))
  );
}
