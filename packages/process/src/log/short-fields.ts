// The message and the fields of a log line, cut to a length that every reader of logs accepts.
import { inspect } from "node:util";
import { describeError, excerpt } from "@capstan/kube";
import { errorFields } from "./error-fields.ts";
import type { LogFields } from "./logger.ts";

/** The longest message or field. */
const longest = 8192;

/** A message that is not too long. */
export function shortMessage(message: string): string {
  return excerpt(message, longest);
}

/**
 * The fields, with the beginnings of those that are too long. A list or an object that is too long becomes the beginning of its JSON. Of an error its message is written, and of one in the field `error` also
 * its code or its stack: its own properties may be the request of an HTTP library, with credentials.
 */
export function shortFields(fields: LogFields): LogFields {
  const { error } = fields;
  const told = error instanceof Error ? { ...errorFields(error), ...fields } : fields;
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [excerpt(name), shortValue(value)]));
}

function shortValue(value: unknown): unknown {
  if (typeof value === "string") return excerpt(value, longest);
  if (value instanceof Error) return excerpt(describeError(value), longest);
  if (typeof value !== "object" || value === null) return value;
  const { json, hasErrors } = jsonOf(value);
  if (json === undefined || json.length > longest) return excerpt(json ?? inspect(value), longest);
  return hasErrors ? JSON.parse(json) : value;
}

/** The JSON of a value, in which errors are their messages; undefined for values that JSON does not have. */
function jsonOf(value: object): { readonly json: string | undefined; readonly hasErrors: boolean } {
  let hasErrors = false;
  const write = (_: string, inner: unknown): unknown => {
    if (!(inner instanceof Error)) return inner;
    hasErrors = true;
    return describeError(inner);
  };
  try {
    return { json: JSON.stringify(value, write), hasErrors };
  } catch {
    return { json: undefined, hasErrors };
  }
}
