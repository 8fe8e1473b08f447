// The check of `multipleOf`, with the rounding and the errors of k8s.io/kube-openapi, which differ from exact arithmetic.
import type { JSONSchema } from "@capstan/kube/builtin";
import { invalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { fitsType, wrongType } from "./number-type.ts";

/** The errors of a number under `multipleOf`. */
export function multipleOfErrors(value: number, schema: JSONSchema, path: FieldPath): FieldError[] {
  const { multipleOf: factor } = schema;
  if (factor === undefined) return [];
  const factorFits = fitsType(factor, schema);
  const typeErrors = factorFits ? [] : [wrongType("MultipleOf", schema, path)];
  // The API server decodes a number without a fraction as int64, and converts the factor to int64 for it.
  const isWhole = factorFits && Number.isInteger(value);
  const applied = isWhole ? Math.trunc(factor) : factor;
  if (applied <= 0)
    return [
      ...typeErrors,
      invalid(path, applied, `factor MultipleOf declared for ${path.toString()} must be positive: ${applied}`),
    ];
  const isMultiple = isWhole ? value % applied === 0 : isFloatMultiple(value, applied);
  if (isMultiple) return typeErrors;
  return [...typeErrors, invalid(path, value, `${path.toString()} in body should be a multiple of ${applied}`)];
}

/** Upstream's `validate.MultipleOf`. */
function isFloatMultiple(value: number, factor: number): boolean {
  return isAlmostInteger(factor < 1 ? (1 / factor) * value : value / factor);
}

/** Upstream's `swag.IsFloat64AJSONInteger`: accepts up to one billionth above a positive integer, and nothing below one. */
function isAlmostInteger(quotient: number): boolean {
  if (!Number.isFinite(quotient) || Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  if (Number.isInteger(quotient)) return true;
  const whole = Math.trunc(quotient);
  return whole > 0 && (quotient - whole) / (quotient + whole) < 1e-9;
}
