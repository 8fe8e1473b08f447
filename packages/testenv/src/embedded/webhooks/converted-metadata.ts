// The metadata of an object after a conversion webhook: it may change labels and annotations, and nothing else.
import { deepEqual, isJsonObject, type ObjectMeta } from "@capstan/kube";
import { type FieldError, rootPath } from "@capstan/schema/structural";
import { sentenceOf } from "../kinds/embedded-resources.ts";
import { annotationErrors, labelErrors } from "../write/metadata-rules.ts";

type Strings = Readonly<Record<string, string>>;

const errorsOf: Readonly<Record<"labels" | "annotations", (strings: Strings) => readonly FieldError[]>> = {
  labels: labelErrors,
  // The real server calls the field so here, and nowhere else.
  annotations: (annotations) => annotationErrors(annotations, rootPath.child("metadata").child("annotation")),
};

/** The metadata of the object, with the labels and annotations that a webhook has answered; a string says what is wrong with those. */
export function convertedMetadata(
  before: ObjectMeta,
  answered: { readonly labels?: unknown; readonly annotations?: unknown },
): ObjectMeta | string {
  const { labels: _labels, annotations: _annotations, ...kept } = before;
  const metadata: ObjectMeta = kept;
  for (const field of ["labels", "annotations"] as const) {
    const given = answered[field];
    if (given === undefined || given === null) continue;
    const strings = stringsOf(field, given);
    if (typeof strings === "string") return strings;
    const errors = deepEqual(strings, before[field] ?? {}) ? [] : errorsOf[field](strings).map(sentenceOf);
    if (errors.length > 0) return errors.length === 1 ? String(errors[0]) : `[${errors.join(", ")}]`;
    metadata[field] = strings;
  }
  return metadata;
}

/** The strings of a field; a string says why they are none. */
function stringsOf(field: string, given: unknown): Record<string, string> | string {
  if (!isJsonObject(given)) return `invalid metadata.${field} of type ${goTypeOf(given)} in converted object`;
  const strings: [string, string][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== "string")
      return `metadata.${field}[${key}] must be a string, but is ${goTypeOf(value)} in converted object`;
    strings.push([key, value]);
  }
  return Object.fromEntries(strings);
}

/** The type of Go that a JSON value becomes. */
function goTypeOf(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "int64" : "float64";
  return typeof value === "boolean" ? "bool" : typeof value;
}
