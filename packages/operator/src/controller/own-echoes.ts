// Which events of an object are the echo of what its own reconcile wrote. They must not cause another reconcile: a condition whose message differs each time would
// otherwise replace every backoff and every `requeueAfter` by a reconcile a second.
//
// A watch has an event for each change, so one whose version is the result of an own write is that write and nothing else; an event of a new list may stand for several changes, and
// is never an echo. The event may come before the answer to the write: events of a key that is being reconciled are held until its reconcile ends. A write that changes nothing is answered with
// the version of the last change, which somebody else may have made during the reconcile: the change must be what was written, and its event must not be held before.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { KeyMap } from "../queue/key-map.ts";
import { type ChangeCheck, changeOf, type SentWrite } from "./own-change.ts";

/** One change of the object of a key. */
export interface ObjectChange {
  readonly old: KubeObject;
  readonly object: KubeObject;
}

/** One that an event reported. */
export interface ReportedChange extends ObjectChange {
  readonly priority: number;
}

interface Writes {
  /** What tells the changes of own writes whose events have not come, by version. */
  readonly versions: Map<string, ChangeCheck>;
  /** The events during the reconcile; undefined when there is none. */
  held: ReportedChange[] | undefined;
}

/** The own writes of a controller's reconciles to their objects. */
export class OwnEchoes {
  readonly #writes = new KeyMap<Writes>();

  /** A reconcile begins. It starts when the cache has seen the writes of the last one. */
  begin(key: ObjectKey): void {
    this.#writes.set(key, { versions: new Map(), held: [] });
  }

  /** The reconcile writes its object now; what is returned is called with the answer. An event that is held before a write begins is not its echo. */
  writes(key: ObjectKey, write: SentWrite): (answer: KubeObject) => void {
    const writes = this.#writes.get(key);
    const before = writes?.held?.length ?? 0;
    return ({ metadata: { resourceVersion } }) => {
      const check = changeOf(write, resourceVersion);
      if (writes === undefined || resourceVersion === undefined || check === undefined) return;
      const earlier = writes.held?.slice(0, before) ?? [];
      const isEarlier = earlier.some(({ object }) => object.metadata.resourceVersion === resourceVersion);
      if (!isEarlier) writes.versions.set(resourceVersion, check);
    };
  }

  /** Whether an event is to be ignored, now or until the reconcile ends. */
  holds(key: ObjectKey, change: ReportedChange): boolean {
    const writes = this.#writes.get(key);
    if (writes === undefined) return false;
    if (writes.held === undefined) return takeOwn(writes, change);
    writes.held.push(change);
    return true;
  }

  /** The reconcile has ended; returns the events that were held and are of others. `isSeen` says whether the cache has seen a version, so that no event of it will come. */
  end(key: ObjectKey, isSeen: (version: string) => boolean): readonly ReportedChange[] {
    const writes = this.#writes.get(key);
    if (writes?.held === undefined) return [];
    const others = writes.held.filter((change) => !takeOwn(writes, change));
    writes.held = undefined;
    for (const version of writes.versions.keys()) if (isSeen(version)) writes.versions.delete(version);
    if (writes.versions.size === 0) this.#writes.delete(key);
    return others;
  }

  /** The object does not exist. */
  forget(key: ObjectKey): void {
    this.#writes.delete(key);
  }
}

/** Whether a change is that of an own write, whose event has come now. */
function takeOwn({ versions }: Writes, { old, object }: ObjectChange): boolean {
  const version = object.metadata.resourceVersion ?? "";
  const check = versions.get(version);
  return versions.delete(version) && check?.(old, object) === true;
}
