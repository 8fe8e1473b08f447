// JSON in containers without a prototype: objects are Maps. Written for the comparison alone, it shares no code with the product.

/** A JSON value whose objects are Maps. */
export type Tree = null | boolean | number | string | Tree[] | Map<string, Tree>;

/** Reads JSON; also a field called "__proto__" is an entry. */
export function readTree(text: string): Tree {
  return toTree(JSON.parse(text));
}

function toTree(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(toTree);
  if (typeof value === "object" && value !== null)
    return new Map(Reflect.ownKeys(value).map((key) => [String(key), toTree(Reflect.get(value, key))]));
  // JSON has no other values.
  return value as Tree;
}

/** JSON with the fields of each object in one order, so that equal values are equal text. */
export function canonical(tree: Tree): string {
  if (Array.isArray(tree)) return `[${tree.map(canonical).join(",")}]`;
  if (!(tree instanceof Map)) return JSON.stringify(tree);
  const entries = [...tree].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
}

/** RFC 7386. */
export function mergedTree(target: Tree | undefined, patch: Tree): Tree {
  if (!(patch instanceof Map)) return copyTree(patch);
  const result = new Map(target instanceof Map ? target : []);
  for (const [key, value] of patch) {
    if (value === null) result.delete(key);
    else result.set(key, mergedTree(result.get(key), value));
  }
  return result;
}

/** A strategic merge without directives, of fields whose lists are replaced: nulls in the items of new lists are dropped, too. */
export function strategicTree(target: Tree | undefined, patch: Tree): Tree {
  if (Array.isArray(patch)) return patch.map((item) => (item instanceof Map ? strategicTree(undefined, item) : item));
  if (!(patch instanceof Map)) return patch;
  const result = new Map(target instanceof Map ? target : []);
  for (const [key, value] of patch) {
    if (value === null) result.delete(key);
    else result.set(key, strategicTree(result.get(key), value));
  }
  return result;
}

/** A copy that shares nothing. */
export function copyTree(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(copyTree);
  return tree instanceof Map ? new Map([...tree].map(([key, value]) => [key, copyTree(value)])) : tree;
}
