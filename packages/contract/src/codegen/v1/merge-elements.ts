// Merges a list or map of the hub that was kept with the one that a client of the other version wrote: element by element, and in an element field by
// field. What the client's change has no effect on is as it was kept.
import { deepEqual, isJsonObject, ownFields, ownValue } from "@capstan/kube";
import type { ChangedValue } from "./conversion-op.ts";
import { canonical } from "./elements.ts";
import { isListOfObjects } from "./fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The same of lists. */
interface ChangedLists {
  readonly kept: readonly Fields[];
  readonly before: readonly Fields[];
  readonly now: readonly Fields[];
}

/** A list whose elements stay elements of a list, in the order of the client. `key` tells them apart. */
export function mergeList(key: string, { kept, before, now }: ChangedValue): unknown {
  if (!isListOfObjects(kept) || !isListOfObjects(before) || !isListOfObjects(now)) return now;
  const lists = { kept, before, now };
  const partners = partnersOf(key, lists);
  return now.map((element, index) => {
    const partner = partners.get(index) ?? -1;
    const [old, was] = [kept[partner], before[partner]];
    return old === undefined || was === undefined ? element : mergeFields({ kept: old, before: was, now: element });
  });
}

/** A list that is a map in the other version, or a map that is a list there. `key` is the field of the list's elements that has the map's key. */
export function mergeMapped(key: string, { kept, before, now }: ChangedValue): unknown {
  if (isListOfObjects(kept) && isListOfObjects(before) && isListOfObjects(now))
    return mergeListOfMap(key, { kept, before, now });
  return isJsonObject(kept) && isJsonObject(before) && isJsonObject(now) ? mergeMap({ kept, before, now }) : now;
}

/**
 * Elements stay in their order, and new ones come after them; a sorted list stays sorted. Of several elements with one key the map has the last, so a client
 * cannot change the others.
 */
function mergeListOfMap(key: string, { kept, before, now }: ChangedLists): unknown {
  const isSorted =
    kept.length === before.length && kept.every((element, index) => element[key] === before[index]?.[key]);
  if (isSorted) return mergeList(key, { kept, before, now });
  const [was, is] = [before, now].map((list) => new Map(list.map((element) => [element[key], element])));
  const last = new Map(kept.map((element, index) => [element[key], index]));
  const staying = kept.flatMap((element, index) => {
    const name = element[key];
    const next = is?.get(name);
    if (next === undefined) return [];
    return [
      last.get(name) === index ? mergeFields({ kept: element, before: was?.get(name) ?? {}, now: next }) : element,
    ];
  });
  return [...staying, ...now.filter((element) => !last.has(element[key]))];
}

/** A value that the list shows as before is as it was kept: a null is an element without fields there. */
function mergeMap({ kept, before, now }: Readonly<Record<keyof ChangedValue, Fields>>): Fields {
  const entries = Object.entries(now).map(([name, value]): [string, unknown] => {
    const isSame = Object.hasOwn(kept, name) && Object.hasOwn(before, name) && deepEqual(before[name], value);
    return [name, isSame ? kept[name] : value];
  });
  return ownFields(entries);
}

/** The fields of an element: those that are now as they were before, as they were kept. */
function mergeFields({ kept, before, now }: Readonly<Record<keyof ChangedValue, Fields>>): Fields {
  const names = [...new Set([...Object.keys(kept), ...Object.keys(now)])];
  const entries = names.flatMap((name): [string, unknown][] => {
    const from = deepEqual(ownValue(before, name), ownValue(now, name)) ? kept : now;
    return Object.hasOwn(from, name) ? [[name, from[name]]] : [];
  });
  return ownFields(entries);
}

/** The index of the kept element for that of each element now. */
function partnersOf(key: string, lists: ChangedLists): ReadonlyMap<number, number> {
  const [olds, news] = [lists.kept, lists.now].map((list) => Map.groupBy(list.keys(), (index) => list[index]?.[key]));
  const pairs = [...(news ?? [])].flatMap(([name, all]) => pairsOf({ olds: olds?.get(name) ?? [], news: all }, lists));
  return new Map(pairs);
}

/** The indexes of the elements with one key. */
interface OfOneKey {
  readonly olds: readonly number[];
  readonly news: readonly number[];
}

/**
 * The elements with one key that belong together, each now with the kept one. Of several, none may get the data of another: they are left as they were, all of them,
 * or each is found by its value.
 */
function pairsOf({ olds, news }: OfOneKey, { before, now }: ChangedLists): readonly (readonly [number, number])[] {
  const inOrder = news.map((at, index) => [at, olds[index] ?? -1] as const);
  if (
    olds.length === news.length &&
    (news.length === 1 || inOrder.every(([at, old]) => deepEqual(before[old], now[at])))
  )
    return inOrder;
  const oldsOfValue = Map.groupBy(olds, (old) => canonical(before[old]));
  const newsOfValue = Map.groupBy(news, (at) => canonical(now[at]));
  return news.flatMap((at) => {
    const value = canonical(now[at]);
    const [old, ...others] = oldsOfValue.get(value) ?? [];
    const isOnly = others.length === 0 && newsOfValue.get(value)?.length === 1;
    return old !== undefined && isOnly ? [[at, old] as const] : [];
  });
}
