// The types and formats of numbers: which numbers they have, and the errors of k8s.io/kube-openapi for others, in values and in bounds.
import type { JSONSchema } from "@capstan/kube/builtin";
import { invalid, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { numberFormats } from "./formats.ts";

/** The error of a number that does not fit the type and the format of its schema. */
export function numberTypeErrors(value: number, schema: JSONSchema, path: FieldPath): FieldError[] {
  return fitsType(value, schema) ? [] : [wrongType("Checked", schema, path)];
}

/** The first number above those of 64 bits. */
export const beyondInt64: number = 2 ** 63;
const int64 = { min: -beyondInt64, max: beyondInt64 };

/** Whether a number is one of the type and the format of the schema. */
export function fitsType(value: number, { type, format = "" }: JSONSchema): boolean {
  const ofFormat = numberFormats.get(format);
  const range = ofFormat?.type === type ? ofFormat : undefined;
  if (type === "integer" && !Number.isInteger(value)) return false;
  const { min, max } = range ?? (type === "integer" ? int64 : { min: -Infinity, max: Infinity });
  return value >= min && value <= max;
}

/** The error of what is no number of the type and the format of the schema. */
export function wrongType(what: string, { type = "", format = "" }: JSONSchema, path: FieldPath): FieldError {
  const described = format === "" ? "(default format)" : `with format ${format}`;
  return invalid(path, "", `${what} value must be of type ${type} ${described} in ${path.toString()}`);
}
