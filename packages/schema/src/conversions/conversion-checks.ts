// The check of a conversion: acts as the API server does, and compares what comes back with what was there, raw. It shares no code with
// the conversions that it checks.
import { deepClone, isJsonObject, type JsonPath } from "@capstan/kube";
import type { FieldError } from "../structural/fields/field-error.ts";
import { onTheWire, serveVersion, withData, withoutData, type ServedVersion } from "./api-server.ts";
import { withEmptyObjects, withFieldsOf, withOtherLists, withoutObjects } from "./changed-objects.ts";
import { differences, formatPath, isWithin, stepsOf, valueAtPath, valuesAt, type Difference } from "./differences.ts";
import { lossLedger, type LossLedger } from "./loss-ledger.ts";
import {
  conversionDataAnnotation,
  type JsonFields,
  type CheckedConversion,
  type CheckedSamples,
} from "./checked-conversion.ts";
import { withinTime, withoutClock } from "./guarded.ts";
import { mixedElements } from "./mixed-elements.ts";

/** One thing that must hold for all objects. */
export interface ConversionCheck {
  readonly name: string;
  /** Throws when it does not hold. False when the API server rejects the objects, so that nothing was checked. */
  readonly check: (samples: CheckedSamples) => boolean;
}

interface Pair {
  readonly hub: ServedVersion;
  readonly spoke: ServedVersion;
  readonly losses: LossLedger;
  /** The steps of the fields that the hub keeps for the spoke. */
  readonly keeps: readonly (readonly string[])[];
  readonly convert: (object: JsonFields, to: ServedVersion) => object;
}

function pairOf({ hub, spoke, convert, losses = [], bounds = [], keeps = [] }: CheckedConversion): Pair {
  return {
    hub: serveVersion(hub),
    spoke: serveVersion(spoke),
    losses: lossLedger(losses, bounds),
    keeps: keeps.map(stepsOf),
    convert: (object, to) => withoutClock(() => convert(object, to.apiVersion)),
  };
}

/** What must hold for a conversion. */
export function conversionChecks(conversion: CheckedConversion): readonly ConversionCheck[] {
  const pair = pairOf(conversion);
  return checks.map(({ name, check }) => ({ name, check: (samples) => withinTime(() => check(pair, samples)) }));
}

/** Objects of each version that the declared losses and bounds are looked for in. */
export interface LossSamples {
  readonly hub: readonly object[];
  readonly spoke: readonly object[];
}

/** What is wrong with the declared losses and bounds: each must be seen to happen among the objects, or these with empty parts. */
export function lossProblems(conversion: CheckedConversion, samples: LossSamples): string[] {
  return withinTime(() => problemsOfLosses(conversion, samples), 30_000);
}

function problemsOfLosses(conversion: CheckedConversion, samples: LossSamples): string[] {
  const pair = pairOf(conversion);
  const { hub, spoke, losses } = pair;
  for (const object of withVariants(samples.spoke)) {
    const start = spoke.admit(object);
    if (start === undefined) continue;
    const { back, errors } = travel(pair, { start, from: spoke, to: hub });
    losses.count(differences(withoutData(start), withoutData(back)), start);
    for (const { path } of errors) losses.coversHubError(path, start);
  }
  for (const object of withVariants(samples.hub)) {
    const start = hub.admit(object);
    const errors = start === undefined ? [] : travel(pair, { start, from: hub, to: spoke }).errors;
    for (const { path } of errors) losses.coversSpokeError(path);
  }
  return losses.problems();
}

function withVariants(objects: readonly object[]): object[] {
  return objects.flatMap((object) => [object, ...withEmptyObjects(onTheWire(object)).map((variant) => variant.object)]);
}

const checks: readonly {
  readonly name: string;
  readonly check: (pair: Pair, samples: CheckedSamples) => boolean;
}[] = [
  { name: "hub objects come back from the other version as they were", check: hubComesBack },
  { name: "objects of the other version come back from the hub but for declared losses", check: spokeComesBack },
  { name: "a second round trip changes nothing", check: secondTripIsNothing },
  { name: "what a user changed is not undone by kept data", check: changesStay },
  { name: "a change of the hub's object stays, and what it keeps for the other version too", check: hubChangesStay },
  { name: "kept data of a list element stays with that element", check: dataStaysWithElements },
  { name: "unknown fields and forged annotations do no harm", check: forgedIsHarmless },
  { name: "parts of an object gain nothing", check: partsGainNothing },
  { name: "the same object gives the same result", check: sameTwice },
  { name: "conversion changes nothing in its input and shares nothing with it", check: inputIsUntouched },
];

function hubComesBack(pair: Pair, { hub }: CheckedSamples): boolean {
  const start = pair.hub.admit(hub);
  if (start === undefined) return false;
  for (const defaults of [false, true]) {
    const trip = travel(pair, { start, from: pair.hub, to: pair.spoke, defaults });
    const message = defaults
      ? "after hub, the other version with its defaults, hub"
      : "after hub, the other version, hub";
    expectValid(
      trip,
      pair.spoke,
      trip.errors.filter(({ path }) => !pair.losses.coversSpokeError(path)),
    );
    expectSame(trip, differences(start, trip.back), message);
  }
  return true;
}

function spokeComesBack(pair: Pair, { spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  for (const defaults of [false, true])
    checkSpoke(pair, { start, defaults, when: "after the other version, hub, back" });
  return true;
}

interface SpokeTrip {
  readonly start: JsonFields;
  readonly defaults?: boolean;
  readonly when: string;
}

function checkSpoke(pair: Pair, { start, defaults = false, when }: SpokeTrip): Trip {
  const trip = travel(pair, { start, from: pair.spoke, to: pair.hub, defaults });
  const plain = withoutData(start);
  expectValid(
    trip,
    pair.hub,
    trip.errors.filter(({ path }) => !pair.losses.coversHubError(path, plain)),
  );
  const found = differences(plain, withoutData(trip.back));
  expectSame(trip, pair.losses.uncovered(found, plain), `${when}${defaults ? ", with the hub's defaults" : ""}`);
  return trip;
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
    expectSame(second, differences(first.back, second.back), "after a second round trip");
  }
  return trips.some(({ start }) => start !== undefined);
}

function changesStay(pair: Pair, { hub, other }: CheckedSamples): boolean {
  const stored = pair.hub.admit(hub);
  if (stored === undefined) return false;
  const read = pair.spoke.receive(pair.convert(stored, pair.spoke)).object;
  const others = onTheWire(other);
  const changes = [...withFieldsOf(read, others), ...withOtherLists(read, others)];
  for (const { object, path } of changes) {
    const start = pair.spoke.admit(object);
    if (start !== undefined) checkSpoke(pair, { start, when: `after a change of ${formatPath(path)}` });
  }
  for (const { object, path } of withoutObjects(read)) {
    const start = pair.spoke.admit(object);
    if (start === undefined) continue;
    const { there } = checkSpoke(pair, { start, when: `after ${formatPath(path)} was removed` });
    const plain = pair.hub.receive(pair.convert(withoutData(start), pair.hub)).object;
    const found = differences(valueAtPath(plain, path), valueAtPath(there, path), path);
    expectSame({ start, there, back: there }, found, `in the hub after ${formatPath(path)} was removed`);
  }
  return true;
}

function hubChangesStay(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  const stored = pair.hub.receive(pair.convert(start, pair.hub)).object;
  for (const { object, path } of withFieldsOf(stored, onTheWire(hub))) {
    const edited = pair.hub.admit(object);
    if (edited === undefined) continue;
    const trip = travel(pair, { start: edited, from: pair.hub, to: pair.spoke });
    const when = `after a change of ${formatPath(path)} in the hub`;
    expectSame(trip, differences(withoutData(edited), withoutData(trip.back)), when);
    const kept = pair.keeps.filter((steps) => !isWithin(path, steps.slice(0, path.length)));
    for (const steps of kept) {
      const [was, is] = [start, trip.there].map((version) =>
        valuesAt(version, steps).filter((value) => value !== undefined),
      );
      expectSame(trip, differences(was, is, steps), `${when}, a field that the hub keeps`);
    }
  }
  expectNoSpoiledData(pair, stored);
  return true;
}

/** Data with values of other types in the annotation of the hub must not make the other version's object invalid. */
function expectNoSpoiledData(pair: Pair, stored: JsonFields): void {
  const text = valueAtPath(stored, ["metadata", "annotations", conversionDataAnnotation]);
  if (typeof text !== "string") return;
  const forged = withData(stored, JSON.stringify(spoil(JSON.parse(text))));
  const known = new Set(
    pair.spoke.receive(pair.convert(withoutData(stored), pair.spoke)).errors.map(({ field }) => field),
  );
  const { object, errors } = pair.spoke.receive(pair.convert(forged, pair.spoke));
  const wrong = errors.filter(({ field, reason }) => reason === "FieldValueTypeInvalid" && !known.has(field));
  expectValid({ start: forged, there: object, back: object }, pair.spoke, wrong);
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
    const mixed = mixedElements(there, { origins: [stored, plain], hasKeys: pair.hub.hasKeys });
    expectSame(
      { start, there, back: stored },
      mixed,
      `after the list ${formatPath(path)} was changed, an element has the data of another one; declare keys of the list (@listMapKey)`,
    );
  }
  return true;
}

const forgeries: readonly string[] = [
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "1",
  '{"spec":[],"status":"x"}',
  '{"metadata":{"name":"evil"},"apiVersion":"evil/v1","kind":"Evil"}',
  '{"__proto__":{"spec":1},"constructor":{}}',
];

function forgedIsHarmless(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  const plain = pair.hub.receive(pair.convert(start, pair.hub)).object;
  for (const text of forgeries) {
    const forged = withData(start, text);
    const there = pair.hub.receive(pair.convert(forged, pair.hub)).object;
    expectSame({ start: forged, there, back: there }, differences(plain, there), `with the annotation ${text}`);
  }
  const spoiled = onTheWire(hub);
  expectNoMoreErrors(pair, start, JSON.stringify({ spec: spoil(spoiled["spec"]), status: spoil(spoiled["status"]) }));
  const known = { ...start, spec: fieldsOf(start["spec"]) };
  const unknown = { ...known, capstanUnknown: 1, spec: { ...known.spec, capstanUnknown: { a: [1] } } };
  const want = pair.hub.receive(pair.convert(known, pair.hub)).object;
  const there = pair.hub.receive(pair.convert(unknown, pair.hub)).object;
  const found = differences(want, there).filter(({ path }) => !path.includes("capstanUnknown"));
  expectSame({ start: unknown, there, back: there }, found, "with unknown fields");
  return true;
}

/** An annotation with values of other types must not make the hub's object invalid: typed clients could not read lists of the kind. */
function expectNoMoreErrors(pair: Pair, start: JsonFields, text: string): void {
  const plain = pair.hub.receive(pair.convert(start, pair.hub));
  const forged = withData(start, text);
  const there = pair.hub.receive(pair.convert(forged, pair.hub));
  const known = new Set(plain.errors.map(({ field }) => field));
  const trip = { start: forged, there: there.object, back: there.object };
  expectValid(
    trip,
    pair.hub,
    there.errors.filter(({ field, reason }) => reason === "FieldValueTypeInvalid" && !known.has(field)),
  );
}

/** The value with scalars of other types. */
function spoil(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoil);
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, next]) => [name, spoil(next)]));
  return typeof value === "string" ? 1 : "x";
}

function fieldsOf(value: unknown): JsonFields {
  return isJsonObject(value) ? value : {};
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
    for (const part of ["spec", "status"]) {
      if (object[part] === undefined) continue;
      const start = from.receive({ apiVersion, kind, metadata, [part]: object[part] }).object;
      const trip = travel(pair, { start, from, to });
      const gained = differences(withoutData(start), withoutData(trip.back)).filter(({ was }) => was === undefined);
      expectSame(trip, pair.losses.uncovered(gained, withoutData(start)), `with only ${part}`);
    }
  }
  return true;
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

interface Journey {
  readonly start: JsonFields;
  readonly from: ServedVersion;
  readonly to: ServedVersion;
  /** Whether the server sets the defaults of the version in between. */
  readonly defaults?: boolean;
}

interface Trip {
  readonly start: JsonFields;
  readonly there: JsonFields;
  readonly back: JsonFields;
}

function travel(
  pair: Pair,
  { start, from, to, defaults = false }: Journey,
): Trip & { readonly errors: readonly FieldError[] } {
  const { object, errors } = to.receive(pair.convert(deepClone(start), to));
  const there = defaults ? to.withDefaults(object) : object;
  const back = from.receive(pair.convert(deepClone(there), from)).object;
  return { start, there, back, errors };
}

function expectValid({ start, there }: Trip, { apiVersion }: ServedVersion, errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw new Error(
    [
      `the object is not valid in ${apiVersion}: ${first.field}: ${first.message}`,
      `  help: give both versions the same bounds, or declare in the field's rule that they differ: \`bounds: "differ"\`; ` +
        `a required field needs a default`,
      `was: ${JSON.stringify(start)}`,
      `is:  ${JSON.stringify(there)}`,
    ].join("\n"),
  );
}

function expectSame({ start, there, back }: Trip, found: readonly Difference[], when: string): void {
  const [first] = found;
  if (first === undefined) return;
  throw new Error(
    [
      `${when}: ${formatPath(first.path)} was ${text(first.was)} and is ${text(first.is)}`,
      `  help: ${helpFor(first.path)}`,
      `start:     ${JSON.stringify(start)}`,
      `converted: ${JSON.stringify(there)}`,
      `back:      ${JSON.stringify(back)}`,
    ].join("\n"),
  );
}

function helpFor(path: JsonPath): string {
  const rule = path
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .replace(/^\./, "");
  return `choose a form of \`as\` for ${rule} that keeps this value, or name the values that are lost in the field's rule`;
}

function text(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
