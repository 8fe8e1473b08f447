// What it costs to check values against large schemas.
import type { JSONValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { crdWith } from "../../../test/crd-with.ts";
import { crdFieldErrors } from "../definition/check-crd.ts";
import { compileSchema } from "./compile-schema.ts";
import { PatternBudget } from "./pattern-budget.ts";

const range = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

/** The milliseconds of processor time that a call takes. */
function cost(call: () => unknown): number {
  const from = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

describe("an enum", () => {
  test.each<[string, (i: number) => JSONValue]>([
    ["strings", (i) => `x${i}`],
    ["objects", (i) => ({ b: i, a: [i] })],
  ])("of many %s is looked up", (_, make) => {
    const schema = compileSchema({ type: "array", items: { enum: range(20_000, make) } });
    // About 50 ms; compared one by one, minutes.
    expect(cost(() => expect(schema.validate(range(20_000, (i) => make(19_999 - (i % 10))))).toEqual([]))).toBeLessThan(
      2000,
    );
  });

  test("tells values from their JSON, and knows objects whatever their order", () => {
    const validate = (values: JSONValue[], value: unknown): number =>
      compileSchema({ enum: values }).validate(value).length;
    expect(validate(['{"a":1}'], { a: 1 })).toBe(1);
    expect(validate([{ a: 1 }], '{"a":1}')).toBe(1);
    expect(validate([{ a: 1, b: [{ d: 2, c: 3 }] }], { b: [{ c: 3, d: 2 }], a: 1 })).toBe(0);
    expect(validate([1], "1")).toBe(1);
    expect(validate([0], -0)).toBe(0);
    expect(validate([null], null)).toBe(1);
  });
});

describe("errors", () => {
  test("are kept up to 1,000, each with some of an enum's values", () => {
    const schema = compileSchema({ type: "array", items: { enum: range(10_000, (i) => `x${i}`) } });
    const errors = schema.validate(range(5000, () => "y"));
    expect(errors).toHaveLength(1000);
    expect(errors[0]?.message).toMatch(/^Unsupported value: "y": supported values: "x0", "x1", .* and 9\d{3} more$/);
    expect(errors[0]?.message.length).toBeLessThan(2200);
  });

  test("of unchanged fields do not count", () => {
    const schema = compileSchema({ type: "object", additionalProperties: { type: "integer" } });
    const old = Object.fromEntries(range(2000, (i) => [`a${i}`, "x"]));
    expect(schema.validate({ ...old, b: "x" }, { old }).map(({ field }) => field)).toEqual(["b"]);
  });

  test("of a list's items come after those of its fields, up to the same limit", () => {
    const set: JSONSchema = { type: "array", "x-kubernetes-list-type": "set", items: { type: "integer" } };
    const errors = compileSchema(set).validate(range(1998, (i) => (i < 999 ? "x" : Math.floor(i / 2))));
    expect([errors.length, errors.at(-1)?.reason]).toEqual([1000, "FieldValueDuplicate"]);
  });
});

test("values whose long starts are equal are not duplicates", () => {
  const schema = compileSchema({ type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } });
  const long = "a".repeat(2000);
  expect(schema.validate([`${long}1`, `${long}2`])).toEqual([]);
  expect(schema.validate([`${long}1`, `${long}1`])).toHaveLength(1);
});

const many = range(2000, (): JSONSchema => ({ minLength: 5 }));
const values = range(10_000, () => "y");

describe("with a budget", () => {
  test.each<[string, JSONSchema, unknown]>([
    ["anyOf", { items: { anyOf: [...many, { minLength: 1 }] } }, values],
    ["oneOf", { items: { oneOf: [...many, { minLength: 1 }] } }, values],
    ["allOf", { items: { allOf: range(2000, () => ({ minLength: 1 })) } }, values],
    ["not", { items: { not: { allOf: many } } }, values],
    [
      "maxProperties",
      { allOf: range(5000, () => ({ maxProperties: 9999 })) },
      Object.fromEntries(values.slice(1).entries()),
    ],
    ["required", { items: { not: { required: range(2000, (i) => `a${i}`) } } }, values.map(() => ({}))],
    ["enum", { allOf: range(2000, () => ({ enum: [values] })) }, values],
    [
      "list-map-keys",
      {
        items: { type: "object" },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": range(2000, (i) => `a${i}`),
      },
      values.map((_, i) => ({ [`b${i}`]: i })),
    ],
  ])("%s is not checked to its end", (_, schema, value) => {
    const patterns = new PatternBudget();
    expect(cost(() => compileSchema(schema).validate(value, { patterns }))).toBeLessThan(5000);
    expect(patterns.unmatched).toHaveLength(1);
    expect(compileSchema(schema).firstError(value, { patterns })).toBeUndefined();
    expect(patterns.unmatched).toHaveLength(2);
  });

  test("usual values are checked", () => {
    const patterns = new PatternBudget();
    const schema = compileSchema({ items: { anyOf: [{ minLength: 5 }, { minLength: 1 }] } });
    expect(schema.validate(values, { patterns })).toEqual([]);
    expect(schema.validate([""], { patterns })).toHaveLength(2);
    expect(patterns.unmatched).toEqual([]);
  });
});

describe("the keys of a list", () => {
  const crd = (keys: readonly string[], properties: object): unknown =>
    crdWith({
      a: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": keys,
        items: { type: "object", required: keys, properties },
      },
    });

  test("are checked in proportion to their number", () => {
    const keys = range(15_000, (i) => `a${i}`);
    const properties = Object.fromEntries(keys.map((key) => [key, { type: "integer" }]));
    expect(cost(() => expect(crdFieldErrors(crd(keys, properties))).toEqual([]))).toBeLessThan(2500);
    expect(cost(() => expect(crdFieldErrors(crd(keys, {}))).toHaveLength(1000))).toBeLessThan(2500);
  });

  test("are reported when they are there twice, or no property", () => {
    const found = crdFieldErrors(crd(["a", "a", "b"], { a: { type: "integer" } }));
    expect(found.map(({ message }) => message)).toEqual([
      'Invalid value: ["a","a","b"]: must not contain duplicate entries',
      'Invalid value: ["a","a","b"]: entries must all be names of item properties',
    ]);
  });

  test("do not need a list of required names that is one", () => {
    const wrong = JSON.parse(
      JSON.stringify(crd(["a"], { a: { type: "integer" } })).replace(/"required":\["a"\]/, '"required":5'),
    );
    expect(() => crdFieldErrors(wrong)).not.toThrow();
  });
});
