// What a client of the other version changes in one element of a list or map that a form converts: it must leave all else in the hub as it was, and in its order.
// What a change has an effect on is seen from conversions without kept data.
import { deepClone, isJsonObject, setOwn, type JsonPath } from "@capstan/kube";
import { onTheWire, withoutData } from "./api-server.ts";
import { withValueAt } from "./changed-objects.ts";
import type { CheckedSamples, JsonFields } from "./checked-conversion.ts";
import { differences, formatPath, isAtOrBelow, placesAt, valueAtPath, type Difference } from "./differences.ts";
import { expectSame, type Pair } from "./trip.ts";

/** As many edits of an object are tried: each is two conversions. */
const mostEdits = 40;

/** Of each kind of edit as many are tried at one place. */
const mostOfKind = 2;

/** As many places and as many variants of an object are tried. */
const mostPlaces = 3;

/** Edits of elements in the other version leave the other elements in the hub as they were. */
export function otherElementsStay(pair: Pair, samples: CheckedSamples): boolean {
  const admitted = pair.hub.admit(samples.hub);
  if (admitted === undefined) return false;
  const other = onTheWire(samples.other);
  const edits = pair.elements.flatMap((list) => {
    const { key } = list;
    return key === undefined
      ? []
      : storedWith(pair, admitted, { ...list, key }).flatMap((stored) =>
          editsOf(pair, { ...list, key }, { stored, other }),
        );
  });
  for (const edit of someOf(edits, mostEdits)) tryEdit(pair, edit);
  return true;
}

/** At most so many of a list, from all parts of it. */
function someOf<T>(all: readonly T[], most: number): readonly T[] {
  const each = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / each) !== Math.floor((index - 1) / each));
}

type KeyedList = Pair["elements"][number] & { readonly key: string };

/** The object as it is, with a list of it in another order, and with two elements of one key, as far as the hub accepts that. */
function storedWith(pair: Pair, object: JsonFields, { hub, key }: KeyedList): readonly JsonFields[] {
  const variants = placesAt(object, hub).flatMap((place) => {
    const list = valueAtPath(object, place);
    const elements: readonly unknown[] = Array.isArray(list) ? list : [];
    const [first, last] = [elements[0], elements.at(-1)];
    if (elements.length < 2 || !isJsonObject(first) || !isJsonObject(last)) return [];
    // Nothing but one field may tell the two apart, which the other version may not have.
    const twins = [{ ...last, [key]: first[key] }, ...withFieldsFrom(first, last, key)];
    return [elements.toReversed(), ...twins.map((twin) => elements.with(-1, twin))].map((variant) =>
      withValueAt(object, place, deepClone(variant)),
    );
  });
  const accepted = someOf(variants, mostPlaces).map((variant) => pair.hub.admit(variant));
  return [object, ...accepted.filter((variant) => variant !== undefined)];
}

interface Sources {
  readonly stored: JsonFields;
  readonly other: JsonFields;
}

interface Edit {
  readonly key: string;
  readonly stored: JsonFields;
  /** As the other version reads it. */
  readonly read: JsonFields;
  /** The place of the list or map in both versions. */
  readonly place: Readonly<Record<"spoke" | "hub", JsonPath>>;
  /** What a client writes there. */
  readonly value: unknown;
}

function editsOf(pair: Pair, { spoke, hub, key }: KeyedList, { stored, other }: Sources): readonly Edit[] {
  const read = pair.spoke.receive(pair.convert(stored, pair.spoke)).object;
  const theirs = placesAt(other, spoke).map((place) => valueAtPath(other, place));
  return someOf(placesAt(read, spoke), mostPlaces).flatMap((place) => {
    const around = place.filter((_, index) => isOfElements(spoke[index]));
    const inHub = hub.map((step, index) =>
      isOfElements(step) ? (around[hub.slice(0, index).filter(isOfElements).length] ?? step) : step,
    );
    const value = valueAtPath(read, place);
    const kinds = Array.isArray(value)
      ? editedLists(value, key, theirs.flat())
      : isJsonObject(value)
        ? editedMaps(
            value,
            theirs.filter(isJsonObject).flatMap((map) => Object.entries(map)),
          )
        : [];
    const values = kinds.flatMap((kind) => someOf<unknown>(kind, mostOfKind));
    return values.map((edited): Edit => ({ key, stored, read, place: { spoke: place, hub: inHub }, value: edited }));
  });
}

function isOfElements(step: string | undefined): boolean {
  return step?.startsWith("[") === true;
}

/** The list with one element less or more, in another order, and with one field of an element taken from another one. */
function editedLists(list: readonly unknown[], key: string, theirs: readonly unknown[]): readonly unknown[][][] {
  const donors = [...theirs, ...list].filter(isJsonObject);
  const changed = list.flatMap((element, index) =>
    isJsonObject(element)
      ? donors.flatMap((donor) => withFieldsFrom(element, donor, key).map((one) => list.with(index, one)))
      : [],
  );
  return [
    list.map((_, index) => list.toSpliced(index, 1)),
    theirs.flatMap((one) => [
      [...list, one],
      [one, ...list],
    ]),
    [list.toReversed()],
    changed,
  ];
}

/** The map with one value less or more, with a value of another one, and with one field of a value taken from another one. */
function editedMaps(map: JsonFields, theirs: readonly (readonly [string, unknown])[]): readonly JsonFields[][] {
  const own = Object.entries(map);
  const withValue = (name: string, value: unknown): JsonFields => {
    const copy = deepClone(map);
    setOwn(copy, name, deepClone(value));
    return copy;
  };
  const donors = [...theirs, ...own].map(([, value]) => value);
  const changed = own.flatMap(([name, value]) =>
    donors.flatMap((donor) =>
      isJsonObject(value) && isJsonObject(donor)
        ? withFieldsFrom(value, donor, undefined).map((one) => withValue(name, one))
        : [],
    ),
  );
  return [
    own.map(([name]) => Object.fromEntries(own.filter(([one]) => one !== name))),
    theirs.map(([name, value]) => withValue(name, value)),
    own.flatMap(([name]) => donors.map((donor) => withValue(name, donor))),
    changed,
  ];
}

/** Copies of an object with one field as another one has it each. */
function withFieldsFrom(object: JsonFields, donor: JsonFields, key: string | undefined): readonly JsonFields[] {
  const names = new Set([...Object.keys(object), ...Object.keys(donor)]);
  return [...names]
    .filter((name) => name !== key && differences(object[name], donor[name]).length > 0)
    .map((name) => {
      const { [name]: _, ...others } = object;
      return Object.hasOwn(donor, name) ? { ...others, [name]: donor[name] } : others;
    });
}

function tryEdit(pair: Pair, { key, stored, read, place, value }: Edit): void {
  const toHub = (object: JsonFields): JsonFields => pair.hub.receive(pair.convert(object, pair.hub)).object;
  const start = withValueAt(read, place.spoke, deepClone(value));
  const there = toHub(start);
  const [was, is, before, now] = [stored, there, toHub(withoutData(read)), toHub(withoutData(start))].map((object) =>
    elementsIn(valueAtPath(object, place.hub), key),
  );
  if (was === undefined || is === undefined || before === undefined || now === undefined) return;
  const found = (isJsonObject(value) ? ofMap : ofList)({ was, is, before, now });
  const when = `after a change of ${formatPath(place.spoke)} to ${JSON.stringify(value)}, an element of the hub`;
  expectSame(
    { start, there, back: stored },
    found.map((one) => ({ ...one, path: [...place.hub, ...one.path] })),
    when,
  );
}

/** The elements of a list or map of the hub. */
interface Elements {
  readonly isList: boolean;
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, readonly unknown[]>;
}

/** In the hub before and after the change, and as both would be without kept data. */
interface ChangedElements {
  readonly was: Elements;
  readonly is: Elements;
  readonly before: Elements;
  readonly now: Elements;
}

function elementsIn(value: unknown, key: string): Elements {
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, unknown])[] = isList
    ? value.map((element: unknown) => [String(valueAtPath(element, [key])), element])
    : Object.entries(isJsonObject(value) ? value : {});
  const byName = Map.groupBy(entries, ([name]) => name);
  return {
    isList,
    names: entries.map(([name]) => name),
    byName: new Map([...byName].map(([name, all]) => [name, all.map(([, element]) => element)])),
  };
}

/**
 * What is wrong after a change of a map. In a list of the hub the elements that the map still has stay in order, and new ones come after them, but for a sorted
 * list: all that is known of its order is that it is sorted.
 */
function ofMap(all: ChangedElements): Difference[] {
  const { was, is, before, now } = all;
  const isSorted = JSON.stringify(was.names) === JSON.stringify(before.names);
  const staying = was.names.filter((name) => now.byName.has(name));
  const added = now.names.filter((name) => !was.byName.has(name));
  return [
    ...ofNames(isSorted ? now.names : [...staying, ...added], is),
    ...[...now.byName.keys()].flatMap((name) => {
      const [stored, found, before, plain] = ofName(name, all);
      if (stored.length === 0) return pairwise(name, plain, found);
      // A map has the last of several elements with one key: nothing can change the others.
      return [
        ...pairwise(name, stored.slice(0, -1), found.slice(0, -1)),
        ...beyond(name, [stored.at(-1), found.at(-1)], [before[0], plain[0]]),
      ];
    }),
  ];
}

/** What is wrong after a change of a list. */
function ofList(all: ChangedElements): Difference[] {
  const { is, now } = all;
  return [
    ...ofNames(is.isList ? now.names : [...now.byName.keys()], is),
    ...[...now.byName.keys()].flatMap((name) => {
      const [stored, found, before, plain] = ofName(name, all);
      if (stored.length === 0) return pairwise(name, plain, found);
      if (stored.length === 1 && plain.length === 1) return beyond(name, [stored[0], found[0]], [before[0], plain[0]]);
      return ofRepeated(name, [stored, found, before, plain]);
    }),
  ];
}

/** What is wrong of several elements with one key: all of them are as they were, or those that are found by their value. Nothing says which of them a changed one was. */
function ofRepeated(name: string, [stored, found, before, plain]: OfOneName): Difference[] {
  if (pairwise(name, before, plain).length === 0) return pairwise(name, stored, found);
  const want = plain.map((one) => {
    const isLike = (other: unknown): boolean => differences(one, other).length === 0;
    const isOne = [before, plain].every((list) => list.filter(isLike).length === 1);
    return isOne ? stored[before.findIndex(isLike)] : one;
  });
  return pairwise(name, want, found);
}

type OfOneName = readonly [
  stored: readonly unknown[],
  found: readonly unknown[],
  before: readonly unknown[],
  plain: readonly unknown[],
];

function ofName(name: string, { was, is, before, now }: ChangedElements): OfOneName {
  const get = ({ byName }: Elements): readonly unknown[] => byName.get(name) ?? [];
  return [get(was), get(is), get(before), get(now)];
}

function ofNames(want: readonly string[], { isList, names }: Elements): Difference[] {
  const [was, is] = isList ? [want, names] : [want.toSorted(), names.toSorted()];
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path: [], was, is }];
}

/** The differences of elements that have to be the same. */
function pairwise(name: string, was: readonly unknown[], is: readonly unknown[]): Difference[] {
  return differences(was, is, [name]);
}

type Two = readonly [was: unknown, is: unknown];

/** The differences of two elements that the change itself does not make, and what it makes and one of them does not have. */
function beyond(name: string, [was, is]: Two, [before, now]: Two): Difference[] {
  const own = differences(before, now);
  const others = differences(was, is).filter(
    ({ path }) => !own.some((one) => isAtOrBelow(path, one.path) || isAtOrBelow(one.path, path)),
  );
  const missing = own.flatMap(({ path }) => differences(valueAtPath(now, path), valueAtPath(is, path), path));
  return [...others, ...missing].map((one) => ({ ...one, path: [name, ...one.path] }));
}
