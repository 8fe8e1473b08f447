// The checks of allOf, anyOf, oneOf and not. When no alternative matches, the errors of the closest one are also reported, as the API server
// does.
import type { JSONSchema } from "@capstan/kube/builtin";
import type { Check } from "./bound-checks.ts";
import { invalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";

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

function attempts(alternatives: readonly Check[], value: unknown, path: FieldPath): FieldError[][] {
  return alternatives.map((alternative) => {
    const errors: FieldError[] = [];
    alternative(value, path, errors);
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
  return (value, path, errors) => {
    const tried = attempts(alternatives, value, path);
    if (tried.length === 0 || tried.some((failures) => failures.length === 0)) return;
    errors.push(broken(path, "must validate at least one schema (anyOf)"), ...closest(tried));
  };
}

function oneOfCheck(alternatives: readonly Check[]): Check {
  return (value, path, errors) => {
    const tried = attempts(alternatives, value, path);
    const valid = tried.filter((failures) => failures.length === 0).length;
    if (tried.length === 0 || valid === 1) return;
    const found = valid === 0 ? "Found none valid" : `Found ${valid} valid alternatives`;
    errors.push(
      broken(path, `must validate one and only one schema (oneOf). ${found}`),
      ...(valid === 0 ? closest(tried) : []),
    );
  };
}

function allOfCheck(alternatives: readonly Check[]): Check {
  return (value, path, errors) => {
    const tried = attempts(alternatives, value, path);
    const valid = tried.filter((failures) => failures.length === 0).length;
    errors.push(...tried.flat());
    if (valid !== tried.length)
      errors.push(broken(path, `must validate all the schemas (allOf)${valid === 0 ? ". None validated" : ""}`));
  };
}

function notCheck(excluded: Check): Check {
  return (value, path, errors) => {
    const [failures = []] = attempts([excluded], value, path);
    if (failures.length === 0) errors.push(broken(path, "must not validate the schema (not)"));
  };
}
