// Copies of objects for rules, which change parts of them: what no rule changes is shared with the original. Most of an object is, and a complete copy
// takes a fifth of the time of a conversion.
import { copyOfFields, deepClone, isJsonObject, ownValue, setOwn } from "@capstan/kube";
import { changedBy, type Changed } from "./changed-parts.ts";
import type { ConversionRules, PropertyPath, Side } from "./conversion-plan.ts";
import type { Fields } from "./fields.ts";

/** Values that rules take out of an object, by the paths of the rules. */
export type TakenFields = ReadonlyMap<PropertyPath, unknown>;

/** Of an object that has all of its fields. */
export const noneTaken: TakenFields = new Map();

/** A copy of an object for rules. */
export interface CopyForRules {
  readonly copy: Fields;
  /** What the copy does not have, because the rules take it anyway: V8 keeps an object that a field was deleted from in a slower form. */
  readonly taken: TakenFields;
}

/** A copy of an object of a version that its rules convert. They do not change the object itself, and parts of it are in the copy. */
export function copyForRules(object: Fields, rules: ConversionRules, from: Side): CopyForRules {
  const taken = new Map<PropertyPath, unknown>();
  return { copy: copyOf(object, changedBy(rules), { from, taken }), taken };
}

interface Taking {
  readonly from: Side;
  readonly taken: Map<PropertyPath, unknown>;
}

function copyOf(object: Fields, changed: Changed, taking: Taking): Fields {
  const copy =
    changed.of[taking.from].isTakenFrom === true ? copyOfRest(object, changed, taking) : copyOfFields(object);
  for (const [name, part] of changed.fields) {
    const value = ownValue(copy, name);
    if (typeof value === "object" && value !== null) setOwn(copy, name, copyOfValue(value, part, taking));
  }
  const { elements } = changed;
  if (elements !== undefined)
    for (const [name, value] of Object.entries(copy)) setOwn(copy, name, copyOfValue(value, elements, taking));
  return copy;
}

/** A copy without what is taken and what goes. */
function copyOfRest(object: Fields, { fields }: Changed, taking: Taking): Fields {
  const rest: Fields = {};
  for (const [name, value] of Object.entries(object)) {
    const part = fields.get(name);
    const { path, isDropped } = part?.of[taking.from] ?? {};
    if (part === undefined || (path === undefined && isDropped === undefined)) setOwn(rest, name, value);
    else if (path === undefined) copyOfValue(value, part, taking);
    else taking.taken.set(path, part.isOpen || part.isWhole ? deepClone(value) : value);
  }
  return rest;
}

function copyOfValue(value: unknown, changed: Changed, taking: Taking): unknown {
  if (changed.isWhole) return deepClone(value);
  if (!changed.isOpen) return value;
  if (isJsonObject(value)) return copyOf(value, changed, taking);
  const { elements } = changed;
  return Array.isArray(value) && elements !== undefined
    ? value.map((one: unknown) => copyOfValue(one, elements, taking))
    : value;
}
