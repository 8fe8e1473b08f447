// What the hub keeps for the other version stays when a client changes the hub's object at another place.
import { deepEqual, type JsonPath } from "@capstan/kube";
import { isRejectedWith } from "./changed-objects.ts";
import type { JsonFields } from "./checked-conversion.ts";
import { differences, isWithin, placesAt, valueAtPath } from "./differences.ts";
import { expectSame, type Pair, type Trip } from "./trip.ts";

/** A change of the hub's object. */
interface HubChange {
  /** From the changed object to the other version, and back. */
  readonly trip: Trip;
  /** The object of the other version that something is kept of. */
  readonly kept: JsonFields;
  /** Where the change is. */
  readonly path: JsonPath;
}

/** Throws with the first field that the hub does not keep any more. */
export function expectKeptStays(pair: Pair, { trip, kept, path }: HubChange, when: string): void {
  const beside = pair.keeps.filter(({ steps }) => !isWithin(path, steps.slice(0, path.length)));
  for (const { steps, default: filled, inside = [] } of beside) {
    const [before, after] = [kept, trip.there].map((version) => placesAt(version, inside).length);
    if (before !== after) continue;
    // A default also comes where a change makes an object that needs it.
    const [was = [], is = []] = [kept, trip.there].map((version) =>
      placesAt(version, steps).filter((place) => !deepEqual(valueAtPath(version, place), filled)),
    );
    const wanted = was.filter((place) => !isOfOtherMember(pair, { trip, kept }, place));
    const [values, found] = [
      wanted.map((place) => valueAtPath(kept, place)),
      is.map((place) => valueAtPath(trip.there, place)),
    ];
    expectSame(trip, differences(values, found, steps), `${when}, a field that the hub keeps`);
  }
}

/** Whether the other version rejects what its object lacks of the place, as where a union has another member now. An element of a list may be at another place. */
function isOfOtherMember(pair: Pair, { trip: { there }, kept }: Omit<HubChange, "path">, place: JsonPath): boolean {
  if (place.some((step) => typeof step === "number")) return false;
  const ways = place.map((_, index) => place.slice(0, index + 1));
  const missing = ways.find((way) => valueAtPath(there, way) === undefined);
  return missing !== undefined && isRejectedWith(pair.spoke, there, { path: missing, was: valueAtPath(kept, missing) });
}
