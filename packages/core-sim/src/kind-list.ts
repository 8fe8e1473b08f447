// The objects of a kind as steps read them: all, by key, by Cluster, by owner and by provider ID. Each of these groups counts its changes, so that one sees
// whether what was read is still so.
import type { Client } from "@capstan/client";
import { clusterNameOf, isControlPlaneMachine } from "@capstan/contract";
import { formatKey, getAt, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { HeldCounters } from "./held-counters.ts";
import { inParallel } from "./in-parallel.ts";
import type { ChangeCounter } from "./read-log.ts";

/** Called when a kind was listed, with the version of the list. */
export type ListObserver = (client: Client, list: KindList, resourceVersion: string | undefined) => void;

/** Where a list is read. */
export interface ListSource {
  readonly client: Client;
  readonly scope: { readonly namespace?: string };
  readonly observe: ListObserver;
}

/** Objects that are looked up together. */
class ObjectGroup implements ChangeCounter {
  changes = 0;
  readonly members: Map<string, KubeObject> = new Map<string, KubeObject>();
  #sorted: readonly KubeObject[] | undefined;

  change(id: string, object: KubeObject | undefined): void {
    this.changes += 1;
    this.#sorted = undefined;
    if (object === undefined) this.members.delete(id);
    else this.members.set(id, object);
  }

  /** By key. */
  sorted(): readonly KubeObject[] {
    this.#sorted ??= [...this.members].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, object]) => object);
    return this.#sorted;
  }
}

/** The group of objects that belong to a Cluster, by label or by spec.clusterName. */
export function clusterGroup({ namespace, name }: ObjectKey): string {
  return `cluster ${namespace}/${name}`;
}

/** Those of them that are of its control plane. */
export function controlPlaneGroup(cluster: ObjectKey): string {
  return `control plane of ${clusterGroup(cluster)}`;
}

/** The group of objects that an object owns. */
export function ownerGroup(uid: string | undefined): string {
  return `owner ${uid ?? ""}`;
}

/** The group of Nodes with a provider ID. */
export function providerGroup(providerID: string): string {
  return `provider ${providerID}`;
}

function groupsOf(object: KubeObject): readonly string[] {
  const { namespace = "", ownerReferences = [] } = object.metadata;
  const owners = ownerReferences.map(({ uid }) => ownerGroup(uid));
  const clusters = [clusterNameOf(object), getAt(object, ["spec", "clusterName"])].filter(
    (name) => typeof name === "string",
  );
  const keys = [...new Set(clusters)].map((name) => ({ namespace, name }));
  const controlPlanes = isControlPlaneMachine(object) ? keys.map(controlPlaneGroup) : [];
  const provider = getAt(object, ["spec", "providerID"]);
  const providers = typeof provider === "string" ? [providerGroup(provider)] : [];
  return [...owners, ...keys.map(clusterGroup), ...controlPlanes, ...providers];
}

/** More single reads than this share of the objects cost more than a list. */
const mostSingleReads = 0.1;
const readsAtOnce = 8;

/** The objects of one kind. */
export class KindList {
  readonly resource: Resource;
  readonly #source: ListSource;
  readonly #all = new ObjectGroup();
  readonly #groups = new HeldCounters(() => new ObjectGroup());
  /** Those that have members; an empty one is kept while somebody that has read it holds it. */
  readonly #filled = new Set<ObjectGroup>();
  /** A reader of an object holds its counter, which counts on when the object is deleted and created again. */
  readonly #keys = new HeldCounters(() => ({ changes: 0 }));
  /** What was deleted, written in another version, or changed by others: it is read again when something is read. */
  readonly #stale = new Map<string, ObjectKey>();
  /** What is shown as it will be stored: an answer that came in between is not seen. */
  readonly #shown = new WeakSet<KubeObject>();
  #isLost = true;
  /** The version of the server when all was read; undefined when something else is shown since then. */
  #version: string | undefined;
  /** Whether something is shown as it will be stored since the last list began. */
  #hasShown = false;
  #reading: Promise<void> | undefined;

  constructor(resource: Resource, source: ListSource) {
    this.resource = resource;
    this.#source = source;
  }

  /** What failed in the last step is read again in this one. */
  begin(): void {
    this.#reading = undefined;
  }

  /** Brings it up to date with the server. What has failed, fails until the next step. */
  async refresh(): Promise<void> {
    while (this.#isLost || this.#stale.size > 0) {
      const reading = this.#reading ?? this.#read();
      this.#reading = reading;
      await reading;
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  /** All objects, or those of a group, by key. */
  objects(group?: string): readonly KubeObject[] {
    return this.#groupOf(group).sorted();
  }

  object(key: ObjectKey): KubeObject | undefined {
    return this.#all.members.get(formatKey(key));
  }

  /** What counts the changes of a group. */
  groupCounter(group?: string): ChangeCounter {
    return this.#groupOf(group);
  }

  /** What counts the changes of an object. */
  keyCounter(key: ObjectKey): ChangeCounter {
    return this.#keys.of(formatKey(key));
  }

  /** Takes over what the server has stored. */
  put(object: KubeObject): void {
    const id = formatKey(keyOf(object));
    this.#stale.delete(id);
    this.#set(id, object);
  }

  /** Shows an object as it will be stored; one that others have changed is read again all the same. */
  show(object: KubeObject): void {
    this.#version = undefined;
    this.#hasShown = true;
    this.#shown.add(object);
    this.#set(formatKey(keyOf(object)), object);
  }

  /** Reads an object again when something is read. */
  forget(key: ObjectKey): void {
    const id = formatKey(key);
    this.#stale.set(id, key);
    this.#set(id, this.#all.members.get(id));
  }

  /** Reads all again when something is read: nobody says what has changed. */
  lose(): void {
    this.#isLost = true;
  }

  /** Nobody knows whether what was read is still so. */
  doubt(): void {
    for (const counter of [this.#all, ...this.#groups.held, ...this.#keys.held]) counter.changes += 1;
  }

  /** Takes over an event of a watch; whether it is news. */
  hear(type: string, object: KubeObject): boolean {
    const known = this.object(keyOf(object));
    if (known === undefined && type === "DELETED") return false;
    const [version, of] = [known, object].map((each) => Number(each?.metadata.resourceVersion ?? Number.NaN));
    if (version === undefined || of === undefined) return false;
    // The answer to what removes the last finalizer may have the version of the deletion.
    if (type === "DELETED" ? version > of : version >= of) return false;
    this.forget(keyOf(object));
    return true;
  }

  #groupOf(name: string | undefined): ObjectGroup {
    return name === undefined ? this.#all : this.#groups.of(name);
  }

  #set(id: string, object: KubeObject | undefined): void {
    const before = this.#all.members.get(id);
    this.#all.change(id, object);
    const [old, now] = [before, object].map((each) => new Set(each === undefined ? [] : groupsOf(each)));
    for (const name of new Set([...(old ?? []), ...(now ?? [])])) {
      const group = this.#groupOf(name);
      group.change(id, now?.has(name) === true ? object : undefined);
      if (group.members.size === 0) this.#filled.delete(group);
      else this.#filled.add(group);
    }
    const counter = this.#keys.get(id);
    if (counter !== undefined) counter.changes += 1;
  }

  async #read(): Promise<void> {
    const { client } = this.#source;
    const most = Math.max(readsAtOnce, this.#all.members.size * mostSingleReads);
    if (this.#isLost || this.#stale.size > most) return this.#readAll();
    await inParallel([...this.#stale], readsAtOnce, async ([id, key]) => {
      const before = this.#all.members.get(id);
      this.#stale.delete(id);
      const object = await client.find(this.resource, key).catch((error: unknown) => {
        this.#stale.set(id, key);
        throw error;
      });
      this.#take(id, { before, object });
    });
  }

  /** Takes over what was read. What was written in between is newer; what is only shown is not: the object is read again. */
  #take(id: string, { before, object }: Readonly<Record<"before" | "object", KubeObject | undefined>>): void {
    const known = this.#all.members.get(id);
    const isShown = known !== undefined && this.#shown.has(known);
    if (known === before) {
      const isSame = known?.metadata.resourceVersion === object?.metadata.resourceVersion;
      if (!isSame || isShown) this.#set(id, object);
    } else if (isShown) this.#stale.set(id, keyOf(known));
  }

  async #readAll(): Promise<void> {
    const { client, scope, observe } = this.#source;
    if (await this.#isAsRead()) {
      this.#isLost = false;
      return observe(client, this, this.#version);
    }
    const before = new Map(this.#all.members);
    this.#stale.clear();
    this.#isLost = true;
    this.#hasShown = false;
    const { items, metadata } = await client.listAll(this.resource, scope);
    const found = new Map(items.map((object) => [formatKey(keyOf(object)), object]));
    for (const id of new Set([...before.keys(), ...found.keys()]))
      this.#take(id, { before: before.get(id), object: found.get(id) });
    this.#isLost = false;
    this.#version = this.#hasShown ? undefined : metadata.resourceVersion;
    observe(client, this, metadata.resourceVersion);
  }

  /** Whether nothing has changed on the server since all was read: it has one version for all objects, and says it with a single one. */
  async #isAsRead(): Promise<boolean> {
    const version = this.#version;
    if (version === undefined || this.#stale.size > 0) return false;
    const { client, scope } = this.#source;
    const { metadata } = await client.list(this.resource, { ...scope, limit: 1, metadataOnly: true });
    return metadata.resourceVersion === version && this.#version === version && this.#stale.size === 0;
  }
}
