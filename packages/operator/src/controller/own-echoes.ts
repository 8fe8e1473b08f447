// Which events of an object are the echo of what its own reconcile wrote. They must not cause another reconcile: a condition whose message differs each time would
// otherwise replace every backoff and every `requeueAfter` by a reconcile a second.
//
// A watch has an event for each change, so one whose version is the result of an own write is that write and nothing else; an event of a new list may stand for several changes, and
// is never an echo. The event may come before the answer to the write: events that come while a write is open are held until it is answered. A write that changes nothing is answered with
// the version of the last change, which somebody else may have made during the reconcile: the change must be what was written, and its event must not come before the write begins.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { compareResourceVersions } from "../cache/resource-version.ts";
import { KeyMap } from "../queue/key-map.ts";
import { type ChangeCheck, changeOf, type SentWrite } from "./own-change.ts";
import { safely } from "./reconcile-errors.ts";

/** One change of the object of a key. */
export interface ObjectChange {
  readonly old: KubeObject;
  readonly object: KubeObject;
}

/** One that an event reported. */
export interface ReportedChange extends ObjectChange {
  readonly priority: number;
  /** Is called once it is known whether the change is of an own write, where an event was held until that. */
  readonly onSorted?: ((isOwn: boolean) => void) | undefined;
}

/** A write that was answered. */
interface Answered {
  /** How many events had come when it began. */
  readonly began: number;
  readonly isChange: ChangeCheck;
}

type HeldChange = ReportedChange & { readonly number: number };

interface Writes {
  /** Answered writes whose events have not come, by version: one that changes nothing has the version of an earlier one. Undefined before the first: most reconciles write nothing. */
  answered: Map<string, Answered[]> | undefined;
  /** How many writes have no answer yet. */
  open: number;
  /** How many events have come during the reconcile. */
  events: number;
  /** The version of the object in the cache, whose event was handled, or dropped by a predicate. */
  last: string;
  /** Events that came while a write was open, each with its number. */
  held: readonly HeldChange[];
  /** The highest priority of the events of others; undefined when there was none. */
  others: number | undefined;
  /** Whether the reconcile has ended. */
  ended: boolean;
}

const nothing: readonly never[] = [];

/** So many events are held. Those beyond are looked at when they come: a tenant may change a large object all the time while a write is slow. */
const mostHeld = 16;

/** The own writes of a controller's reconciles to their objects. */
export class OwnEchoes {
  readonly #writes = new KeyMap<Writes>();
  readonly #isWhole: () => boolean;

  /** `isWhole` says whether the cache has all fields of the objects. */
  constructor(isWhole: () => boolean) {
    this.#isWhole = isWhole;
  }

  /** A reconcile begins, with an object of this version in the cache. It starts when the cache has seen the writes of the last one. */
  begin(key: ObjectKey, version: string = ""): void {
    this.#writes.set(key, {
      answered: undefined,
      open: 0,
      events: 0,
      last: version,
      held: nothing,
      others: undefined,
      ended: false,
    });
  }

  /** The reconcile writes its object now; what is returned is called with the answer, or with nothing when there is none. */
  writes(key: ObjectKey, write: SentWrite): (answer: KubeObject | undefined) => void {
    const writes = this.#writes.get(key);
    if (writes === undefined) return () => undefined;
    const began = writes.events;
    writes.open += 1;
    return (answer) => {
      writes.open -= 1;
      const version = answer?.metadata.resourceVersion;
      const isChange = version === undefined ? undefined : changeOf(write, version, this.#isWhole());
      if (version !== undefined && isChange !== undefined) {
        writes.answered ??= new Map();
        writes.answered.set(version, [...(writes.answered.get(version) ?? []), { began, isChange }]);
      }
      if (writes.open > 0) return;
      sortHeld(writes);
      dropPast(writes);
    };
  }

  /** Whether an event is to be ignored, now or until the reconcile ends. */
  holds(key: ObjectKey, change: ReportedChange): boolean {
    const writes = this.#writes.get(key);
    if (writes === undefined) return false;
    writes.events += 1;
    const event = { ...change, number: writes.events };
    if (writes.ended) return takeOwn(writes, event);
    if (writes.open > 0 && writes.held.length < mostHeld) writes.held = [...writes.held, event];
    else sort(writes, event);
    return true;
  }

  /**
   * The reconcile has ended; returns the highest priority of the events of others, undefined when there was none. `isSeen` says whether the cache has seen a version, so that no event of it will
   * come.
   */
  end(key: ObjectKey, isSeen: (version: string) => boolean): number | undefined {
    const writes = this.#writes.get(key);
    if (writes === undefined || writes.ended) return undefined;
    sortHeld(writes);
    writes.ended = true;
    for (const version of writes.answered?.keys() ?? []) if (isSeen(version)) writes.answered?.delete(version);
    if (isAnswered(writes)) this.#writes.delete(key);
    return writes.others;
  }

  /** An event was handled, or dropped by a predicate. Nothing is kept of a write whose event has come, but while a write is open: events may be held. */
  seen(key: ObjectKey, version: string): void {
    const writes = this.#writes.get(key);
    if (writes === undefined) return;
    writes.last = version;
    if (writes.ended || writes.open === 0) dropPast(writes);
    if (writes.ended && isAnswered(writes)) this.#writes.delete(key);
  }

  /** The object does not exist. */
  forget(key: ObjectKey): void {
    this.#writes.delete(key);
  }
}

/** Whether no event of an answered write has still to come. */
function isAnswered({ answered }: Writes): boolean {
  return answered === undefined || answered.size === 0;
}

/** Forgets the writes whose events have come. Events come in the order of their versions, and so do most answers. */
function dropPast({ answered, last }: Writes): void {
  if (answered === undefined) return;
  answered.delete(last);
  for (const version of answered.keys()) {
    if ((compareResourceVersions(version, last) ?? 1) > 0) return;
    answered.delete(version);
  }
}

/** Looks at the events that were held. */
function sortHeld(writes: Writes): void {
  const { held } = writes;
  writes.held = nothing;
  for (const event of held) sort(writes, event);
}

/** Keeps the priority of an event that is not of an own write. */
function sort(writes: Writes, event: HeldChange): void {
  if (!takeOwn(writes, event)) writes.others = Math.max(writes.others ?? event.priority, event.priority);
}

/** Whether a change is that of an own write, whose event has come now. One that cannot be compared is of somebody else. */
function takeOwn({ answered }: Writes, { number, old, object, onSorted }: HeldChange): boolean {
  const version = object.metadata.resourceVersion ?? "";
  const own = answered?.get(version) ?? [];
  answered?.delete(version);
  const isOwn = own.some(({ began, isChange }) => number > began && safely(() => isChange(old, object), false));
  onSorted?.(isOwn);
  return isOwn;
}
