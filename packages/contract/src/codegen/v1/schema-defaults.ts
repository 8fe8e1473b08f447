// The defaults of a version's schema, as far as the check of writes needs them: the API server sets them in each object that it reads from where it is stored, before it asks
// for a conversion.
import { deepClone, isJsonObject, ownFields, setOwn } from "@capstan/kube";

/** The parts of a schema that have defaults. */
export interface SchemaDefaults {
  /** The value of the field where it is absent. */
  readonly default?: unknown;
  /** Whether null is a value of the field. Of others it is none, and the default is in its place. */
  readonly nullable?: true;
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, SchemaDefaults>>;
  /** The elements of a list. */
  readonly list?: SchemaDefaults;
  /** The values of a map. */
  readonly map?: SchemaDefaults;
}

/** The same, and each default has the defaults inside of it: none is walked again for each place where it is set. */
export function completeDefaults({ default: value, nullable, ...inside }: SchemaDefaults): SchemaDefaults {
  const { fields, list, map } = inside;
  const complete: SchemaDefaults = {
    ...(nullable && { nullable }),
    ...(fields && { fields: ownFields(Object.entries(fields).map(([name, one]) => [name, completeDefaults(one)])) }),
    ...(list && { list: completeDefaults(list) }),
    ...(map && { map: completeDefaults(map) }),
  };
  if (value === undefined) return complete;
  const whole = deepClone(value);
  setDefaults(whole, complete);
  return { ...complete, default: whole };
}

/** Sets complete defaults in a value. They are not copied, so that a long one in each of many elements takes no memory: the value must not be changed afterwards. */
export function setDefaults(value: unknown, { fields = {}, list, map }: SchemaDefaults): void {
  if (Array.isArray(value)) {
    if (list !== undefined) for (const [index, item] of value.entries()) value[index] = withDefault(item, list);
  } else if (isJsonObject(value)) {
    for (const [name, field] of Object.entries(fields)) setField(value, name, field);
    if (map !== undefined) for (const name of Object.keys(value)) setField(value, name, map);
  }
}

function setField(object: Record<string, unknown>, name: string, defaults: SchemaDefaults): void {
  const given = Object.hasOwn(object, name) ? object[name] : undefined;
  const next = withDefault(given, defaults);
  if (next !== given) setOwn(object, name, next);
}

function withDefault(given: unknown, defaults: SchemaDefaults): unknown {
  const isAbsent = given === undefined || (given === null && defaults.nullable !== true);
  if (isAbsent) return defaults.default ?? given;
  setDefaults(given, defaults);
  return given;
}
