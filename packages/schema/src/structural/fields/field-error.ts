// The errors of fields, with the sentences and reasons of the API server (apimachinery's field.Error).
import { excerpt, type JsonPath } from "@capstan/kube";
import { canonicalJson } from "./canonical-json.ts";
import type { FieldPath } from "./field-path.ts";

/** Why an API server rejects a field, as in the causes of a Status. */
export type FieldErrorReason =
  | "FieldValueDuplicate"
  | "FieldValueForbidden"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueRequired"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid";

/** The error of one field. */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** The API server's notation of the field: `spec.items[0].name`. */
  readonly field: string;
  /** The API server's sentence, without the field: `Invalid value: "x": must be ...`. */
  readonly message: string;
  /** The same field as a list of steps, for positions in a file. */
  readonly path: JsonPath;
}

/** Takes the errors of a check, for example a list of them. */
export interface FieldErrorSink {
  push(...errors: readonly FieldError[]): unknown;
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

/** Creates the error of a missing field. */
export function required(path: FieldPath, detail = ""): FieldError {
  return fieldError(path, "FieldValueRequired", [detail]);
}

/** Creates the error of a value that breaks a rule. */
export function invalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return fieldError(path, "FieldValueInvalid", [formatGoValue(value), detail]);
}

/** Creates the error of a value whose type is not the schema's. */
export function typeInvalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return fieldError(path, "FieldValueTypeInvalid", [formatGoValue(value), detail]);
}

/** Creates the error of a field that is not allowed here. */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return fieldError(path, "FieldValueForbidden", [detail]);
}

/** Creates the error of a value that is not unique. */
export function duplicate(path: FieldPath, value: unknown): FieldError {
  return fieldError(path, "FieldValueDuplicate", [formatGoValue(value)]);
}

/** Creates the error of a value that is not one of the supported values. */
export function notSupported(path: FieldPath, value: unknown, supported: readonly unknown[]): FieldError {
  return notAmong(path, formatGoValue(value), supportedValues(supported));
}

/** Creates the same error of a value and values that are written already. */
export function notAmong(path: FieldPath, value: string, supported: string): FieldError {
  return fieldError(path, "FieldValueNotSupported", [value, supported === "" ? "" : `supported values: ${supported}`]);
}

/** The API server prints all of them. */
const longestList = 2048;

/** Writes the supported values. */
export function supportedValues(supported: readonly unknown[]): string {
  let list = "";
  for (const [i, one] of supported.entries()) {
    if (list.length > longestList) return `${list} and ${supported.length - i} more`;
    const value = JSON.stringify(excerpt(typeof one === "string" ? one : formatGoValue(one), longestValue));
    list += `${i === 0 ? "" : ", "}${value}`;
  }
  return list;
}

/** Creates the error of a string that is too long; the string itself is omitted. */
export function tooLong(path: FieldPath, max: number): FieldError {
  return fieldError(path, "FieldValueTooLong", [`may not be more than ${max} ${max === 1 ? "byte" : "bytes"}`]);
}

/** Creates the error of a list or map with too many entries. */
export function tooMany(path: FieldPath, actual: number, max: number): FieldError {
  return fieldError(path, "FieldValueTooMany", [
    String(actual),
    `must have at most ${max} ${max === 1 ? "item" : "items"}`,
  ]);
}

/** Longer values are cut. The API server prints them whole. */
const longestValue = 1024;

/** Formats a value as the API server prints it in errors: JSON with sorted keys. */
export function formatGoValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(excerpt(value, longestValue));
  return formatGoJson(canonicalJson(value));
}

/** Formats the JSON of a value in the same way. */
export function formatGoJson(json: string): string {
  return excerpt(json, longestValue);
}
