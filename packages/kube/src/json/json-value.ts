// JSON values: comparing, copying and checking them. Dates, maps and class instances are not JSON.

type Fields = Readonly<Record<string, unknown>>;

/** Whether two JSON values are equal. An undefined field counts as absent; the order of fields does not matter. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return isJsonObject(a) && isJsonObject(b) && equalObjects(a, b);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
}

function equalObjects(a: Fields, b: Fields): boolean {
  for (const key of Object.keys(a)) {
    if (a[key] !== undefined && !(Object.hasOwn(b, key) && deepEqual(a[key], b[key]))) return false;
  }
  return Object.keys(b).every((key) => b[key] === undefined || Object.hasOwn(a, key));
}

/** A copy that shares no object with the original. Several times faster than structuredClone on Kubernetes objects. */
export function deepClone<T>(value: T): T;
// The overload states that a copy has the type of its original, which the compiler cannot infer from the copying.
export function deepClone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => deepClone(item));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, deepClone(value[key]));
  return copy;
}

/** Whether a value is a JSON object: not a list and not null. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own field; undefined also for names that every object inherits, such as "constructor". For names that come from a document. */
export function ownValue<T>(object: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a field whose name comes from a document. An assignment to "__proto__" would change the prototype instead. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
