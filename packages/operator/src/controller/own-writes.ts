// Read-your-writes: what the reconciles of one controller wrote, by key, until the caches have seen it.
// Without it a reconcile may read its own object as it was before its last write, and repeat what it did.
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { Informer } from "../cache/informer.ts";
import type { InformerSet } from "../cache/informer-set.ts";
import { KeyMap } from "../queue/key-map.ts";

interface Write {
  readonly informer: Informer;
  readonly object: KubeObject;
  /** What the controller wrote before it deleted that. It is missing in a cache that has seen neither, so this must be seen first. */
  readonly before: KubeObject | undefined;
  readonly at: number;
}

/** What tells a cache that it has seen a write. The whole object would stay in memory until then. */
function withoutContent({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { labels: _, annotations: __, ownerReferences: ___, managedFields: ____, ...kept } = metadata;
  return { apiVersion, kind, metadata: kept };
}

/** What a server deleted: it does not say which object it was. */
function isDeletion({ metadata }: KubeObject): boolean {
  return metadata.resourceVersion === undefined;
}

/** The own write of what is deleted, where its cache has not seen that. */
function writtenBefore(deleted: KubeObject, informer: Informer, writes: readonly Write[]): KubeObject | undefined {
  const { uid } = deleted.metadata;
  const key = formatKey(keyOf(deleted));
  return writes
    .filter((write) => write.informer === informer)
    .flatMap(({ object, before = object }) => (isDeletion(before) ? [] : [before]))
    .findLast(
      (object) =>
        formatKey(keyOf(object)) === key &&
        (uid === undefined || uid === object.metadata.uid) &&
        !informer.hasSeen(object),
    );
}

/** What a cache has to see next of a write; undefined when it has seen all. */
function nextUnseen({ informer, object, before }: Write): KubeObject | undefined {
  return [before, object].find((one) => one !== undefined && !informer.hasSeen(one));
}

/** The longest a reconcile waits for the cache: an object that the cache's selectors exclude never arrives. */
export const staleCacheMs = 5000;

/** The writes of one controller that its caches have not seen. */
export class OwnWrites {
  readonly #informers: InformerSet;
  readonly #unseen = new KeyMap<readonly Write[]>();
  /** What ends the wait of a key. */
  readonly #waits = new KeyMap<() => void>();

  constructor(informers: InformerSet) {
    this.#informers = informers;
  }

  /** Remembers a write of a key's run, if a cache will see it. An object without a version was deleted. */
  add(
    key: ObjectKey,
    now: number,
    { resource, object }: { readonly resource: Resource; readonly object: KubeObject },
  ): void {
    for (const informer of this.#informers.covering(resource, keyOf(object))) {
      const others = this.#unseen.get(key) ?? [];
      const before = isDeletion(object) ? writtenBefore(object, informer, others) : undefined;
      const stored = isDeletion(object) ? informer.store.get(keyOf(object)) : undefined;
      const { uid } = { ...(before ?? stored)?.metadata, ...object.metadata };
      const { kind } = informer.resource;
      const written = { ...object, kind, metadata: uid === undefined ? object.metadata : { ...object.metadata, uid } };
      if (before === undefined && informer.hasSeen(written)) continue;
      // A later write of the same object covers the earlier one.
      const kept = others.filter((write) => write.informer !== informer || write.object.metadata.uid !== uid);
      this.#unseen.set(key, [...kept, { informer, object: withoutContent(written), before, at: now }]);
    }
  }

  /** The kinds of a key's writes that a cache has not seen yet, and the time of the first of them; undefined when there are none. */
  unseenWrites(key: ObjectKey): { readonly since: number; readonly kinds: readonly string[] } | undefined {
    const known = this.#unseen.get(key);
    // Most runs write nothing. Nothing waits for such a key either.
    if (known === undefined) return undefined;
    const writes = known.filter((write) => nextUnseen(write) !== undefined);
    if (writes.length === 0) {
      this.forget(key);
      return undefined;
    }
    this.#unseen.set(key, writes);
    return { since: Math.min(...writes.map(({ at }) => at)), kinds: writes.map(({ object }) => object.kind) };
  }

  /** Stops waiting for a key's writes that were made at a time or before; returns the kinds of those that no cache has seen. */
  giveUp(key: ObjectKey, until: number): readonly string[] {
    if (this.unseenWrites(key) === undefined) return [];
    const writes = this.#unseen.get(key) ?? [];
    this.#unseen.set(
      key,
      writes.filter(({ at }) => at > until),
    );
    return writes.filter(({ at }) => at <= until).map(({ object }) => object.kind);
  }

  /** Calls back when its cache has seen the first of a key's unseen writes, in place of the callback that waits. */
  onNextSeen(key: ObjectKey, call: () => void): void {
    const [write] = this.#unseen.get(key) ?? [];
    this.#endWait(key);
    if (write === undefined) return;
    this.#waits.set(key, write.informer.whenSeen(nextUnseen(write) ?? write.object, call));
  }

  /** Forgets a key's writes as its caches see them: the key may never run again. */
  forgetSeen(key: ObjectKey): void {
    if (this.unseenWrites(key) !== undefined) this.onNextSeen(key, () => this.forgetSeen(key));
  }

  /** Stops waiting for a key's writes. */
  forget(key: ObjectKey): void {
    this.#unseen.delete(key);
    this.#endWait(key);
  }

  #endWait(key: ObjectKey): void {
    this.#waits.get(key)?.();
    this.#waits.delete(key);
  }
}
