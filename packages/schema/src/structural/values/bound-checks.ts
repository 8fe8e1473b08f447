// The checks of single values: lengths, patterns, formats, ranges and sizes, in the API server's order.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { formatGoValue, invalid, tooLong, tooMany, typeInvalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { Check, CheckFindings } from "./findings.ts";
import { enforcedFormat, formats } from "./formats.ts";
import { multipleOfErrors } from "./multiple-of.ts";
import { numberBoundErrors } from "./number-bounds.ts";
import { numberTypeErrors } from "./number-type.ts";
import { compilePattern, type Pattern } from "./pattern.ts";

type Maker = (schema: JSONSchema) => Check | undefined;

/** A check of values of one JavaScript type, when the schema has the keyword. */
function check<V>(
  is: (value: unknown) => value is V,
  test: (value: V, path: FieldPath, found: CheckFindings) => FieldError | undefined,
): Check {
  return (value, path, found) => {
    const error = is(value) ? test(value, path, found) : undefined;
    if (error !== undefined) found.errors.push(error);
  };
}

type Limit = `m${"ax" | "in"}${"Length" | "Items" | "Properties"}`;

interface BoundPlace {
  readonly limit: number;
  readonly path: FieldPath;
  readonly schema: JSONSchema;
}

/** A check against the number that a keyword sets. */
function bound<V>(
  keyword: Limit,
  is: (value: unknown) => value is V,
  test: (value: V, place: BoundPlace) => FieldError | undefined,
): Maker {
  return (schema) => {
    const limit = schema[keyword];
    return limit === undefined ? undefined : check(is, (value, path) => test(value, { limit, path, schema }));
  };
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Whether a string has more characters than a limit, as Go counts them: two halves of one are one. No more of it is read than needed. */
function isLonger(value: string, limit: number): boolean {
  if (value.length <= limit) return false;
  // Not even halves.
  if (value.length > 2 * limit + 1) return true;
  return Array.from(value).length > limit;
}

function sizeOf(object: Record<string, unknown>): number {
  return Object.keys(object).length;
}

/** Of these, only the first error is reported. */
const stringMakers: readonly Maker[] = [
  bound("maxLength", isString, (value, { limit, path }) => (isLonger(value, limit) ? tooLong(path, limit) : undefined)),
  bound("minLength", isString, (value, { limit, path }) =>
    !isLonger(value, limit - 1)
      ? invalid(path, value, `${path.toString()} in body should be at least ${limit} chars long`)
      : undefined,
  ),
  patternCheck,
];

const makers: readonly Maker[] = [
  firstOfStringChecks,
  formatCheck,
  numberTypeCheck,
  multipleOfCheck,
  numberBoundCheck,
  bound("minItems", isList, ({ length }, { limit, path }) =>
    length < limit
      ? invalid(path, length, `${path.toString()} in body should have at least ${limit} items`)
      : undefined,
  ),
  bound("maxItems", isList, ({ length }, { limit, path }) =>
    length > limit ? tooMany(path, length, limit) : undefined,
  ),
  bound("minProperties", isJsonObject, (object, { limit, path }) =>
    sizeOf(object) < limit
      ? invalid(path, sizeOf(object), `${path.toString()} in body should have at least ${limit} properties`)
      : undefined,
  ),
  bound("maxProperties", isJsonObject, (object, { limit, path }) =>
    sizeOf(object) > limit ? tooMany(path, sizeOf(object), limit) : undefined,
  ),
];

/** The checks for the keywords of a schema. */
export function boundChecks(schema: JSONSchema): Check[] {
  return checksOf(makers, schema);
}

function checksOf(table: readonly Maker[], schema: JSONSchema): Check[] {
  return table.map((make) => make(schema)).filter((made) => made !== undefined);
}

function firstOfStringChecks(schema: JSONSchema): Check | undefined {
  const checks = checksOf(stringMakers, schema);
  if (checks.length === 0) return undefined;
  return (value, path, { errors, patterns }) => {
    const found: FieldError[] = [];
    for (const run of checks) if (found.length === 0) run(value, path, { errors: found, patterns });
    errors.push(...found);
  };
}

function patternCheck({ pattern = "" }: JSONSchema): Check | undefined {
  if (pattern === "") return undefined;
  const test = patternTest(pattern);
  return check(isString, (value, path, { patterns }) => {
    const matches = patterns === undefined ? test(value) : patterns.matches(pattern, value, path);
    return matches ? undefined : invalid(path, value, `${path.toString()} in body should match '${pattern}'`);
  });
}

/** Compiles the pattern for its first value. One that does not compile is an error of the schema, which the check of the schema reports. */
function patternTest(pattern: string): (value: string) => boolean {
  let compiled: Pattern | string | undefined;
  return (value) => {
    compiled ??= compilePattern(pattern);
    return typeof compiled === "string" || compiled.test(value);
  };
}

function formatCheck(schema: JSONSchema): Check | undefined {
  const format = enforcedFormat(schema);
  const test = formats.get(format);
  if (test === undefined) return undefined;
  return check(isString, (value, path) =>
    test(value)
      ? undefined
      : typeInvalid(path, value, `${path.toString()} in body must be of type ${format}: ${formatGoValue(value)}`),
  );
}

function numberTypeCheck(schema: JSONSchema): Check | undefined {
  if (schema.type !== "integer" && schema.type !== "number") return undefined;
  return (value, path, { errors }) => {
    if (isNumber(value)) errors.push(...numberTypeErrors(value, schema, path));
  };
}

function multipleOfCheck(schema: JSONSchema): Check | undefined {
  if (schema.multipleOf === undefined) return undefined;
  return (value, path, { errors }) => {
    if (isNumber(value)) errors.push(...multipleOfErrors(value, schema, path));
  };
}

function numberBoundCheck(schema: JSONSchema): Check | undefined {
  if (schema.minimum === undefined && schema.maximum === undefined) return undefined;
  return (value, path, { errors }) => {
    if (isNumber(value)) errors.push(...numberBoundErrors(value, schema, path));
  };
}
