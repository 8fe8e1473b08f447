// The checks of single values: lengths, patterns, formats, ranges, sizes and enums. The table has a row for each keyword, in the API
// server's order.
import { deepEqual, isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { invalid, notSupported, tooLong, tooMany, typeInvalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { formats, numberFormats } from "./formats.ts";
import { multipleOfErrors } from "./multiple-of.ts";
import { compilePattern } from "./pattern.ts";

/** Checks one value, and appends its errors. */
export type Check = (value: unknown, path: FieldPath, errors: FieldError[]) => void;

type Maker = (schema: JSONSchema) => Check | undefined;

/** A check of values of one JavaScript type, when the schema has the keyword. */
function check<V>(
  is: (value: unknown) => value is V,
  test: (value: V, path: FieldPath) => FieldError | undefined,
): Check {
  return (value, path, errors) => {
    const error = is(value) ? test(value, path) : undefined;
    if (error !== undefined) errors.push(error);
  };
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Length in characters, as Go counts runes. */
function runes(value: string): number {
  let count = value.length;
  for (let i = 0; i < value.length - 1; i++)
    if (value.charCodeAt(i) >= 0xd800 && value.charCodeAt(i) <= 0xdbff) count -= 1;
  return count;
}

const makers: readonly Maker[] = [
  ({ maxLength: max }) =>
    max === undefined
      ? undefined
      : check(isString, (value, path) => (runes(value) > max ? tooLong(path, max) : undefined)),
  ({ minLength: min }) =>
    min === undefined
      ? undefined
      : check(isString, (value, path) =>
          runes(value) < min
            ? invalid(path, value, `${path.toString()} in body should be at least ${min} chars long`)
            : undefined,
        ),
  patternCheck,
  formatCheck,
  rangeOfFormat,
  multipleOfCheck,
  maximumCheck,
  minimumCheck,
  ({ minItems: min }) =>
    min === undefined
      ? undefined
      : check(isList, (list, path) =>
          list.length < min
            ? invalid(path, list.length, `${path.toString()} in body should have at least ${min} items`)
            : undefined,
        ),
  ({ maxItems: max }) =>
    max === undefined
      ? undefined
      : check(isList, (list, path) => (list.length > max ? tooMany(path, list.length, max) : undefined)),
  ({ minProperties: min }) =>
    min === undefined
      ? undefined
      : check(isJsonObject, (object, path) => {
          const size = Object.keys(object).length;
          return size < min
            ? invalid(path, size, `${path.toString()} in body should have at least ${min} properties`)
            : undefined;
        }),
  ({ maxProperties: max }) =>
    max === undefined
      ? undefined
      : check(isJsonObject, (object, path) => {
          const size = Object.keys(object).length;
          return size > max ? tooMany(path, size, max) : undefined;
        }),
];

/** The checks for the keywords of a schema. */
export function boundChecks(schema: JSONSchema): Check[] {
  return makers.map((make) => make(schema)).filter((made) => made !== undefined);
}

/** The check of an enum, which also applies to null. */
export function enumCheck({ enum: values }: JSONSchema): Check | undefined {
  if (values === undefined || values.length === 0) return undefined;
  return (value, path, errors) => {
    if (!values.some((allowed) => deepEqual(allowed, value))) errors.push(notSupported(path, value, values));
  };
}

function patternCheck({ pattern }: JSONSchema): Check | undefined {
  const compiled = pattern === undefined || pattern === "" ? undefined : compilePattern(pattern);
  // A pattern that does not compile is an error of the schema, which the check of the schema reports.
  if (compiled === undefined || typeof compiled === "string") return undefined;
  return check(isString, (value, path) =>
    compiled.test(value) ? undefined : invalid(path, value, `${path.toString()} in body should match '${pattern}'`),
  );
}

function formatCheck({ format }: JSONSchema): Check | undefined {
  const test = format === undefined || !Object.hasOwn(formats, format) ? undefined : formats[format];
  if (test === undefined) return undefined;
  return check(isString, (value, path) =>
    test(value)
      ? undefined
      : typeInvalid(path, value, `${path.toString()} in body must be of type ${format}: ${JSON.stringify(value)}`),
  );
}

function rangeOfFormat({ type, format }: JSONSchema): Check | undefined {
  const range = format === undefined || !Object.hasOwn(numberFormats, format) ? undefined : numberFormats[format];
  if (range === undefined) return undefined;
  return check(isNumber, (value, path) =>
    value < range.min || value > range.max
      ? invalid(path, value, `Checked value must be of type ${type} with format ${format} in ${path.toString()}`)
      : undefined,
  );
}

function multipleOfCheck(schema: JSONSchema): Check | undefined {
  if (schema.multipleOf === undefined) return undefined;
  return (value, path, errors) => {
    if (isNumber(value)) errors.push(...multipleOfErrors(value, schema, path));
  };
}

function maximumCheck({ maximum, exclusiveMaximum }: JSONSchema): Check | undefined {
  if (maximum === undefined) return undefined;
  const relation = exclusiveMaximum === true ? "less than" : "less than or equal to";
  return check(isNumber, (value, path) =>
    value > maximum || (exclusiveMaximum === true && value === maximum)
      ? invalid(path, value, `${path.toString()} in body should be ${relation} ${maximum}`)
      : undefined,
  );
}

function minimumCheck({ minimum, exclusiveMinimum }: JSONSchema): Check | undefined {
  if (minimum === undefined) return undefined;
  const relation = exclusiveMinimum === true ? "greater than" : "greater than or equal to";
  return check(isNumber, (value, path) =>
    value < minimum || (exclusiveMinimum === true && value === minimum)
      ? invalid(path, value, `${path.toString()} in body should be ${relation} ${minimum}`)
      : undefined,
  );
}
