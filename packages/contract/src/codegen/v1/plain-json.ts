// Copies what a function of the author takes and returns: JSON and nothing else.
import { setOwn } from "@capstan/kube";

/**
 * A copy of a value. A field that is undefined is absent in the copy.
 *
 * @throws TypeError when the value has a part that JSON cannot have: a promise, a date, a map, a function, NaN.
 */
export function plainJson(value: unknown): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(plainJson);
  if (!isPlainObject(value)) throw new TypeError(`${nameOf(value)} is not JSON`);
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) if (part !== undefined) setOwn(copy, name, plainJson(part));
  return copy;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype, which has no prototype either.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameOf(value: unknown): string {
  return typeof value === "object" && value !== null ? `a ${value.constructor.name}` : String(value);
}
