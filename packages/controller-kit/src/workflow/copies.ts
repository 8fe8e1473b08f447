// Private copies of objects that are shared with others, made in turns of the event loop: one object may have hundreds of thousands of labels.
import { deepClone, type DeepReadonly, type KubeObject } from "@capstan/kube";
import { inTurn, type TurnOptions } from "@capstan/kube/turns";

/** An object, also one that is for reading only. */
interface InNamespace {
  readonly metadata: { readonly namespace?: string };
}

/** What a piece of work on an object has: its namespace gets its part of the time. */
export function turnOf({ metadata }: InNamespace): TurnOptions {
  return { owner: () => metadata.namespace ?? "" };
}

/** A copy of an object. */
export function copyOf<T extends KubeObject>(object: T): Promise<T> {
  return inTurn(() => deepClone(object), turnOf(object));
}

/** Copies of objects as they are now, each in a turn. */
export async function copiesOf<T extends KubeObject>(objects: Iterable<DeepReadonly<T>>): Promise<readonly T[]> {
  const copies: T[] = [];
  // What the iterable reads from may change between two turns. They are read-only in their type alone, and copies are not.
  for (const object of Array.from(objects)) copies.push(await copyOf(object as unknown as T));
  return copies;
}
