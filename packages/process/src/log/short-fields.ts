// The message and the fields of a log line, cut to a length that every reader of logs accepts.
import { inspect } from "node:util";
import { excerpt } from "@capstan/kube";
import type { LogFields } from "./logger.ts";

/** The longest message or field. */
const longest = 8192;

/** A message that is not too long. */
export function shortMessage(message: string): string {
  return excerpt(message, longest);
}

/** The fields, with the beginnings of those that are too long. A list or an object that is too long becomes the beginning of its JSON. */
export function shortFields(fields: LogFields): LogFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [excerpt(name), shortValue(value)]));
}

function shortValue(value: unknown): unknown {
  if (typeof value === "string") return excerpt(value, longest);
  if (typeof value !== "object" || value === null) return value;
  const json = jsonOf(value);
  return json !== undefined && json.length <= longest ? value : excerpt(json ?? inspect(value), longest);
}

/** Undefined for values that JSON does not have. */
function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
