// Generated defaults set what the schema sets, in values of any shape.
import { converterOf } from "@capstan/contract/codegen/v1";
import { runsOf } from "@capstan/generator-model/testing";
import { isJsonObject, type JSONValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "@capstan/schema/structural";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partsWithDefaults, versionDefaults } from "./version-defaults.ts";

const name = fc.constantFrom("a", "b", "1", "constructor");

/** Values that fit to schemas now and then. */
const { value } = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<JSONValue>(null, "x", 1),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));

const own = fc.record(
  { default: value.filter((one) => one !== null), nullable: fc.constant(true) },
  { requiredKeys: [] },
);
const { schema } = fc.letrec<{ schema: JSONSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ own }).map(({ own: tags }): JSONSchema => ({ ...tags, "x-kubernetes-preserve-unknown-fields": true })),
    fc
      .record({ own, properties: fc.dictionary(name, tie("schema"), { maxKeys: 4, noNullPrototype: true }) })
      .map(({ own: tags, properties }): JSONSchema => ({ type: "object", ...tags, properties })),
    fc
      .record({ own, inner: tie("schema") })
      .map(({ own: tags, inner }): JSONSchema => ({ type: "object", ...tags, additionalProperties: inner })),
    fc
      .record({ own, inner: tie("schema") })
      .map(({ own: tags, inner }): JSONSchema => ({ type: "array", ...tags, items: inner })),
  ),
}));

const root = fc.dictionary(name, schema, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

/** The schema also removes the nulls that have no meaning, which makes no object larger. */
function withoutNulls(from: unknown): unknown {
  if (Array.isArray(from)) return from.map(withoutNulls);
  if (!isJsonObject(from)) return from;
  const fields = Object.entries(from).filter(([, one]) => one !== null);
  return Object.fromEntries(fields.map(([key, one]) => [key, withoutNulls(one)]));
}

test("generated defaults set what the schema sets", () => {
  const sets = (properties: Record<string, JSONSchema>, fields: object): void => {
    const whole: JSONSchema = { type: "object", properties };
    const plan = { group: "g", kind: "Foo", older: "v1", newer: "v2", hub: "newer", rules: { fields: [] } } as const;
    const newer = partsWithDefaults(whole);
    const converter = converterOf({ ...plan, ...(newer && { defaults: { newer } }) });
    const [object, wanted] = [structuredClone(fields), structuredClone(fields)].map((one) => ({
      apiVersion: "g/v2",
      ...one,
    }));
    converter.setDefaults?.(object ?? {});
    compileSchema(whole).applyDefaults(wanted);
    expect(withoutNulls(object)).toEqual(withoutNulls(wanted));
  };
  const object = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
  fc.assert(fc.property(root, object, sets), { numRuns: runsOf(2000) });
});

test("a version without a CRD has none", () => {
  expect(versionDefaults([], { group: "g", kind: "Foo", version: "v1" })).toBeUndefined();
});
