// The check of a conversion: acts as the API server does, and compares what comes back with what was there, raw. It shares no code with
// the conversions that it checks.
import { deepClone, deepEqual, isCapstanError, isJsonObject, type JsonPath } from "@capstan/kube";
import { dataOf, onTheWire, type RejectedValue, type ServedVersion, withoutData, withReadData } from "./api-server.ts";
import { changedElsewhere, changedOutside, expectRestStays } from "./changed-elsewhere.ts";
import {
  isRejectedWith,
  partialObjects,
  withDefaultsAlone,
  withFieldsInside,
  withFieldsOf,
  withOtherLists,
  withoutObjects,
} from "./changed-objects.ts";
import type { CheckedConversion, CheckedSamples, JsonFields } from "./checked-conversion.ts";
import { type Difference, differences, formatPath, isAtOrBelow, isWithin, valueAtPath } from "./differences.ts";
import { expectNoSpoiledData, forgedIsHarmless } from "./forged-data.ts";
import { otherElementsStay } from "./edited-elements.ts";
import { untilEndless } from "./guarded.ts";
import { keptBesideOthers } from "./kept-beside-others.ts";
import { expectKeptStays } from "./kept-fields.ts";
import { leftElements } from "./left-elements.ts";
import { hasLongFields, longFieldsOf, longNumbersStay, type LongFields } from "./long-numbers.ts";
import { mixedElements } from "./mixed-elements.ts";
import { rejectionCounter } from "./rejected-objects.ts";
import {
  expectReadable,
  expectSame,
  expectValid,
  expectValidReturn,
  expectValidSpoke,
  expectValidWithData,
  pairOf,
  travel,
  type Pair,
  type Trip,
} from "./trip.ts";

/** One thing that must hold for all objects. */
export interface ConversionCheck {
  readonly name: string;
  /** Throws when it does not hold. False when the API server rejects the objects, so that nothing was checked. */
  readonly check: (samples: CheckedSamples) => boolean;
}

/** What must hold for a conversion. */
export function conversionChecks(conversion: CheckedConversion): readonly ConversionCheck[] {
  const pair = pairOf(conversion);
  const long = longFieldsOf(conversion);
  const fitting = [
    ...checks,
    ...(conversion.areBodies === true ? [] : [ofParts]),
    ...(pair.elements.some(({ key }) => key !== undefined) ? [ofElements] : []),
    ...(pair.others.length > 0 ? [besideOthers] : []),
    ...(hasLongFields(long) ? [ofLongNumbers(long)] : []),
  ];
  const run = untilEndless(conversion);
  return fitting.map(({ name, check }) => {
    const rejections = rejectionCounter(pair);
    return {
      name,
      check: (samples) => {
        // A failure shows that they are checked, too.
        let isChecked = true;
        try {
          isChecked = run(samples, () => check(pair, samples));
        } finally {
          rejections.count(samples, isChecked);
        }
        return isChecked;
      },
    };
  });
}

interface PairCheck {
  readonly name: string;
  readonly check: (pair: Pair, samples: CheckedSamples) => boolean;
}

const checks: readonly PairCheck[] = [
  { name: "hub objects come back from the other version as they were", check: hubComesBack },
  { name: "objects of the other version come back from the hub but for declared losses", check: spokeComesBack },
  { name: "a second round trip changes nothing", check: secondTripIsNothing },
  { name: "what a user changed is not undone by kept data", check: changesStay },
  { name: "a change of the hub's object stays, and what it keeps for the other version too", check: hubChangesStay },
  { name: "kept data of a list element stays with that element", check: dataStaysWithElements },
  { name: "unknown fields and forged annotations do no harm", check: forgedIsHarmless },
  { name: "the same object gives the same result", check: sameTwice },
  { name: "conversion changes nothing in its input and shares nothing with it", check: inputIsUntouched },
];

const ofParts: PairCheck = { name: "parts of an object gain nothing", check: partsGainNothing };

const ofElements: PairCheck = {
  name: "an edit of one element leaves the others as they were, in their order",
  check: otherElementsStay,
};

const besideOthers: PairCheck = {
  name: "what the hub keeps stays when clients of further versions read and write the object",
  check: keptBesideOthers,
};

function ofLongNumbers(long: LongFields): PairCheck {
  return {
    name: "whole numbers beyond 2^53 keep every digit",
    check: (pair, samples) => longNumbersStay(pair, samples, long),
  };
}

function hubComesBack(pair: Pair, { hub }: CheckedSamples): boolean {
  const start = pair.hub.admit(hub);
  if (start === undefined) return false;
  for (const defaults of [false, true]) {
    const trip = travel(pair, { start, from: pair.hub, to: pair.spoke, defaults });
    const message = defaults
      ? "after hub, the other version with its defaults, hub"
      : "after hub, the other version, hub";
    expectValidSpoke(pair, trip);
    expectReadable(trip, pair.hub, pair.spoke);
    expectSame(trip, differences(start, trip.back), message);
  }
  return true;
}

function spokeComesBack(pair: Pair, { spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  for (const defaults of [false, true]) {
    const trip = checkSpoke(pair, { start, defaults, when: "after the other version, hub, back" });
    expectReadable(trip, pair.spoke, pair.hub);
  }
  return true;
}

interface SpokeTrip {
  readonly start: JsonFields;
  readonly defaults?: boolean;
  readonly when: string;
  /** Whether a client has changed it. */
  readonly isChanged?: boolean;
}

function checkSpoke(pair: Pair, { start, defaults = false, when, isChanged = false }: SpokeTrip): Trip {
  const trip = travel(pair, { start, from: pair.spoke, to: pair.hub, defaults });
  const plain = withoutData(start);
  expectValid(
    trip,
    pair.hub,
    trip.errors.filter((error) => !pair.losses.coversHubError(error, plain)),
  );
  expectValidWithData(pair, trip, pair.hub);
  const all = differences(plain, withoutData(trip.back)).filter((one) => !isNeeded(pair.spoke, trip, one));
  const found = isChanged ? all.filter((one) => !isAroundKept(one, start)) : all;
  expectSame(trip, pair.losses.uncovered(found, plain), `${when}${defaults ? ", with the hub's defaults" : ""}`);
  expectValidReturn(pair, trip);
  return trip;
}

/**
 * Whether a version rejects what comes back of a valid object without a value that is new: a declared loss has made it an object that needs the value, such as one of another member of a
 * union. A new object needs nothing.
 */
function isNeeded(version: ServedVersion, { start, back }: Trip, found: Difference): boolean {
  const isInObject = isJsonObject(valueAtPath(start, found.path.slice(0, -1)));
  return found.was === undefined && isInObject && isRejectedWith(version, back, found);
}

/** Whether a difference is an empty object in which the hub keeps something: it is also there when a client removes what the hub has beside that. */
function isAroundKept({ path, was, is }: Difference, start: JsonFields): boolean {
  const isEmptyObject = isJsonObject(is) && Object.keys(is).length === 0;
  return was === undefined && isEmptyObject && isJsonObject(valueAtPath(dataOf(start), path));
}

function secondTripIsNothing(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const trips = [
    { start: pair.hub.admit(hub), from: pair.hub, to: pair.spoke },
    { start: pair.spoke.admit(spoke), from: pair.spoke, to: pair.hub },
  ];
  for (const { start, from, to } of trips) {
    if (start === undefined) continue;
    const first = travel(pair, { start, from, to });
    const second = travel(pair, { start: first.back, from, to });
    expectSame(second, differences(withReadData(first.back), withReadData(second.back)), "after a second round trip");
  }
  return trips.some(({ start }) => start !== undefined);
}

function changesStay(pair: Pair, { hub, other }: CheckedSamples): boolean {
  const others = onTheWire(other);
  // Random objects hardly ever have nothing but a default in an object.
  const hubs = [hub, ...withDefaultsAlone(onTheWire(hub), pair.owns)];
  return hubs.map((one) => changesStayIn(pair, one, others)).includes(true);
}

function changesStayIn(pair: Pair, hub: object, others: JsonFields): boolean {
  const stored = pair.hub.admit(hub);
  if (stored === undefined) return false;
  const read = pair.spoke.receive(pair.convert(stored, pair.spoke)).object;
  const changes = [...withFieldsOf(read, others), ...withFieldsInside(read, others), ...withOtherLists(read, others)];
  for (const { object, path } of changes) {
    const start = pair.spoke.admit(object);
    if (start === undefined) continue;
    const when = `after a change of ${formatPath(path)}`;
    const { there } = checkSpoke(pair, { start, when, isChanged: true });
    expectOwnStays(pair, { stored, read, start, there }, when);
    const change = { stored, read, start, there, path };
    expectRestStays(change, changedElsewhere(pair, change), when);
    // Of what stays in the hub's object, the server may set other fields.
    if (!deepEqual(there, pair.hub.withDefaults(there)))
      checkSpoke(pair, { start, defaults: true, when, isChanged: true });
  }
  for (const { object, path } of withoutObjects(read)) {
    const start = pair.spoke.admit(object);
    if (start === undefined) continue;
    const when = `after ${formatPath(path)} was removed`;
    const { there } = checkSpoke(pair, { start, when, isChanged: true });
    const change = { stored, read, start, there, path };
    expectRestStays(change, changedOutside(pair, change), when);
    // What the hub has at such a path is another object.
    if (pair.reused.some((steps) => isWithin(path, steps))) continue;
    // Where the server's defaults set an object again, the request is that of a client that changes fields in it: what the hub keeps there comes back.
    if (valueAtPath(start, path) !== undefined) continue;
    const plain = pair.hub.receive(pair.convert(withoutData(start), pair.hub)).object;
    const found = differences(valueAtPath(plain, path), valueAtPath(there, path), path);
    const own = found.filter((one) => !isOfMovedField(pair, one.path, path));
    expectSame({ start, there, back: there }, own, `in the hub ${when}`);
  }
  return true;
}

interface Edited {
  readonly stored: JsonFields;
  readonly read: JsonFields;
  readonly start: JsonFields;
  readonly there: JsonFields;
}

/** A field of the hub alone stays while the spoke has the object around it, whatever else changes there. */
function expectOwnStays({ owns, reused }: Pair, { stored, read, start, there }: Edited, when: string): void {
  for (const { steps, inside } of owns) {
    const isThere = [read, start].every((version) => isJsonObject(valueAtPath(version, inside)));
    if (!isThere || reused.some((one) => isWithin(inside, one))) continue;
    const [was, is] = [stored, there].map((version) => valueAtPath(version, steps));
    if (was !== undefined)
      expectSame({ start, there, back: stored }, differences(was, is, steps), `${when}, a field of the hub alone`);
  }
}

/** Whether a place in an object of the hub is that of a field, or of an object around one, that the spoke has outside of the object at this path. */
function isOfMovedField({ movedIn }: Pair, place: JsonPath, object: JsonPath): boolean {
  return movedIn.some(
    ({ hub, spoke }) => isWithin(place, hub.slice(0, place.length)) && !isWithin(object, spoke.slice(0, object.length)),
  );
}

function hubChangesStay(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  const stored = pair.hub.receive(pair.convert(start, pair.hub)).object;
  for (const { object, path } of [...withFieldsOf(stored, onTheWire(hub)), ...withoutObjects(stored)]) {
    const edited = pair.hub.admit(object);
    if (edited === undefined) continue;
    const trip = travel(pair, { start: edited, from: pair.hub, to: pair.spoke });
    const when = `after a change of ${formatPath(path)} in the hub`;
    expectValidSpoke(pair, trip);
    expectSame(trip, differences(withoutData(edited), withoutData(trip.back)), when);
    if (!deepEqual(trip.there, pair.spoke.withDefaults(trip.there))) {
      const filled = travel(pair, { start: edited, from: pair.hub, to: pair.spoke, defaults: true });
      const found = differences(withoutData(edited), withoutData(filled.back));
      expectSame(filled, found, `${when}, with the other version's defaults`);
    }
    expectKeptStays(pair, { trip, kept: start, path }, when);
  }
  expectNoSpoiledData(pair, stored);
  return true;
}

function dataStaysWithElements(pair: Pair, { hub, other }: CheckedSamples): boolean {
  const stored = pair.hub.admit(hub);
  if (stored === undefined) return false;
  const read = pair.spoke.receive(pair.convert(stored, pair.spoke)).object;
  for (const { object, path } of withOtherLists(read, onTheWire(other))) {
    const start = pair.spoke.admit(object);
    if (start === undefined) continue;
    const there = pair.hub.receive(pair.convert(start, pair.hub)).object;
    const plain = pair.hub.receive(pair.convert(withoutData(start), pair.hub)).object;
    const mixed = mixedElements(there, { stored, plain, keysOf: pair.hub.keysOf, keyOfForm: keyOfForm(pair) });
    expectSame(
      { start, there, back: stored },
      mixed,
      `after the list ${formatPath(path)} was changed, an element has the data of another one; declare keys of the list (@listMapKey)`,
    );
    for (const list of pair.elements) {
      const found = leftElements(list, { stored, read: pair.spoke.withDefaults(read), start, there, plain });
      const when = `after the list ${formatPath(path)} was changed, an element that stayed in it has lost its data`;
      expectSame({ start, there, back: stored }, found, when);
    }
  }
  return true;
}

/** The field that tells the elements apart of a list of the hub that a form converts. */
function keyOfForm({ elements }: Pair): (path: JsonPath) => string | undefined {
  return (path) => elements.find(({ hub }) => hub.length === path.length && isWithin(path, hub))?.key;
}

function partsGainNothing(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const samples = [
    { object: onTheWire(hub), from: pair.hub, to: pair.spoke },
    { object: onTheWire(spoke), from: pair.spoke, to: pair.hub },
  ];
  for (const { object, from, to } of samples) {
    const { apiVersion, kind, metadata } = object;
    const there = to.receive(pair.convert({ apiVersion, kind, metadata }, to)).object;
    const want = { apiVersion: to.apiVersion, kind, metadata };
    expectSame({ start: object, there, back: there }, differences(want, there), "without spec and status");
    for (const { object: partial, path } of partialObjects(object)) {
      const { object: start, errors } = from.receive(partial);
      const required = requiredIn(errors);
      // Nothing but fields may be missing in a part.
      if (required.length < errors.length) continue;
      const trip = tripOfPart(() => travel(pair, { start, from, to }), required.length > 0);
      if (trip === undefined) continue;
      // A default of its own version is nothing that the object gains: the server sets it at the next write. Nor is what its version requires, and the part lacks; but that is whole then, unless it is the spec or the status that a field of the other one moves into.
      const filled = from.withDefaults(withoutData(start));
      const stillRequired = requiredIn(from.receive(trip.back).errors);
      const gained = differences(withoutData(start), withoutData(trip.back)).filter(
        (found) =>
          found.was === undefined &&
          (errors.length > 0 || !isNeeded(from, trip, found)) &&
          !deepEqual(valueAtPath(filled, found.path), found.is) &&
          !isUnknownIn(required, found) &&
          (!required.some((lacking) => isAtOrBelow(found.path, lacking)) ||
            (found.path.length > 1 && stillRequired.some((lacking) => isAtOrBelow(lacking, found.path)))),
      );
      expectSame(trip, pair.losses.uncovered(gained, withoutData(start)), `with only ${formatPath(path)}`);
    }
  }
  return true;
}

/** Whether a difference is an empty object in one that lacks a required field: which other objects that needs may depend on the field, such as the discriminator of a union. */
function isUnknownIn(required: readonly JsonPath[], { path, is }: Difference): boolean {
  const around = path.slice(0, -1);
  const isIncomplete = required.some((lacking) => lacking.length === path.length && isAtOrBelow(lacking, around));
  return isIncomplete && isJsonObject(is) && Object.keys(is).length === 0;
}

/** The places that a version requires, and that an object lacks. */
function requiredIn(errors: readonly RejectedValue[]): JsonPath[] {
  return errors.filter(({ reason }) => reason === "FieldValueRequired").map(({ path }) => path);
}

/** The trip of a part; none where functions of `together` are not called because a value of it lacks what its version requires: it gains nothing. */
function tripOfPart(go: () => Trip, isIncomplete: boolean): Trip | undefined {
  try {
    return go();
  } catch (error) {
    if (isIncomplete && isCapstanError(error, "conversion/function-input")) return undefined;
    throw error;
  }
}

function sameTwice(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const cases = [
    { start: onTheWire(hub), to: pair.spoke },
    { start: onTheWire(spoke), to: pair.hub },
  ];
  for (const { start, to } of cases) {
    const [first, second] = [
      onTheWire(pair.convert(deepClone(start), to)),
      onTheWire(pair.convert(deepClone(start), to)),
    ];
    expectSame({ start, there: first, back: second }, differences(first, second), "when it is converted again");
  }
  return true;
}

function inputIsUntouched(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const read = pair.convert(onTheWire(hub), pair.spoke);
  const cases = [
    { input: onTheWire(hub), to: pair.spoke },
    { input: onTheWire(spoke), to: pair.hub },
    { input: onTheWire(read), to: pair.hub },
  ];
  for (const { input, to } of cases) {
    const before = deepClone(input);
    const result = pair.convert(input, to);
    expectSame({ start: before, there: input, back: input }, differences(before, input), "the input of a conversion");
    const own = new Set(partsOf(result));
    if (partsOf(input).some((part) => own.has(part))) throw new Error("the result shares an object with its input");
  }
  return true;
}

/** Every object and list inside a value, itself included. */
function partsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}
