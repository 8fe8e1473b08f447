// Writes values so that equal ones are written equally.
import { isJsonObject } from "@capstan/kube";

/** The JSON of a value with sorted keys, as the API server prints it; "null" for undefined. */
export function canonicalJson(value: unknown): string {
  const json = JSON.stringify(value, (_, nested: unknown) => (isJsonObject(nested) ? sortedFields(nested) : nested));
  return json ?? "null";
}

function sortedFields(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
