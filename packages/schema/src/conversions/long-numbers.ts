// Whole numbers beyond 2^53 on the way of an object to the other version and back, as the webhook reads them: JavaScript would round them. What comes back of
// numbers that JavaScript has must come back of longer ones.
import { isJsonObject, parseExactJson, type JsonPath } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { ServedVersion } from "./api-server.ts";
import type { CheckedConversion, CheckedSamples, JsonFields } from "./checked-conversion.ts";
import { withValueAt } from "./changed-objects.ts";
import { formatPath, placesAt, stepsOf, valueAtPath, valuesAt } from "./differences.ts";
import type { Pair } from "./trip.ts";

type Steps = readonly string[];

/** The steps of the fields of each version that have numbers of 64 bits, which no rule converts to another type. */
export interface LongFields {
  readonly hub: readonly Steps[];
  readonly spoke: readonly Steps[];
}

type Side = keyof LongFields;

/** The fields of a conversion. Functions get no number that JavaScript rounds, so theirs are left out. */
export function longFieldsOf({ hub, spoke, fields = [], functions }: CheckedConversion): LongFields {
  const long = { hub: longIn(hub.schema), spoke: longIn(spoke.schema) };
  const isLong = (side: Side, path: string): boolean =>
    long[side].some((steps) => steps.join() === stepsOf(path).join());
  const keeping = (side: Side, other: Side): Steps[] => {
    const changing = fields.filter((rule) => !rule[other].every((path) => isLong(other, path)));
    const left = [...changing.flatMap((rule) => rule[side]), ...(functions?.[side] ?? [])].map(stepsOf);
    return long[side].filter((steps) => !left.some((around) => around.every((step, index) => step === steps[index])));
  };
  return { hub: keeping("hub", "spoke"), spoke: keeping("spoke", "hub") };
}

/** The steps of numbers of 64 bits without bounds. */
function longIn(schema: JSONSchema): Steps[] {
  const { type, format, maximum, multipleOf, enum: choices, properties = {}, items, additionalProperties } = schema;
  if (type === "integer") {
    const isFree = maximum === undefined && multipleOf === undefined && choices === undefined;
    return format === "int64" && isFree ? [[]] : [];
  }
  const inside = (name: string, of: JSONSchema): Steps[] => longIn(of).map((steps) => [name, ...steps]);
  return [
    ...Object.entries(properties).flatMap(([name, of]) => inside(name, of)),
    ...(isJsonObject(items) ? inside("[]", items) : []),
    ...(isJsonObject(additionalProperties) ? inside("[*]", additionalProperties) : []),
  ];
}

/** Whether a conversion has such numbers at all. */
export function hasLongFields({ hub, spoke }: LongFields): boolean {
  return hub.length > 0 || spoke.length > 0;
}

/** Numbers beyond 2^53 keep every digit on the way to the other version and back. */
export function longNumbersStay(pair: Pair, { hub, spoke }: CheckedSamples, long: LongFields): boolean {
  const isHubChecked = stay(pair, { object: hub, from: pair.hub, to: pair.spoke, fields: long.hub });
  const isSpokeChecked = stay(pair, { object: spoke, from: pair.spoke, to: pair.hub, fields: long.spoke });
  return isHubChecked || isSpokeChecked;
}

interface LongTrip {
  readonly object: object;
  readonly from: ServedVersion;
  readonly to: ServedVersion;
  readonly fields: readonly Steps[];
}

function stay(pair: Pair, { object, from, to, fields }: LongTrip): boolean {
  const start = from.admit(object);
  if (start === undefined) return false;
  const places = fields
    .flatMap((steps) => placesAt(start, steps))
    .filter((place) => valueAtPath(start, place) !== null);
  const comeBack = (numbers: readonly unknown[]): ReadonlySet<number> => {
    const sent = places.reduce((whole, place, index) => withValueAt(whole, place, numbers[index]), start);
    const back = from.receive(pair.convert(to.receive(pair.convert(sent, to)).object, from)).object;
    const all = new Set(fields.flatMap((steps) => valuesAt(back, steps)));
    return new Set([...numbers.keys()].filter((index) => all.has(numbers[index])));
  };
  const short = comeBack(places.map((_, index) => Number.MAX_SAFE_INTEGER - index));
  // Each is odd, and JavaScript has only the even numbers beside it.
  const long = places.map((_, index) => (2n ** 53n + 2n * BigInt(index) + 1n).toString());
  const after = comeBack(long.map(parseExactJson));
  const lost = places.find((_, index) => short.has(index) && !after.has(index));
  if (lost !== undefined) throw new Error(messageFor(lost, start));
  return true;
}

function messageFor(place: JsonPath, start: JsonFields): string {
  return [
    `${formatPath(place)} does not come back when it is a whole number beyond 2^53, and does when it is a smaller one`,
    "  help: report it: the rule of the field computes with a number that JavaScript rounds",
    `start:     ${JSON.stringify(start)}`,
  ].join("\n");
}
