// What an API server does with objects around a conversion: it prunes, defaults and validates what clients send, and prunes what the
// webhook answers.
import { deepClone, isJsonObject } from "@capstan/kube";
import { compileSchema } from "../structural/values/compile-schema.ts";
import type { FieldError } from "../structural/fields/field-error.ts";
import { brokenPresenceRules } from "./presence-rules.ts";
import { unreadDurations } from "./unread-durations.ts";
import { conversionDataAnnotation, type JsonFields, type CheckedVersion } from "./checked-conversion.ts";
import { valueAtPath } from "./differences.ts";

/** What a version rejects. */
export interface RejectedValue extends FieldError {
  /** Whether the value is JSON of another type than the version has there, which is never a matter of bounds. */
  readonly hasOtherType: boolean;
}

/** One version as the API server serves it. */
export interface ServedVersion {
  readonly apiVersion: string;
  /** The object as the server keeps it, or undefined when it rejects it. */
  admit(object: object): JsonFields | undefined;
  /** What the webhook answered, after pruning; with the errors that a write of it would get. */
  receive(object: object): { readonly object: JsonFields; readonly errors: readonly RejectedValue[] };
  /** The object with the defaults of the version. */
  withDefaults(object: JsonFields): JsonFields;
  /** The keys by which elements of the list at these steps are told apart. */
  readonly keysOf: (names: readonly (string | number)[]) => readonly string[] | undefined;
  /** The durations of an object that Go does not read. */
  readonly unreadDurations: (object: JsonFields) => readonly string[];
}

/** Serves a version. */
export function serveVersion({ apiVersion, schema, durations = [] }: CheckedVersion): ServedVersion {
  const compiled = compileSchema(schema);
  const withDefaults = (object: JsonFields): JsonFields => {
    const copy = deepClone(object);
    compiled.applyDefaults(copy);
    return copy;
  };
  const validate = (object: JsonFields): readonly FieldError[] => [
    ...compiled.validate(object),
    ...brokenPresenceRules(schema, object),
  ];
  return {
    apiVersion,
    withDefaults,
    admit(object) {
      const sent = onTheWire(object);
      compiled.prune(sent);
      const kept = withDefaults(sent);
      return validate(kept).length === 0 ? kept : undefined;
    },
    receive(object) {
      const received = onTheWire(object);
      compiled.prune(received);
      const errors = validate(received).map((error) => {
        return {
          ...error,
          hasOtherType: hasOtherType(schemaAt(schema, error.path), valueAtPath(received, error.path)),
        };
      });
      return { object: received, errors };
    },
    unreadDurations: (object) => unreadDurations(object, durations),
    keysOf(names) {
      const here = schemaAt(schema, names);
      return here?.["x-kubernetes-list-type"] === "map" ? here["x-kubernetes-list-map-keys"] : undefined;
    },
  };
}

/** The schema of the value at a place. */
function schemaAt(
  schema: CheckedVersion["schema"],
  names: readonly (string | number)[],
): CheckedVersion["schema"] | undefined {
  let here: typeof schema | undefined = schema;
  for (const name of names) {
    here = typeof name === "number" ? here?.items : (here?.properties?.[name] ?? valueSchema(here));
  }
  return here;
}

/** Whether a value is JSON of another type than its schema has. Null is one only where a version has it, which bounds say. */
function hasOtherType(schema: CheckedVersion["schema"] | undefined, value: unknown): boolean {
  const types = [schema?.type ?? []].flat();
  if (value === undefined || value === null || types.length === 0) return false;
  return !types.some((type) => isOfType[type]?.(value) ?? true);
}

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  object: isJsonObject,
  string: (value) => typeof value === "string",
};

function valueSchema(schema: CheckedVersion["schema"] | undefined): CheckedVersion["schema"] | undefined {
  const values = schema?.additionalProperties;
  return isJsonObject(values) ? values : undefined;
}

/** The object as the other end reads it. */
export function onTheWire(object: object): JsonFields {
  // An object in JSON is an object in JavaScript.
  return JSON.parse(JSON.stringify(object)) as JsonFields;
}

/** The object without the annotation that conversions keep data in. */
export function withoutData(object: JsonFields): JsonFields {
  const copy = deepClone(object);
  const metadata = copy["metadata"];
  const annotations = isJsonObject(metadata) ? metadata["annotations"] : undefined;
  if (!isJsonObject(metadata) || !isJsonObject(annotations)) return copy;
  if (!Object.hasOwn(annotations, conversionDataAnnotation)) return copy;
  delete annotations[conversionDataAnnotation];
  if (Object.keys(annotations).length === 0) delete metadata["annotations"];
  return copy;
}

/** The object with an annotation that anybody could have written. */
export function withData(object: JsonFields, text: string): JsonFields {
  return withAnnotation(object, text);
}

/** The object with the data in place of its text: the order of fields in the text says nothing. */
export function withReadData(object: JsonFields): JsonFields {
  const data = dataOf(object);
  return data === undefined ? object : withAnnotation(object, data);
}

/** What an object's annotation keeps; undefined when it has none, or one that is no JSON. */
export function dataOf(object: JsonFields): unknown {
  const text = valueAtPath(object, ["metadata", "annotations", conversionDataAnnotation]);
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withAnnotation(object: JsonFields, data: unknown): JsonFields {
  const copy = withoutData(object);
  const metadata = isJsonObject(copy["metadata"]) ? copy["metadata"] : {};
  const annotations = isJsonObject(metadata["annotations"]) ? metadata["annotations"] : {};
  return { ...copy, metadata: { ...metadata, annotations: { ...annotations, [conversionDataAnnotation]: data } } };
}
