// The checks of `minimum` and `maximum`, with the errors of k8s.io/kube-openapi: a bound that does not fit the type of its field rejects every value.
import type { JSONSchema } from "@capstan/kube/builtin";
import { invalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { beyondInt64, fitsType, wrongType } from "./number-type.ts";

/** A bound, and the words of its errors. */
interface Bound {
  readonly keyword: "maximum" | "minimum";
  readonly exclusive: "exclusiveMaximum" | "exclusiveMinimum";
  readonly label: string;
  readonly relation: string;
  /** Whether a value is on the right side of the limit, and not on it. */
  readonly isWithin: (value: number, limit: number) => boolean;
}

/** The bounds in the order of the API server. */
const bounds: readonly Bound[] = [
  {
    keyword: "minimum",
    exclusive: "exclusiveMinimum",
    label: "Minimum",
    relation: "greater than",
    isWithin: (value, limit) => value > limit,
  },
  {
    keyword: "maximum",
    exclusive: "exclusiveMaximum",
    label: "Maximum",
    relation: "less than",
    isWithin: (value, limit) => value < limit,
  },
];

/** The errors of a number under `minimum` and `maximum`. */
export function numberBoundErrors(value: number, schema: JSONSchema, path: FieldPath): FieldError[] {
  return bounds.flatMap((bound) => boundErrors(value, bound, { schema, path }));
}

function boundErrors(
  value: number,
  { keyword, exclusive, label, relation, isWithin }: Bound,
  { schema, path }: { readonly schema: JSONSchema; readonly path: FieldPath },
): FieldError[] {
  const limit = schema[keyword];
  if (limit === undefined) return [];
  // Go writes the limit as a decimal number, which for 2^63 - 1 is more than that.
  const fits = fitsType(limit, schema) && (schema.type !== "integer" || Math.abs(limit) < beyondInt64);
  const typeErrors = fits ? [] : [wrongType(`${label} boundary`, schema, path)];
  // The API server decodes a number without a fraction as int64, and converts the limit to int64 for it.
  const applied = fits && Number.isInteger(value) && Math.abs(limit) < beyondInt64 ? Math.trunc(limit) : limit;
  const isExclusive = schema[exclusive] === true;
  if (isWithin(value, applied) || (!isExclusive && value === applied)) return typeErrors;
  const wanted = isExclusive ? relation : `${relation} or equal to`;
  return [...typeErrors, invalid(path, value, `${path.toString()} in body should be ${wanted} ${written(applied)}`)];
}

/** With all its digits. */
function written(limit: number): string {
  return Number.isSafeInteger(limit) || !Number.isInteger(limit) ? String(limit) : String(BigInt(limit));
}
