// Freezes what functions for different templates share: none may change it for the others.

/** Freezes a JSON value with all that is in it, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
