// Keeps the objects of a cache as they are, in tests and while a program is written: they are read-only in their types alone, and code without types, or with a cast, would change them for everybody.
import type { KubeObject } from "@capstan/kube";

/** Freezes an object with all that is in it, and returns it: a change of it throws a TypeError where it is made. Fields that are kept as JSON are parsed each time, so they are left alone. */
export function protectedObject<T extends KubeObject>(object: T): T {
  const left: unknown[] = [object];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) continue;
    for (const { value: child } of Object.values(Object.getOwnPropertyDescriptors(value))) left.push(child);
    Object.freeze(value);
  }
  return object;
}
