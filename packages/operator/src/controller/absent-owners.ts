// The owners that an object names and the cache does not have. Each kind has a watch of its own, so the event of an object can come before that of its owner; when the owner comes, its key is
// queued, because the predicate of the controller may ignore that the owner was added.
import { keyOf, type ObjectKey } from "@capstan/kube";
import type { Informer } from "../cache/informer.ts";
import { KeyMap } from "../queue/key-map.ts";
import type { TracedEvent } from "../trace/traced-event.ts";

/** An owner that an object names. */
export interface NamedOwner {
  readonly key: ObjectKey;
  readonly priority: number;
  /** The version of the object. */
  readonly version: string;
  /** The event of the object, if somebody follows it. */
  readonly traced: TracedEvent | undefined;
}

/** So many owners are remembered for each watch, the newest: a tenant can write thousands of names that no object has. */
const mostAbsent = 10_000;

/** The owners of one watch that may come. */
export class AbsentOwners {
  readonly #own: Pick<Informer, "store">;
  /** The oldest first. */
  readonly #absent = new KeyMap<NamedOwner>();

  /** `own` has the kind of the owners. */
  constructor(
    own: Pick<Informer, "addHandler" | "store">,
    enqueue: (key: ObjectKey, priority: number, origin: Pick<NamedOwner, "traced">) => void,
  ) {
    this.#own = own;
    own.addHandler(({ type, object }) => {
      if (type !== "add" || this.#absent.size === 0) return;
      const owner = this.#absent.get(keyOf(object));
      if (owner === undefined) return;
      this.#absent.delete(owner.key);
      enqueue(owner.key, owner.priority, { traced: owner.traced });
    });
  }

  /** Remembers an owner until it comes, or until the cache has seen what was there before the object named it. */
  add(owner: NamedOwner): void {
    for (const old of this.#absent.values()) {
      if (this.#mayCome(old) && this.#absent.size < mostAbsent) break;
      this.#absent.delete(old.key);
    }
    if (!this.#mayCome(owner)) return;
    const priority = Math.max(owner.priority, this.#absent.get(owner.key)?.priority ?? owner.priority);
    this.#absent.delete(owner.key);
    this.#absent.set(owner.key, { ...owner, priority });
  }

  #mayCome({ key: { namespace }, version }: NamedOwner): boolean {
    const { store } = this.#own;
    return store.covers(namespace) && !store.hasReached(namespace, version);
  }
}
