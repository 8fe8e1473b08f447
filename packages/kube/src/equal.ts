// JSON values compared and copied. Only what JSON can hold: no dates, maps or class instances.
// Used by patches, caches and tests of this repository.
import { setOwn } from "./own-field.ts";

/** Whether two JSON values are the same; an undefined field counts as absent, order of fields does not matter. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return Array.isArray(a) ? equalLists(a, b as unknown[]) : equalObjects(a as Fields, b as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
}

function equalObjects(a: Fields, b: Fields): boolean {
  for (const key of Object.keys(a)) {
    if (a[key] !== undefined && !(Object.hasOwn(b, key) && deepEqual(a[key], b[key]))) return false;
  }
  return Object.keys(b).every((key) => b[key] === undefined || Object.hasOwn(a, key));
}

/** A copy that shares nothing with the original. Several times faster than structuredClone on Kubernetes objects. */
export function deepClone<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(deepClone) as T;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, deepClone((value as Fields)[key]));
  return copy as T;
}

/** Whether a value is a JSON object (not a list, not null). */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
