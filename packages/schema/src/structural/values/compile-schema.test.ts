// What a compiled schema does beyond the rules for values, which values.test.ts has.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { rootPath } from "../fields/field-path.ts";
import { compileSchema } from "./compile-schema.ts";

const short: JSONSchema = { type: "string", maxLength: 1 };

describe("hasRules", () => {
  const ruled: JSONSchema = { type: "string", "x-kubernetes-validations": [{ rule: "self != 'a'" }] };
  const plain: JSONSchema = { type: "string" };
  test.each<{ name: string; schema: JSONSchema; want: boolean }>([
    { name: "none", schema: { type: "object", properties: { a: plain }, items: plain }, want: false },
    { name: "an empty list", schema: { ...plain, "x-kubernetes-validations": [] }, want: false },
    { name: "the root", schema: ruled, want: true },
    { name: "one field of two", schema: { type: "object", properties: { a: plain, b: ruled } }, want: true },
    { name: "items", schema: { type: "array", items: ruled }, want: true },
    { name: "map values", schema: { type: "object", additionalProperties: ruled }, want: true },
    { name: "map values of any type", schema: { type: "object", additionalProperties: true }, want: false },
    { name: "a field of items", schema: { type: "array", items: { properties: { a: ruled } } }, want: true },
  ])("$name", ({ schema, want }) => expect(compileSchema(schema).hasRules).toBe(want));
});

describe("validate", () => {
  test("gives errors of one value of a document the path in the document", () => {
    const at = rootPath.child("spec").key("a").index(0);
    const [error] = compileSchema(short).validate("xx", { at });
    expect(error).toEqual({
      reason: "FieldValueTooLong",
      field: "spec[a][0]",
      message: "Too long: may not be more than 1 byte",
      path: ["spec", "a", 0],
    });
  });

  test("finds what an update did not change below that path", () => {
    const schema: JSONSchema = { type: "object", properties: { kind: short, b: short } };
    const options = { at: rootPath.child("spec"), old: { kind: "xx", b: "y" } };
    const fields = compileSchema(schema)
      .validate({ kind: "xx", b: "yy" }, options)
      .map(({ field }) => field);
    expect(fields).toEqual(["spec.b"]);
  });

  test("ignores a pattern that Go cannot compile", () => {
    expect(compileSchema({ type: "string", pattern: "(?=a)" }).validate("b")).toEqual([]);
  });

  test("rejects unknown fields where additionalProperties is false", () => {
    const schema: JSONSchema = { type: "object", properties: { a: short }, additionalProperties: false };
    const messages = compileSchema({ type: "object", properties: { f: schema } })
      .validate({ f: { a: "x", b: 1 } })
      .map(({ field, message }) => `${field}: ${message}`);
    expect(messages).toEqual(['f.b: Invalid value: "b": f.b in body is a forbidden property']);
  });

  test("finds no extension in a field that is not in the schema", () => {
    const schema: JSONSchema = {
      type: "object",
      properties: { s: { type: "array", "x-kubernetes-list-type": "set" } },
    };
    expect(compileSchema(schema).validate({ other: ["a", "a"], s: ["a"] })).toEqual([]);
  });
});

test("prune does not reach the prototype", () => {
  const value = JSON.parse('{"spec":{"__proto__":{"polluted":true}}}') as object;
  compileSchema({ type: "object", properties: { spec: { type: "object" } } }).prune(value);
  expect(value).toEqual({ spec: {} });
  expect("polluted" in {}).toBe(false);
});

test("each default is a value of its own", () => {
  const schema: JSONSchema = {
    type: "object",
    default: {},
    properties: { a: { type: "object", default: { b: [1] } } },
  };
  const values = [{}, {}] as { a?: unknown }[];
  for (const value of values) compileSchema(schema).applyDefaults(value);
  expect(values[0]?.a).toEqual({ b: [1] });
  expect(values[0]?.a).not.toBe(values[1]?.a);
});

test.each([
  ["no defaults", {}, 1],
  ["a default", { default: "x" }, 2],
])("a value is walked once to remove nulls, and again only for defaults: %s", (_, more, want) => {
  let walks = 0;
  const value = new Proxy(
    { a: "b", c: null },
    {
      ownKeys: (target) => {
        walks += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const field = { type: "string", ...more } as const;
  compileSchema({ type: "object", additionalProperties: field }).applyDefaults(value);
  expect([walks, value.c]).toEqual([want, want === 1 ? undefined : "x"]);
});
