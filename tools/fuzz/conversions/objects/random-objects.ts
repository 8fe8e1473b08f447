// Random objects of a version of a kind, as a client would send them.
import * as fc from "fast-check";
import type { CheckedVersion } from "@capstan/schema/conversions";
import { valuesOf, type FieldValues } from "./random-values.ts";

const name = fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/);
const texts = fc.dictionary(name, fc.oneof(fc.string(), fc.string({ unit: "grapheme" })), { minKeys: 1, maxKeys: 2 });

/** The metadata that clients write. Of other versions nothing depends on more of it than the namespace and the annotations. */
const metadata = fc.record(
  {
    name,
    namespace: name,
    annotations: texts,
    labels: texts,
    generation: fc.nat(),
    finalizers: fc.array(name, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ["name"] },
);

/** Objects of a version: with spec and status, with one of them, or with neither. */
export function objectsOf(
  { apiVersion, schema }: CheckedVersion,
  kind: string,
  special?: FieldValues,
): fc.Arbitrary<object> {
  const { apiVersion: _, kind: __, metadata: ___, ...fields } = schema.properties ?? {};
  const body = valuesOf(
    {
      ...schema,
      properties: fields,
      required: (schema.required ?? []).filter((one) => one in fields),
    },
    special,
  );
  return fc.tuple(metadata, body).map(([meta, own]) => ({ apiVersion, kind, metadata: meta, ...Object(own) }));
}
