// Lists in documents that were not checked.

/** The elements of a list; none for any other value. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
