// Objects with few fields. Random ones have about half of the fields of their types, so what a conversion does to an object that has one or two of them, and nothing beside these,
// would hardly ever show: the more fields a type has, the less.
import { isJsonObject, ownFields, ownValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { CheckedVersion, JsonFields } from "./checked-conversion.ts";
import { stepsOf } from "./differences.ts";

/** Which fields objects have. */
export interface ChosenFields {
  /** The paths of the fields to choose from. */
  readonly fields: readonly string[];
  /** Any number for the first field, and for each further one how far it is behind the last: fields that are next to each other are in one object. */
  readonly choices: readonly number[];
}

type Steps = readonly string[];

/**
 * An object with the chosen fields, as far as one of the objects has them, with the objects around those, and with all that its version requires there. A choice may also be
 * an object around fields: it is there then, whatever is in it.
 */
export function withFewFields(objects: readonly object[], version: CheckedVersion, chosen: ChosenFields): object {
  const [first = {}, ...others] = objects;
  const filled = others.reduce<unknown>(filledWith, first);
  const cut = cutTo(filled, version.schema, chosenPlaces(chosen));
  return isJsonObject(cut) ? cut : {};
}

/** A choice: a field as it is, or an object of which only what is required is there. */
interface Place {
  readonly steps: Steps;
  readonly isWhole: boolean;
}

function chosenPlaces({ fields, choices }: ChosenFields): readonly Place[] {
  const paths = fields.map(stepsOf);
  const around = paths.flatMap((steps) => steps.map((_, index) => steps.slice(0, index)).filter(isObject));
  const places = new Map<string, Place>();
  for (const steps of around) places.set(steps.join("."), { steps, isWhole: false });
  for (const steps of paths) places.set(steps.join("."), { steps, isWhole: true });
  const all = [...places].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
  const own = ["apiVersion", "kind", "metadata"].map((name): Place => ({ steps: [name], isWhole: true }));
  let at = 0;
  const found = choices.flatMap((step) => all[(at += step) % Math.max(all.length, 1)] ?? []);
  return [...own, ...found];
}

/** Whether steps lead to an object: not to all elements of a list or map, of which each is there. */
function isObject(steps: Steps): boolean {
  return steps.length > 0 && !["[]", "[*]"].includes(steps.at(-1) ?? "");
}

/** A value with what another one has and it lacks. */
function filledWith(value: unknown, other: unknown): unknown {
  if (value === undefined) return other;
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const names = new Set([...Object.keys(value), ...Object.keys(other)]);
  return fieldsOf([...names].map((name) => [name, filledWith(ownValue(value, name), ownValue(other, name))]));
}

/** The value with these places in it, and with what its schema requires. */
function cutTo(value: unknown, schema: JSONSchema, places: readonly Place[]): unknown {
  if (places.some(({ steps, isWhole }) => steps.length === 0 && isWhole)) return value;
  const { properties, items, additionalProperties: values, required = [] } = schema;
  if (Array.isArray(value)) {
    return isSchema(items) ? value.map((item: unknown) => cutTo(item, items, inside(places, "[]"))) : value;
  }
  if (!isJsonObject(value)) return value;
  if (properties === undefined) {
    const cut = (inner: unknown): unknown => (isSchema(values) ? cutTo(inner, values, inside(places, "[*]")) : inner);
    return fieldsOf(Object.entries(value).map(([name, inner]) => [name, cut(inner)]));
  }
  const isThere = (name: string): boolean => required.includes(name) || inside(places, name).length > 0;
  const names = Object.keys(value).filter(isThere);
  return fieldsOf(
    names.map((name) => [name, cutTo(value[name], ownValue(properties, name) ?? {}, inside(places, name))]),
  );
}

/** The places in a field, or in elements. */
function inside(places: readonly Place[], step: string): readonly Place[] {
  return places
    .filter(({ steps }) => steps[0] === step)
    .map(({ steps, isWhole }) => ({ steps: steps.slice(1), isWhole }));
}

function isSchema(schema: unknown): schema is JSONSchema {
  return isJsonObject(schema);
}

/** An object with these fields; of an absent value there is none. */
function fieldsOf(fields: readonly (readonly [string, unknown])[]): JsonFields {
  return ownFields(fields.filter(([, value]) => value !== undefined));
}
