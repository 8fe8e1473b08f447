// Setting a field whose name comes from a document. Used wherever objects are built key by key: clones, patches, parsers.
// Not for names that code knows.

/** Sets an own field whatever its name: an assignment to "__proto__" would reach the prototype. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
