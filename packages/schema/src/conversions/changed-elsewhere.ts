// What a client's change of the other version does to the hub's object at other places: nothing.
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import { withoutData } from "./api-server.ts";
import { withValueAt } from "./changed-objects.ts";
import type { JsonFields } from "./checked-conversion.ts";
import { type Difference, differences, isAtOrBelow, isWithin, valueAtPath } from "./differences.ts";
import type { Pair } from "./trip.ts";

/** The hub's object and what was read of it, before and after a change at a path. */
export interface ClientChange {
  readonly stored: JsonFields;
  readonly read: JsonFields;
  readonly start: JsonFields;
  readonly there: JsonFields;
  readonly path: JsonPath;
}

/**
 * The places of the hub's object that are not as they were, and whose fields no rule of the changed field has. What the conversion of the object without kept data changes is
 * no finding; nor is what is in lists, which have checks of their own, in an object that comes or goes, or a value without which the hub rejects the object.
 */
export function changedElsewhere(
  pair: Pair,
  { stored, read, start, there, path }: ClientChange,
): readonly Difference[] {
  const [before, after] = [read, start].map(
    (object) => pair.hub.receive(pair.convert(withoutData(object), pair.hub)).object,
  );
  const changed = [path, ...differences(before, after).map((found) => found.path)];
  const hubFields = (isAbout: (steps: readonly string[]) => boolean): readonly (readonly string[])[] =>
    pair.rules.filter(({ spoke }) => spoke.some(isAbout)).flatMap(({ hub }) => hub);
  const ruled = hubFields((steps) => isOnWay(path, steps));
  // Where a change leaves no other field in an object of the other version, the value of a default says that the object is there.
  const named = new Set(pair.rules.flatMap(({ spoke }) => spoke.map((steps) => steps.join("."))));
  const isAlone = (steps: readonly string[]): boolean => {
    const inside = steps.slice(0, -1);
    const around = valueAtPath(start, inside);
    return isJsonObject(around) && Object.keys(around).every((name) => named.has([...inside, name].join(".")));
  };
  const alone = hubFields(isAlone);
  const isOfObject = ({ path: place, was, is }: Difference): boolean =>
    was === undefined && deepEqual(is, valueAtPath(after, place)) && alone.some((steps) => isWithin(place, steps));
  const errorsOf = (object: object): number => pair.hub.receive(object).errors.length;
  const isNeeded = ({ path: place, was }: Difference): boolean =>
    was === undefined && errorsOf(withValueAt(there, place, undefined)) > errorsOf(there);
  return differences(withoutData(stored), withoutData(there)).filter(
    (found) =>
      !changed.some((one) => isAtOrBelow(found.path, one) || isAtOrBelow(one, found.path)) &&
      !ruled.some((steps) => isOnWay(found.path, steps)) &&
      !isOfObject(found) &&
      !found.path.some((step) => typeof step === "number") &&
      [stored, there].every((object) => isJsonObject(valueAtPath(object, found.path.slice(0, -1)))) &&
      !isNeeded(found),
  );
}

/** Whether a place is on the way to a field, or in it. */
function isOnWay(path: JsonPath, steps: readonly string[]): boolean {
  return isWithin(path, steps) || isWithin(path, steps.slice(0, path.length));
}
