// Finds elements of lists that are neither an element as it was stored nor an element as it is without kept data: they have the data of
// another element.
import { isJsonObject, type JsonPath } from "@capstan/kube";
import { listPaths } from "./changed-objects.ts";
import { valueAtPath, type Difference } from "./differences.ts";
import type { JsonFields } from "./checked-conversion.ts";

/** Where elements may come from, and which lists have keys: their elements may merge old and new. */
export interface Origins {
  readonly origins: readonly JsonFields[];
  readonly hasKeys: (path: JsonPath) => boolean;
}

/** The elements of lists without keys that equal none of the origins' elements. Lists inside of elements are checked on their own. */
export function mixedElements(object: JsonFields, { origins, hasKeys }: Origins): Difference[] {
  return listPaths(object).flatMap((path) => {
    if (hasKeys(path)) return [];
    const known = new Set(origins.flatMap((origin) => listsLike(origin, path).map(bareText)));
    const list = valueAtPath(object, path);
    const elements: readonly unknown[] = Array.isArray(list) ? list : [];
    return elements.flatMap((element, index): Difference[] =>
      known.has(bareText(element)) ? [] : [{ path: [...path, index], was: undefined, is: element }],
    );
  });
}

/** The elements of all lists at the same path, whatever the indexes of the elements around them. */
function listsLike(root: unknown, path: JsonPath): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return Array.isArray(root) ? root : [];
  if (typeof step === "number") return Array.isArray(root) ? root.flatMap((item) => listsLike(item, rest)) : [];
  return isJsonObject(root) ? listsLike(root[step], rest) : [];
}

/** The element without lists of objects, as text with sorted fields. */
function bareText(value: unknown): string {
  return JSON.stringify(bare(value));
}

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isJsonObject) ? [] : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, next]) => [name, bare(next)]),
  );
}
