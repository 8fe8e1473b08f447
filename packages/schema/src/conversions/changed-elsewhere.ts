// What a client's change of the other version does to the hub's object at other places: nothing.
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import { withoutData } from "./api-server.ts";
import { isRejectedWith } from "./changed-objects.ts";
import type { JsonFields } from "./checked-conversion.ts";
import { type Difference, differences, formatPath, isAtOrBelow, isWithin, valueAtPath } from "./differences.ts";
import { expectSame, type Pair } from "./trip.ts";

/** The hub's object and what was read of it, before and after a change at a path. */
export interface ClientChange {
  readonly stored: JsonFields;
  readonly read: JsonFields;
  readonly start: JsonFields;
  readonly there: JsonFields;
  readonly path: JsonPath;
}

/** Throws with the first place of the hub's object that a client's change at another one has changed. */
export function expectRestStays(
  { stored, start, there, path: changed }: ClientChange,
  found: readonly Difference[],
  when: string,
): void {
  const help = (path: JsonPath): string =>
    `where functions convert ${formatPath(path)}, or a field beside it, by what is at ${formatPath(changed)}, convert them in one rule of \`together\`; else report the types and the rules to Capstan`;
  expectSame({ start, there, back: stored, help }, found, `${when}, at another place of the hub`);
}

/** The places of the hub's object that are not as they were, without those that may change. */
export function changedElsewhere(pair: Pair, change: ClientChange): readonly Difference[] {
  const { stored, there } = change;
  const allowed = allowedChanges(pair, change);
  const all = differences(withoutData(stored), withoutData(there)).flatMap((found) => partsOfNew(found));
  return all.filter((found) => !allowed.some((is) => is(found)));
}

/** The fields of an object that is new, each by itself: a client that adds one of them does not add the others. */
function partsOfNew(found: Difference): readonly Difference[] {
  const { path, was, is } = found;
  if (was !== undefined || !isJsonObject(is) || Object.keys(is).length === 0) return [found];
  return Object.entries(is).flatMap(([name, value]) => partsOfNew({ path: [...path, name], was, is: value }));
}

type AllowedChange = (found: Difference) => boolean;

function allowedChanges(pair: Pair, { read, start, there, path }: ClientChange): readonly AllowedChange[] {
  const [before, after] = [read, start].map(
    (object) => pair.hub.receive(pair.convert(withoutData(object), pair.hub)).object,
  );
  const changed = [path, ...differences(before, after).map((found) => found.path)];
  const hubFields = (isAbout: (steps: readonly string[]) => boolean): readonly (readonly string[])[] =>
    pair.rules.filter(({ spoke }) => spoke.some(isAbout)).flatMap(({ hub }) => hub);
  const ofRules = hubFields((steps) => isOnWay(path, steps));
  const named = new Set(pair.rules.flatMap(({ spoke }) => spoke.map((steps) => steps.join("."))));
  const isInNamed = (place: JsonPath): boolean =>
    pair.rules.some(({ hub, spoke }) =>
      hub.some(
        (own) =>
          isWithin(place, own) &&
          spoke.some((steps) => hasOnlyNamed(start, { steps, at: withKeys(steps, own, place) }, named)),
      ),
    );
  return [
    // The conversion of the object without kept data changes it, too.
    (found) => changed.some((one) => isAtOrBelow(found.path, one) || isAtOrBelow(one, found.path)),
    // A rule of the changed field has it.
    (found) => ofRules.some((steps) => isOnWay(found.path, steps)),
    // The object around its field of the other version has no field but those of rules: the value of a default says that the object is there.
    ({ path: place, was, is }) => was === undefined && deepEqual(is, valueAtPath(after, place)) && isInNamed(place),
    // Lists have checks of their own.
    (found) => found.path.some((step) => typeof step === "number"),
    // The object around it goes.
    (found) => !isJsonObject(valueAtPath(there, found.path.slice(0, -1))),
    // The hub rejects the object with it, as where a union has another member now.
    (found) => found.was !== undefined && isRejectedWith(pair.hub, there, found),
    // The hub rejects the object without it.
    (found) => found.was === undefined && isRejectedWith(pair.hub, there, found),
  ];
}

/** The places of the hub's object that are not as they were, after a client has removed an object, of rules whose fields the other version has outside of it, and unchanged. */
export function changedOutside(pair: Pair, { stored, read, start, there, path }: ClientChange): readonly Difference[] {
  const isUnchanged = (steps: readonly string[]): boolean => {
    const [was, is] = [read, start].map((object) => valueAtPath(object, steps));
    return is !== undefined && deepEqual(was, is) && !isOnWay(path, steps);
  };
  const plain = pair.hub.receive(pair.convert(withoutData(start), pair.hub)).object;
  const [rules = [], others = []] = [true, false].map((wanted) =>
    pair.rules.filter(({ spoke }) => (spoke.length > 0 && spoke.every(isUnchanged)) === wanted),
  );
  const found = rules.flatMap(({ hub }) =>
    hub.flatMap((steps) => {
      const [was, is] = [stored, there].map((object) => valueAtPath(object, steps));
      // Where the other version's value is as good as none, it goes with the object.
      return was === undefined || valueAtPath(plain, steps) === undefined ? [] : differences(was, is, steps);
    }),
  );
  return found.filter((one) => !others.some(({ hub }) => hub.some((steps) => isOnWay(one.path, steps))));
}

/** A field of the other version, and its place in one of its objects. */
interface FieldPlace {
  readonly steps: readonly string[];
  readonly at: JsonPath;
}

/** Whether the object around a field has no fields but named ones, also in its objects. */
function hasOnlyNamed(start: JsonFields, { steps, at }: FieldPlace, named: ReadonlySet<string>): boolean {
  const isNamed = (value: unknown, path: readonly string[]): boolean =>
    named.has(path.join(".")) || (isJsonObject(value) && areNamed(value, path));
  const areNamed = (object: JsonFields, path: readonly string[]): boolean =>
    Object.entries(object).every(([name, value]) => isNamed(value, [...path, name]));
  const around = valueAtPath(start, at.slice(0, -1));
  return isJsonObject(around) && areNamed(around, steps.slice(0, -1));
}

/** The place of a field in the values of maps that a place of the hub is in. */
function withKeys(steps: readonly string[], ofHub: readonly string[], place: JsonPath): JsonPath {
  const keys = place.filter((_, index) => ofHub[index] === "[*]");
  return steps.map((step) => (step === "[*]" ? (keys.shift() ?? step) : step));
}

/** Whether a place is on the way to a field, or in it. */
function isOnWay(path: JsonPath, steps: readonly string[]): boolean {
  return isWithin(path, steps) || isWithin(path, steps.slice(0, path.length));
}
