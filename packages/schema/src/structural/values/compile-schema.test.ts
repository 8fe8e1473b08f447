// Objects validated, pruned and defaulted by structural schemas.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";

function errors(schema: JSONSchema, value: unknown, old?: unknown): string[] {
  return compileSchema({ type: "object", properties: { f: schema } })
    .validate({ f: value }, old === undefined ? {} : { old: { f: old } })
    .map(({ reason, field, message }) => `${reason} ${field}: ${message}`);
}

describe("validate", () => {
  const keyed: JSONSchema = {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
    items: { type: "object", properties: { k: { type: "string" } } },
  };
  const cases: { name: string; schema: JSONSchema; given: unknown; want: string[] }[] = [
    {
      name: "type",
      schema: { type: "integer" },
      given: "3",
      want: ['FieldValueTypeInvalid f: Invalid value: "string": f in body must be of type integer: "string"'],
    },
    {
      name: "fraction",
      schema: { type: "integer" },
      given: 1.5,
      want: ['FieldValueTypeInvalid f: Invalid value: "number": f in body must be of type integer: "number"'],
    },
    { name: "whole number", schema: { type: "number" }, given: 2, want: [] },
    {
      name: "null",
      schema: { type: "string" },
      given: null,
      want: ['FieldValueTypeInvalid f: Invalid value: "null": f in body must be of type string: "null"'],
    },
    { name: "nullable", schema: { type: "string", nullable: true }, given: null, want: [] },
    {
      name: "int-or-string",
      schema: { "x-kubernetes-int-or-string": true },
      given: true,
      want: ['FieldValueTypeInvalid f: Invalid value: "boolean": f in body must be of type integer,string: "boolean"'],
    },
    {
      name: "required",
      schema: { type: "object", required: ["a"] },
      given: {},
      want: ["FieldValueRequired f.a: Required value"],
    },
    {
      name: "enum",
      schema: { type: "string", enum: ["a", "b"] },
      given: "c",
      want: ['FieldValueNotSupported f: Unsupported value: "c": supported values: "a", "b"'],
    },
    {
      name: "maxLength",
      schema: { type: "string", maxLength: 1 },
      given: "éé",
      want: ["FieldValueTooLong f: Too long: may not be more than 1 byte"],
    },
    { name: "maxLength in runes", schema: { type: "string", maxLength: 2 }, given: "😀😀", want: [] },
    {
      name: "minLength",
      schema: { type: "string", minLength: 1 },
      given: "",
      want: ['FieldValueInvalid f: Invalid value: "": f in body should be at least 1 chars long'],
    },
    {
      name: "pattern",
      schema: { type: "string", pattern: "^a+$" },
      given: "b",
      want: ["FieldValueInvalid f: Invalid value: \"b\": f in body should match '^a+$'"],
    },
    {
      name: "format",
      schema: { type: "string", format: "date-time" },
      given: "yesterday",
      want: ['FieldValueTypeInvalid f: Invalid value: "yesterday": f in body must be of type date-time: "yesterday"'],
    },
    {
      name: "int32",
      schema: { type: "integer", format: "int32" },
      given: 2 ** 40,
      want: [
        "FieldValueInvalid f: Invalid value: 1099511627776: Checked value must be of type integer with format int32 in f",
      ],
    },
    {
      name: "maximum",
      schema: { type: "integer", maximum: 5 },
      given: 6,
      want: ["FieldValueInvalid f: Invalid value: 6: f in body should be less than or equal to 5"],
    },
    {
      name: "exclusive minimum",
      schema: { type: "integer", minimum: 5, exclusiveMinimum: true },
      given: 5,
      want: ["FieldValueInvalid f: Invalid value: 5: f in body should be greater than 5"],
    },
    {
      name: "multipleOf",
      schema: { type: "integer", multipleOf: 2 },
      given: 3,
      want: ["FieldValueInvalid f: Invalid value: 3: f in body should be a multiple of 2"],
    },
    {
      name: "maxItems",
      schema: { type: "array", maxItems: 1, items: { type: "string" } },
      given: ["a", "b"],
      want: ["FieldValueTooMany f: Too many: 2: must have at most 1 item"],
    },
    {
      name: "items",
      schema: { type: "array", items: { type: "string" } },
      given: ["a", 1],
      want: ['FieldValueTypeInvalid f[1]: Invalid value: "integer": f[1] in body must be of type string: "integer"'],
    },
    {
      name: "map values",
      schema: { type: "object", additionalProperties: { type: "integer" } },
      given: { a: "x" },
      want: ['FieldValueTypeInvalid f.a: Invalid value: "string": f.a in body must be of type integer: "string"'],
    },
    {
      name: "minProperties",
      schema: { type: "object", minProperties: 1 },
      given: {},
      want: ["FieldValueInvalid f: Invalid value: 0: f in body should have at least 1 properties"],
    },
    {
      name: "set",
      schema: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
      given: ["a", "b", "a", "a"],
      want: ['FieldValueDuplicate f[2]: Duplicate value: "a"'],
    },
    {
      name: "keyed list",
      schema: keyed,
      given: [{ k: "a" }, { k: "a" }],
      want: ['FieldValueDuplicate f[1]: Duplicate value: {"k":"a"}'],
    },
    {
      name: "oneOf",
      schema: { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      given: {},
      want: [
        'FieldValueInvalid f: Invalid value: "": "f" must validate one and only one schema (oneOf). Found none valid',
        "FieldValueRequired f.a: Required value",
      ],
    },
    {
      name: "not",
      schema: { type: "object", not: { required: ["a"] } },
      given: { a: 1 },
      want: ['FieldValueInvalid f: Invalid value: "": "f" must not validate the schema (not)'],
    },
    {
      name: "embedded resource",
      schema: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      given: { kind: "A" },
      want: ["FieldValueRequired f.apiVersion: Required value: must not be empty"],
    },
  ];
  test.each(cases)("validates $name", ({ schema, given, want }) => expect(errors(schema, given)).toEqual(want));

  test("forgives what an update did not touch", () => {
    const schema: JSONSchema = {
      type: "object",
      properties: { a: { type: "string", maxLength: 1 }, b: { type: "string", maxLength: 1 } },
    };
    expect(errors(schema, { a: "xx", b: "yy" }, { a: "xx", b: "y" })).toEqual([
      "FieldValueTooLong f.b: Too long: may not be more than 1 byte",
    ]);
  });
});

describe("prune", () => {
  const cases: { name: string; schema: JSONSchema; given: object; want: object; removed: string[] }[] = [
    {
      name: "unknown fields, but not the object's own",
      schema: { type: "object", properties: { spec: { type: "object", properties: { a: { type: "string" } } } } },
      given: { apiVersion: "v1", kind: "A", metadata: { x: 1 }, spec: { a: "1", b: 2 }, c: 3 },
      want: { apiVersion: "v1", kind: "A", metadata: { x: 1 }, spec: { a: "1" } },
      removed: ["c", "spec.b"],
    },
    {
      name: "nothing that is preserved",
      schema: {
        type: "object",
        properties: {
          spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "object" } } },
        },
      },
      given: { spec: { a: { b: 1 }, c: { d: 1 } } },
      want: { spec: { a: {}, c: { d: 1 } } },
      removed: ["spec.a.b"],
    },
    {
      name: "fields of list items",
      schema: {
        type: "object",
        properties: { l: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } } },
      },
      given: { l: [{ a: "1", b: 1 }] },
      want: { l: [{ a: "1" }] },
      removed: ["l[0].b"],
    },
    {
      name: "map values by their schema",
      schema: {
        type: "object",
        properties: { m: { type: "object", additionalProperties: { type: "object", properties: {} } } },
      },
      given: { m: { k: { x: 1 } } },
      want: { m: { k: {} } },
      removed: ["m.k.x"],
    },
  ];
  test.each(cases)("removes $name", ({ schema, given, want, removed }) => {
    expect(compileSchema(schema).prune(given)).toEqual(removed);
    expect(given).toEqual(want);
  });

  test("does not reach the prototype", () => {
    const value = JSON.parse('{"spec":{"__proto__":{"polluted":true}}}') as object;
    compileSchema({ type: "object", properties: { spec: { type: "object" } } }).prune(value);
    expect(value).toEqual({ spec: {} });
    expect("polluted" in {}).toBe(false);
  });
});

describe("applyDefaults", () => {
  const schema: JSONSchema = {
    type: "object",
    properties: {
      a: { type: "string", default: "x" },
      p: { type: "object", default: {}, properties: { q: { type: "integer", default: 1 } } },
      o: { type: "object", properties: { r: { type: "string", default: "y" } } },
      l: { type: "array", items: { type: "object", properties: { s: { type: "boolean", default: true } } } },
      n: { type: "string", nullable: true, default: "z" },
      u: { type: "string" },
    },
  };
  test.each([
    { name: "missing fields whose parent is there", given: {}, want: { a: "x", p: { q: 1 }, n: "z" } },
    {
      name: "below what is there",
      given: { o: {}, l: [{}] },
      want: { a: "x", p: { q: 1 }, o: { r: "y" }, l: [{ s: true }], n: "z" },
    },
    {
      name: "nulls that are not nullable",
      given: { a: null, n: null, u: null },
      want: { a: "x", p: { q: 1 }, n: null },
    },
  ])("sets $name", ({ given, want }) => {
    compileSchema(schema).applyDefaults(given);
    expect(given).toEqual(want);
  });
});
