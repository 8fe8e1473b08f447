// What an API server says about one wrong field, with its words and reasons (apimachinery's field.Error). Validation of
// objects and checks of CRDs both report in these; servers put them into a Status as causes.
import { isJsonObject, type JsonPath } from "@capstan/kube";
import type { FieldPath } from "./field-path.ts";

/** Why a field was refused, as clients match on it. */
export type FieldErrorReason =
  | "FieldValueDuplicate"
  | "FieldValueForbidden"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueRequired"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid";

/** One wrong field. */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** The API server's notation of the field: `spec.items[0].name`. */
  readonly field: string;
  /** The API server's sentence, without the field: `Invalid value: "x": must be ...`. */
  readonly message: string;
  /** The same field as steps, for positions in a file. */
  readonly path: JsonPath;
}

const titles: Readonly<Record<FieldErrorReason, string>> = {
  FieldValueDuplicate: "Duplicate value",
  FieldValueForbidden: "Forbidden",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueRequired: "Required value",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
  FieldValueTypeInvalid: "Invalid value",
};

function fieldError(path: FieldPath, reason: FieldErrorReason, parts: readonly string[]): FieldError {
  const message = [titles[reason], ...parts.filter((part) => part !== "")].join(": ");
  return { reason, field: path.toString(), message, path: path.toJsonPath() };
}

/** A field that must be there is not. */
export function required(path: FieldPath, detail = ""): FieldError {
  return fieldError(path, "FieldValueRequired", [detail]);
}

/** A value breaks a rule. */
export function invalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return fieldError(path, "FieldValueInvalid", [formatGoValue(value), detail]);
}

/** A value is of another type than the schema's. */
export function typeInvalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return fieldError(path, "FieldValueTypeInvalid", [formatGoValue(value), detail]);
}

/** A field may not be set here. */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return fieldError(path, "FieldValueForbidden", [detail]);
}

/** A value occurs twice where values are unique. */
export function duplicate(path: FieldPath, value: unknown): FieldError {
  return fieldError(path, "FieldValueDuplicate", [formatGoValue(value)]);
}

/** A value is not one of a list. */
export function notSupported(path: FieldPath, value: unknown, supported: readonly unknown[]): FieldError {
  const values = supported.map((one) => JSON.stringify(typeof one === "string" ? one : JSON.stringify(one)));
  return fieldError(path, "FieldValueNotSupported", [
    formatGoValue(value),
    values.length === 0 ? "" : `supported values: ${values.join(", ")}`,
  ]);
}

/** A text is longer than allowed; the text itself is left out. */
export function tooLong(path: FieldPath, max: number): FieldError {
  return fieldError(path, "FieldValueTooLong", [`may not be more than ${max} ${max === 1 ? "byte" : "bytes"}`]);
}

/** A list or map has more entries than allowed. */
export function tooMany(path: FieldPath, actual: number, max: number): FieldError {
  return fieldError(path, "FieldValueTooMany", [
    String(actual),
    `must have at most ${max} ${max === 1 ? "item" : "items"}`,
  ]);
}

/** A value as the API server prints it in errors: JSON with sorted keys. */
export function formatGoValue(value: unknown): string {
  return (
    JSON.stringify(value, (_, nested: unknown) => (isJsonObject(nested) ? sortedFields(nested) : nested)) ?? "null"
  );
}

function sortedFields(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
