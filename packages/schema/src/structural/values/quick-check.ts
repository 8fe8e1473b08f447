// A quick look at values, most of which have no errors: it makes no paths, reads each field once, and knows few keywords. It never takes a wrong value for
// right; of one that is not surely right, the checks of validator.ts find the error, or that there is none.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { schemaOf } from "./schema-nodes.ts";

/** Whether a value surely has no error, nor a null that is removed before it is checked. */
export type QuickCheck = (value: unknown) => boolean;

/** The keywords that are known, and those that say nothing about values. A node with another one is never quick. */
const known: ReadonlySet<string> = new Set([
  "additionalProperties",
  "description",
  "enum",
  "items",
  "nullable",
  "properties",
  "required",
  "title",
  "type",
  "x-kubernetes-int-or-string",
]);

const never: QuickCheck = () => false;
const isString: QuickCheck = (value) => typeof value === "string";
// Beyond these, a number may be more than 64 bits have.
const isInteger: QuickCheck = (value) => Number.isSafeInteger(value);

/** Whether a value has a type, as far as that is all there is to check. */
const types: Readonly<Record<string, QuickCheck>> = {
  string: isString,
  boolean: (value) => typeof value === "boolean",
  integer: isInteger,
  number: (value) => typeof value === "number",
};

/** Compiles the quick look of a schema and everything below it. */
export function compileQuickCheck(schema: JSONSchema): QuickCheck {
  if (Object.keys(schema).some((keyword) => !known.has(keyword))) return never;
  const check = quickType(schema);
  return schema.nullable === true && schema.enum === undefined ? (value) => value === null || check(value) : check;
}

function quickType(schema: JSONSchema): QuickCheck {
  const { type, enum: values = [] } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) {
    return values.length > 0 ? never : (value) => isString(value) || isInteger(value);
  }
  if (values.length > 0) return quickEnum(schema, values);
  if (type === "object") return quickObject(schema);
  if (type === "array") return quickList(schema);
  if (type === undefined) return hasBelow(schema) ? never : (value) => value !== null;
  return (Object.hasOwn(types, type) ? types[type] : undefined) ?? never;
}

/** What is below a node without a type counts for some values only. */
function hasBelow({ properties, items, additionalProperties, required }: JSONSchema): boolean {
  return [properties, items, additionalProperties, required].some((keyword) => keyword !== undefined);
}

function quickEnum({ type }: JSONSchema, values: readonly unknown[]): QuickCheck {
  if (type !== "string") return never;
  const allowed: ReadonlySet<unknown> = new Set(values);
  return (value) => typeof value === "string" && allowed.has(value);
}

function quickList({ items }: JSONSchema): QuickCheck {
  const item = items && compileQuickCheck(items);
  return (value) => Array.isArray(value) && (item === undefined || value.every(item));
}

function quickObject({ properties = {}, additionalProperties, required = [] }: JSONSchema): QuickCheck {
  // One that is missing would have to be set.
  if (Object.values(properties).some((field) => field.default !== undefined)) return never;
  const fields = new Map(Object.entries(properties).map(([name, field]) => [name, compileQuickCheck(field)]));
  const others = schemaOf(additionalProperties);
  const other = additionalProperties === false ? never : others && compileQuickCheck(others);
  return (value) => {
    if (!isJsonObject(value)) return false;
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    for (const name in value) {
      const check = fields.get(name) ?? other;
      if (check !== undefined && !check(value[name])) return false;
    }
    return true;
  };
}
