// Where the results of two conversions differ.
import { isJsonObject, type JsonPath } from "@capstan/kube";

/** One place, with upstream's value and ours; undefined is an absent field. */
export interface Difference {
  readonly path: JsonPath;
  readonly was: unknown;
  readonly is: unknown;
}

/** The places in which a value of ours is not upstream's. */
export function differencesOf(was: unknown, is: unknown, path: JsonPath = []): Difference[] {
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return was.flatMap((item: unknown, index) => differencesOf(item, is[index], [...path, index]));
  if (isJsonObject(was) && isJsonObject(is)) {
    const names = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...names].flatMap((name) => differencesOf(was[name], is[name], [...path, name]));
  }
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, was, is }];
}
