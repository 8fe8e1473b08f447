// Read-your-writes: what the runs of one controller wrote, by key, until the caches have seen it. Used by controller.ts.
// Without it a run may read its own object as it was before its last write, and do everything twice.
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { Informer } from "./informer.ts";
import type { InformerSet } from "./informer-set.ts";

interface Write {
  readonly informer: Informer;
  readonly object: KubeObject;
}

/** How long a run is put off for the cache at most: an object that the cache's selectors leave out never comes. */
export const staleCacheMs = 5000;

/** The writes of one controller that its caches have not seen. */
export class OwnWrites {
  readonly #informers: InformerSet;
  readonly #unseen = new Map<string, { readonly since: number; writes: Write[] }>();

  constructor(informers: InformerSet) {
    this.#informers = informers;
  }

  /** Remembers a write of a key's run, where a cache will see it. */
  add(
    key: string,
    now: number,
    { resource, object }: { readonly resource: Resource; readonly object: KubeObject },
  ): void {
    for (const informer of this.#informers.covering(resource, keyOf(object))) {
      if (informer.hasSeen(object)) continue;
      const unseen = this.#unseen.get(key) ?? { since: now, writes: [] };
      this.#unseen.set(key, unseen);
      // A later write of an object says all that an earlier one does.
      unseen.writes = unseen.writes.filter(
        (write) => write.informer !== informer || write.object.metadata.uid !== object.metadata.uid,
      );
      unseen.writes.push({ informer, object });
    }
  }

  /** The kinds whose cache is behind a key's writes, and since when; undefined when none is. */
  behind(key: string): { readonly since: number; readonly kinds: readonly string[] } | undefined {
    const unseen = this.#unseen.get(key);
    if (unseen === undefined) return undefined;
    unseen.writes = unseen.writes.filter(({ informer, object }) => !informer.hasSeen(object));
    if (unseen.writes.length > 0) return { since: unseen.since, kinds: unseen.writes.map(({ object }) => object.kind) };
    this.#unseen.delete(key);
    return undefined;
  }

  /** Calls when the caches have seen one more of a key's writes. */
  whenCloser(key: string, call: () => void): void {
    const [write] = this.#unseen.get(key)?.writes ?? [];
    write?.informer.whenSeen(write.object, call);
  }

  /** Waits no longer for a key's writes. */
  forget(key: string): void {
    this.#unseen.delete(key);
  }
}
