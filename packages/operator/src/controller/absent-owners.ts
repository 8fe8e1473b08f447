// The owners that an object names and the cache does not have. Each kind has a watch of its own, so the event of an object can come before that of its owner; when the owner comes, its key is
// queued, because the predicate of the controller may ignore that the owner was added.
import type { Clock } from "@capstan/client";
import { keyOf, type ObjectKey } from "@capstan/kube";
import type { Informer } from "../cache/informer.ts";
import { compareResourceVersions } from "../cache/resource-version.ts";
import { KeyMap } from "../queue/key-map.ts";
import type { TracedEvent } from "../trace/traced-event.ts";

/** An owner that an object names. */
export interface NamedOwner {
  readonly key: ObjectKey;
  /** Undefined when several owners of the name are named. */
  readonly uid: string | undefined;
  readonly priority: number;
  /** The version of the object; the highest one when several name it. */
  readonly version: string;
  /** The event of the object, if somebody follows it. */
  readonly traced: TracedEvent | undefined;
}

/** So many owners are remembered for each watch, the newest: a tenant can write thousands of names that no object has. */
const mostAbsent = 10_000;
/** So long an owner may come, whatever the versions: those of the object and of its owner have no order where two servers store the kinds. */
const leastWaitMs = 60_000;

/** An owner that is remembered. */
interface AbsentOwner extends NamedOwner {
  readonly leastUntil: number;
}

/** An owner that was named before, too: the objects come in any order, and so do the states of one object. */
export function namedAgain(owner: NamedOwner, before: NamedOwner | undefined): NamedOwner {
  if (before === undefined) return owner;
  const isOlder = (compareResourceVersions(owner.version, before.version) ?? 0) < 0;
  return {
    ...owner,
    uid: owner.uid === before.uid ? owner.uid : undefined,
    priority: Math.max(owner.priority, before.priority),
    version: isOlder ? before.version : owner.version,
  };
}

/** The owners of one watch that may come. */
export class AbsentOwners {
  readonly #own: Pick<Informer, "store">;
  readonly #clock: Pick<Clock, "now">;
  /** The oldest first. */
  readonly #absent = new KeyMap<AbsentOwner>();

  /** `own` has the kind of the owners. */
  constructor(
    own: Pick<Informer, "addHandler" | "store">,
    enqueue: (key: ObjectKey, priority: number, origin: Pick<NamedOwner, "traced">) => void,
    clock: Pick<Clock, "now">,
  ) {
    this.#own = own;
    this.#clock = clock;
    own.addHandler(({ type, object }) => {
      if (type !== "add" || this.#absent.size === 0) return;
      const owner = this.#absent.get(keyOf(object));
      if (owner === undefined) return;
      // Another object may have had the name before the owner, or have it after it.
      if (owner.uid === object.metadata.uid || !this.#mayCome(owner)) this.#absent.delete(owner.key);
      enqueue(owner.key, owner.priority, { traced: owner.traced });
    });
  }

  /** Remembers an owner until it comes, or until the cache has seen what was there before the object named it, and a minute is over. */
  add(owner: NamedOwner): void {
    for (const old of this.#absent.values()) {
      if (this.#mayCome(old) && this.#absent.size < mostAbsent) break;
      this.#absent.delete(old.key);
    }
    const { key } = owner;
    if (!this.#own.store.covers(key.namespace)) return;
    const named = namedAgain(owner, this.#absent.get(key));
    this.#absent.delete(key);
    this.#absent.set(key, { ...named, leastUntil: this.#clock.now() + leastWaitMs });
  }

  #mayCome({ key: { namespace }, version, leastUntil }: AbsentOwner): boolean {
    return this.#clock.now() < leastUntil || !this.#own.store.hasReached(namespace, version);
  }
}
