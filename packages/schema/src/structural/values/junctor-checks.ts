// The checks of allOf, anyOf, oneOf and not. When no alternative matches, the errors of the closest one are also reported, as the API server
// does.
import type { JSONSchema } from "@capstan/kube/builtin";
import { invalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { Check, CheckFindings } from "./findings.ts";

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

/** The errors of each alternative. */
type Attempt = (value: unknown, path: FieldPath, found: CheckFindings) => FieldError[][];

function attempts(alternatives: readonly Check[]): Attempt {
  return (value, path, { patterns }) =>
    alternatives.map((alternative) => {
      const errors: FieldError[] = [];
      alternative(value, path, { errors, patterns });
      return errors;
    });
}

function closest(tried: readonly FieldError[][]): FieldError[] {
  return tried.reduce((best, errors) => (errors.length < best.length ? errors : best));
}

function broken(path: FieldPath, rule: string): FieldError {
  return invalid(path, "", `${JSON.stringify(path.toString())} ${rule}`);
}

function anyOfCheck(alternatives: readonly Check[]): Check {
  const attempt = attempts(alternatives);
  return (value, path, found) => {
    const tried = attempt(value, path, found);
    if (tried.length === 0 || tried.some((failures) => failures.length === 0)) return;
    found.errors.push(broken(path, "must validate at least one schema (anyOf)"), ...closest(tried));
  };
}

function oneOfCheck(alternatives: readonly Check[]): Check {
  const attempt = attempts(alternatives);
  return (value, path, found) => {
    const tried = attempt(value, path, found);
    const valid = tried.filter((failures) => failures.length === 0).length;
    if (tried.length === 0 || valid === 1) return;
    const count = valid === 0 ? "Found none valid" : `Found ${valid} valid alternatives`;
    found.errors.push(
      broken(path, `must validate one and only one schema (oneOf). ${count}`),
      ...(valid === 0 ? closest(tried) : []),
    );
  };
}

function allOfCheck(alternatives: readonly Check[]): Check {
  const attempt = attempts(alternatives);
  return (value, path, found) => {
    const tried = attempt(value, path, found);
    const valid = tried.filter((failures) => failures.length === 0).length;
    found.errors.push(...tried.flat());
    if (valid !== tried.length)
      found.errors.push(broken(path, `must validate all the schemas (allOf)${valid === 0 ? ". None validated" : ""}`));
  };
}

function notCheck(excluded: Check): Check {
  const attempt = attempts([excluded]);
  return (value, path, found) => {
    const [failures = []] = attempt(value, path, found);
    if (failures.length === 0) found.errors.push(broken(path, "must not validate the schema (not)"));
  };
}
