// Objects of the cache that cannot be changed, for tests: a change throws where it is made, and names the object and the field. Frozen objects would throw a TypeError with
// the name of the field alone, and proxies cannot be copied by structuredClone.
import { formatKey, keyOf, type KubeObject } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";

/** A value in an object, and the path to it. */
interface Part {
  readonly value: object;
  readonly path: string;
}

/** Throws the error for a change of a field. */
type Reject = (path: string) => never;

/**
 * Makes an object and all that is in it unchangeable, and returns it: to set or add a field throws `operator/cache-changed`; to delete one, a TypeError. Fields that are kept as JSON are parsed each
 * time, so they are left alone.
 */
export function protectedObject<T extends KubeObject>(object: T): T {
  const { kind } = object;
  const name = formatKey(keyOf(object));
  const reject: Reject = (path) => {
    throw operatorError("operator/cache-changed", { kind, name, path });
  };
  const open: Part[] = [{ value: object, path: "" }];
  for (let part = open.pop(); part !== undefined; part = open.pop())
    if (Object.isExtensible(part.value)) open.push(...protectPart(part, reject));
  return object;
}

/** Protects the fields of a value; returns those that have fields of their own. */
function protectPart({ value, path }: Part, reject: Reject): readonly Part[] {
  const inner: Part[] = [];
  const isList = Array.isArray(value);
  const pathOf = (key: string): string => (isList ? `${path}[${key}]` : [path, key].filter(Boolean).join("."));
  for (const [key, field] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const child: unknown = field.value;
    // What is kept as JSON has no value.
    if (!("value" in field)) continue;
    if (field.configurable !== true) Object.defineProperty(value, key, { writable: false });
    else
      Object.defineProperty(
        value,
        key,
        fixed(child, () => reject(pathOf(key))),
      );
    if (typeof child === "object" && child !== null) inner.push({ value: child, path: pathOf(key) });
  }
  // A field that an object does not have is set by what it inherits from.
  const added = (_: object, key: string | symbol): boolean => reject(pathOf(String(key)));
  const inherited: unknown = Object.getPrototypeOf(value);
  Object.setPrototypeOf(value, new Proxy(Object.create(isObject(inherited) ? inherited : null), { set: added }));
  Object.preventExtensions(value);
  return inner;
}

function fixed(child: unknown, set: () => never): PropertyDescriptor {
  return { get: () => child, set, enumerable: true, configurable: false };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether the environment asks for it, as that of an entry under `capstan dev` does. */
export function protectsCaches(variables: Readonly<Record<string, string | undefined>>): boolean {
  return variables["CAPSTAN_PROTECT_CACHE"] === "1";
}
