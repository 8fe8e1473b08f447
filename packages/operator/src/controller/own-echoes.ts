// Which events of an object are the echo of what its own reconcile wrote. They must not cause another reconcile: a condition whose message differs each time would
// otherwise replace every backoff and every `requeueAfter` by a reconcile a second.
//
// A watch has an event for each change, so one whose version is the result of an own write is that write and nothing else; an event of a new list may stand for several changes, and
// is never an echo. The event may come before the answer to the write: events of a key that is being reconciled are held until its reconcile ends. A write that changes nothing has
// the version of the last change, which somebody else may have made during the reconcile: an event that was held before the write began is not its echo.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { KeyMap } from "../queue/key-map.ts";

/** An event of the object of a key. */
export interface ObjectChange {
  readonly version: string;
  readonly priority: number;
}

interface Writes {
  /** The versions of own writes whose events have not come. */
  readonly versions: Set<string>;
  /** The events during the reconcile; undefined when there is none. */
  held: ObjectChange[] | undefined;
}

/** The own writes of a controller's reconciles to their objects. */
export class OwnEchoes {
  readonly #writes = new KeyMap<Writes>();

  /** A reconcile begins. It starts when the cache has seen the writes of the last one. */
  begin(key: ObjectKey): void {
    this.#writes.set(key, { versions: new Set(), held: [] });
  }

  /** How many events are held. */
  held(key: ObjectKey): number {
    return this.#writes.get(key)?.held?.length ?? 0;
  }

  /** The reconcile has written its object; `before` is what `held` returned before it did. */
  wrote(key: ObjectKey, { metadata: { resourceVersion } }: KubeObject, before: number): void {
    const writes = this.#writes.get(key);
    if (writes === undefined || resourceVersion === undefined) return;
    const isOlder = writes.held?.slice(0, before).some(({ version }) => version === resourceVersion);
    if (isOlder !== true) writes.versions.add(resourceVersion);
  }

  /** Whether an event is to be ignored, now or until the reconcile ends. */
  holds(key: ObjectKey, change: ObjectChange): boolean {
    const writes = this.#writes.get(key);
    if (writes === undefined) return false;
    if (writes.held === undefined) return writes.versions.delete(change.version);
    writes.held.push(change);
    return true;
  }

  /** The reconcile has ended; returns the events that were held and are of others. `isSeen` says whether the cache has seen a version, so that no event of it will come. */
  end(key: ObjectKey, isSeen: (version: string) => boolean): readonly ObjectChange[] {
    const writes = this.#writes.get(key);
    if (writes?.held === undefined) return [];
    const others = writes.held.filter(({ version }) => !writes.versions.delete(version));
    writes.held = undefined;
    for (const version of writes.versions) if (isSeen(version)) writes.versions.delete(version);
    if (writes.versions.size === 0) this.#writes.delete(key);
    return others;
  }

  /** The object does not exist. */
  forget(key: ObjectKey): void {
    this.#writes.delete(key);
  }
}
