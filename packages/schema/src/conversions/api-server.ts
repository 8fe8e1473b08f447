// What an API server does with objects around a conversion: it prunes, defaults and validates what clients send, and prunes what the
// webhook answers.
import { deepClone, isJsonObject } from "@capstan/kube";
import { compileSchema } from "../structural/values/compile-schema.ts";
import type { FieldError } from "../structural/fields/field-error.ts";
import { conversionDataAnnotation, type JsonFields, type CheckedVersion } from "./checked-conversion.ts";

/** One version as the API server serves it. */
export interface ServedVersion {
  readonly apiVersion: string;
  /** The object as the server keeps it, or undefined when it rejects it. */
  admit(object: object): JsonFields | undefined;
  /** What the webhook answered, after pruning; with the errors that a write of it would get. */
  receive(object: object): { readonly object: JsonFields; readonly errors: readonly FieldError[] };
  /** The object with the defaults of the version. */
  withDefaults(object: JsonFields): JsonFields;
  /** The keys by which elements of the list at these steps are told apart. */
  readonly keysOf: (names: readonly (string | number)[]) => readonly string[] | undefined;
}

/** Serves a version. */
export function serveVersion({ apiVersion, schema }: CheckedVersion): ServedVersion {
  const compiled = compileSchema(schema);
  const withDefaults = (object: JsonFields): JsonFields => {
    const copy = deepClone(object);
    compiled.applyDefaults(copy);
    return copy;
  };
  return {
    apiVersion,
    withDefaults,
    admit(object) {
      const sent = onTheWire(object);
      compiled.prune(sent);
      const kept = withDefaults(sent);
      return compiled.validate(kept).length === 0 ? kept : undefined;
    },
    receive(object) {
      const received = onTheWire(object);
      compiled.prune(received);
      return { object: received, errors: compiled.validate(received) };
    },
    keysOf(names) {
      let here: typeof schema | undefined = schema;
      for (const name of names) {
        here = typeof name === "number" ? here?.items : (here?.properties?.[name] ?? valueSchema(here));
      }
      return here?.["x-kubernetes-list-type"] === "map" ? here["x-kubernetes-list-map-keys"] : undefined;
    },
  };
}

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
  const copy = withoutData(object);
  const metadata = isJsonObject(copy["metadata"]) ? copy["metadata"] : {};
  const annotations = isJsonObject(metadata["annotations"]) ? metadata["annotations"] : {};
  return { ...copy, metadata: { ...metadata, annotations: { ...annotations, [conversionDataAnnotation]: text } } };
}
