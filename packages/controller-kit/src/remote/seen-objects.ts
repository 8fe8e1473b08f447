// What a watch of a workload cluster remembers of each object: a hash and the keys that it stands for, within limits on memory. The server belongs to a tenant, who decides how many objects there are, and often how many keys.
import { formatKey, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";

/** What is kept of an object. */
export interface Seen {
  readonly state: string;
  readonly keys: readonly ObjectKey[];
  /** Whether it had more keys than are kept. */
  readonly isCut: boolean;
  /** How often `toKeys` has failed for this state; absent when it has not, and the state needs no call. */
  readonly failures?: number;
}

/** How many characters of keys each object has for itself, and all objects have in common. */
const most = { own: 1024, common: 1024 * 1024 } as const;
/** What a key takes beyond its characters. */
const keyOverhead = 64;

/** Most API servers have no namespace or name with more than 253 characters. */
export const longestName = 1024;

/** The objects of one workload cluster, by name. */
export class SeenObjects {
  readonly #objects = new Map<string, Seen>();
  /** What the keys of all objects take beyond what each has for itself. */
  #common = 0;

  get size(): number {
    return this.#objects.size;
  }

  has(name: string): boolean {
    return this.#objects.has(name);
  }

  get(name: string): Seen | undefined {
    return this.#objects.get(name);
  }

  entries(): Iterable<[name: string, seen: Seen]> {
    return this.#objects.entries();
  }

  /** Keeps as many keys of an object as there is room for; returns what is kept. */
  set(name: string, seen: Seen): Seen {
    this.delete(name);
    const room = most.own + most.common - this.#common;
    const keys: ObjectKey[] = [];
    let size = 0;
    for (const key of seen.keys) {
      if (size + sizeOf(key) > room) break;
      size += sizeOf(key);
      keys.push(key);
    }
    this.#common += beyondOwn(size);
    const kept = { ...seen, keys, isCut: seen.isCut || keys.length < seen.keys.length };
    this.#objects.set(name, kept);
    return kept;
  }

  delete(name: string): void {
    const size = this.#objects.get(name)?.keys.reduce((sum, key) => sum + sizeOf(key), 0) ?? 0;
    this.#common -= beyondOwn(size);
    this.#objects.delete(name);
  }

  /** Each object counts as changed when it is seen again. Its keys are kept. */
  forgetStates(): void {
    for (const [name, seen] of this.#objects) this.#objects.set(name, { ...seen, state: "" });
  }

  clear(): void {
    this.#objects.clear();
    this.#common = 0;
  }
}

/** Namespace and name of an object, under which all that is kept of it is found. Throws an error of `tooLong` where one of them is too long, or no string, whatever its type says: thousands of such names would fill the memory. */
export function keptName(object: KubeObject, tooLong: () => Error): string {
  const key = keyOf(object);
  // The key has an empty name in the place of none.
  if (!isName(key.namespace) || !isName(object.metadata.name)) throw tooLong();
  return formatKey(key);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= longestName;
}

function sizeOf({ namespace, name }: ObjectKey): number {
  return namespace.length + name.length + keyOverhead;
}

function beyondOwn(size: number): number {
  return Math.max(0, size - most.own);
}
