// The checks of allOf, anyOf, oneOf and not. When no alternative matches, the errors of the closest one are also reported, as the API server
// does.
import type { JSONSchema } from "@capstan/kube/builtin";
import { invalid, type FieldError } from "../fields/field-error.ts";
import { FirstErrors } from "../fields/collect-errors.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { Check } from "./findings.ts";

/** Compiles a nested schema; a parameter, because validator.ts imports this module. */
export type Compile = (schema: JSONSchema) => Check;

/** The checks of a schema's junctors. */
export function junctorChecks(schema: JSONSchema, compile: Compile): Check[] {
  return [
    schema.anyOf === undefined ? undefined : anyOfCheck(schema.anyOf.map(compile)),
    schema.oneOf === undefined ? undefined : oneOfCheck(schema.oneOf.map(compile)),
    schema.allOf === undefined ? undefined : allOfCheck(schema.allOf.map(compile)),
    schema.not === undefined ? undefined : notCheck(compile(schema.not)),
  ].filter((made) => made !== undefined);
}

/** What is kept of the attempts to match alternatives: of thousands of them, not all errors. */
interface Attempts {
  /** How many alternatives match. */
  readonly valid: number;
  /** The errors of the first one with the fewest. */
  readonly closest: readonly FieldError[];
}

/** Creating an error costs as much as about ten checks. */
const stepsPerError = 10;

/** The errors of one alternative. */
function failures(alternative: Check, [value, path, { patterns }]: Parameters<Check>): readonly FieldError[] {
  const errors = new FirstErrors();
  alternative(value, path, { errors, patterns });
  patterns?.spend(errors.count * stepsPerError, path);
  return errors.list;
}

/** Tries alternatives until enough of them match. */
function attempt(alternatives: readonly Check[], given: Parameters<Check>, enough: number): Attempts {
  let valid = 0;
  let closest: readonly FieldError[] | undefined;
  for (const alternative of alternatives) {
    const errors = failures(alternative, given);
    if (errors.length === 0) valid += 1;
    if (valid === enough) break;
    if (closest === undefined || errors.length < closest.length) closest = errors;
  }
  return { valid, closest: closest ?? [] };
}

function broken(path: FieldPath, rule: string): FieldError {
  return invalid(path, "", `${JSON.stringify(path.toString())} ${rule}`);
}

function anyOfCheck(alternatives: readonly Check[]): Check | undefined {
  if (alternatives.length === 0) return undefined;
  return (...given) => {
    const { valid, closest } = attempt(alternatives, given, 1);
    const [, path, { errors }] = given;
    if (valid === 0) errors.push(broken(path, "must validate at least one schema (anyOf)"), ...closest);
  };
}

function oneOfCheck(alternatives: readonly Check[]): Check | undefined {
  if (alternatives.length === 0) return undefined;
  return (...given) => {
    const { valid, closest } = attempt(alternatives, given, Number.POSITIVE_INFINITY);
    if (valid === 1) return;
    const [, path, { errors }] = given;
    const count = valid === 0 ? "Found none valid" : `Found ${valid} valid alternatives`;
    errors.push(
      broken(path, `must validate one and only one schema (oneOf). ${count}`),
      ...(valid === 0 ? closest : []),
    );
  };
}

function allOfCheck(alternatives: readonly Check[]): Check {
  return (...given) => {
    const [, path, { errors }] = given;
    let valid = 0;
    for (const alternative of alternatives) {
      const found = failures(alternative, given);
      if (found.length === 0) valid += 1;
      errors.push(...found);
    }
    if (valid !== alternatives.length)
      errors.push(broken(path, `must validate all the schemas (allOf)${valid === 0 ? ". None validated" : ""}`));
  };
}

function notCheck(excluded: Check): Check {
  return (...given) => {
    const [, path, { errors }] = given;
    if (failures(excluded, given).length === 0) errors.push(broken(path, "must not validate the schema (not)"));
  };
}
