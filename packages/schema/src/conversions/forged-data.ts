// Annotations that no conversion wrote: text that is not its data, values of other types, and unknown fields beside them.
import { deepEqual, isJsonObject } from "@capstan/kube";
import { onTheWire, withData, withoutData } from "./api-server.ts";
import { conversionDataAnnotation, type CheckedSamples, type JsonFields } from "./checked-conversion.ts";
import { differences, valueAtPath, type Difference } from "./differences.ts";
import { expectSame, expectValid, type Pair } from "./trip.ts";

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

/** Forged annotations and unknown fields change nothing, and make no object invalid. */
export function forgedIsHarmless(pair: Pair, { hub, spoke }: CheckedSamples): boolean {
  const start = pair.spoke.admit(spoke);
  if (start === undefined) return false;
  const plain = pair.hub.receive(pair.convert(start, pair.hub)).object;
  for (const text of forgeries) {
    const forged = withData(start, text);
    const there = pair.hub.receive(pair.convert(forged, pair.hub)).object;
    const journey = `with the annotation ${JSON.stringify(text)}`;
    expectSame({ start: forged, there, back: there }, differences(plain, there), journey);
  }
  const spoiled = onTheWire(hub);
  expectNoMoreErrors(pair, start, JSON.stringify({ spec: spoil(spoiled["spec"]), status: spoil(spoiled["status"]) }));
  // A spec that the version rejects without fields is none that the server would convert: it prunes what is unknown.
  const known = pair.spoke.admit({ ...start, spec: fieldsOf(start["spec"]) }) ?? start;
  const spec = isJsonObject(known["spec"]) ? { spec: { ...known["spec"], capstanUnknown: { a: [1] } } } : {};
  const unknown = { ...known, capstanUnknown: 1, ...spec };
  const want = pair.hub.receive(pair.convert(known, pair.hub)).object;
  const there = pair.hub.receive(pair.convert(unknown, pair.hub)).object;
  const all = differences(want, withoutEmptySpec(pair, { want, there, known }));
  // What is kept of an object may depend on whether the object is there, if the other version reads the same.
  const isKeptAlike = all.some(isAround) && isReadAlike(pair, want, there);
  const found = all.filter((one) => !isOfUnknown(one) && !(isKeptAlike && isOfData(one)));
  expectSame({ start: unknown, there, back: there }, found, "with unknown fields");
  return true;
}

/** Whether a difference is an unknown field, or the object around it. */
function isOfUnknown(found: Difference): boolean {
  return found.path.includes("capstanUnknown") || isAround(found);
}

/** Whether a difference is the object around an unknown field: where the known fields of an object move to another one, it stays for what is left in it. */
function isAround({ path, was, is }: Difference): boolean {
  return path.join() === "spec" && was === undefined && isJsonObject(is) && fieldsIn(is) === 0;
}

interface WithUnknown {
  readonly want: JsonFields;
  readonly there: JsonFields;
  /** The object without unknown fields. */
  readonly known: JsonFields;
}

/** The hub's object, whose spec is empty where it stays for an unknown field and has no more than the defaults that an empty spec becomes. */
function withoutEmptySpec(pair: Pair, { want, there, known }: WithUnknown): JsonFields {
  if (want["spec"] !== undefined || fieldsIn(there["spec"]) === 0) return there;
  const ofEmpty = pair.hub.receive(pair.convert({ ...known, spec: {} }, pair.hub)).object;
  return deepEqual(ofEmpty["spec"], there["spec"]) ? { ...there, spec: {} } : there;
}

function isOfData({ path }: Difference): boolean {
  return path.includes(conversionDataAnnotation);
}

/** Whether the other version reads two objects of the hub alike. */
function isReadAlike(pair: Pair, ...objects: readonly [JsonFields, JsonFields]): boolean {
  const [one, other] = objects.map((object) =>
    withoutData(pair.spoke.receive(pair.convert(object, pair.spoke)).object),
  );
  return differences(one, other).length === 0;
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

function fieldsIn(value: unknown): number {
  return Object.keys(fieldsOf(value)).length;
}

function fieldsOf(value: unknown): JsonFields {
  return isJsonObject(value) ? value : {};
}

/** Data with values of other types in the annotation of the hub must not make the other version's object invalid. */
export function expectNoSpoiledData(pair: Pair, stored: JsonFields): void {
  const text = valueAtPath(stored, ["metadata", "annotations", conversionDataAnnotation]);
  if (typeof text !== "string") return;
  const forged = withData(stored, JSON.stringify(spoil(JSON.parse(text))));
  const known = new Set(
    pair.spoke.receive(pair.convert(withoutData(stored), pair.spoke)).errors.map(({ field }) => field),
  );
  const { object, errors } = pair.spoke.receive(pair.convert(forged, pair.spoke));
  const wrong = errors.filter(({ field, reason }) => reason === "FieldValueTypeInvalid" && !known.has(field));
  expectValid({ start: forged, there: object }, pair.spoke, wrong);
}
