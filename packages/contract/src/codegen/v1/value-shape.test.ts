// Values that have a shape, and values that do not.
import { parseExactJson } from "@capstan/kube";
import { expect, it } from "vitest";
import { hasShape, withoutNulls, type ValueShape } from "./value-shape.ts";

const object: ValueShape = { fields: { a: "string", b: { nullable: "boolean" } }, required: ["a"] };

it.each<[ValueShape, readonly unknown[], readonly unknown[]]>([
  ["any", [null, 1, {}], []],
  ["boolean", [true], ["true", 1, null]],
  ["integer", [1, parseExactJson("9007199254740993")], [1.5, "1", null]],
  [
    "int32",
    [0, -(2 ** 31), 2 ** 31 - 1],
    [2 ** 31, -(2 ** 31) - 1, 1.5, "1", null, parseExactJson("9007199254740993")],
  ],
  [
    "int64",
    [0, 2 ** 53, -(2 ** 63), parseExactJson("9223372036854775807"), parseExactJson("-9223372036854775808")],
    [
      2 ** 63,
      -(2 ** 63) - 2048,
      1.5,
      "1",
      null,
      parseExactJson("9223372036854775808"),
      parseExactJson("-9223372036854775809"),
      parseExactJson("12345678901234567890"),
    ],
  ],
  ["number", [1.5, parseExactJson("9007199254740993")], ["1"]],
  ["string", ["", "1"], [1, null, parseExactJson("9007199254740993")]],
  [{ oneOf: ["a", 1] }, ["a", 1], ["b", "1", null]],
  [{ list: "string" }, [[], ["a"]], [["a", 1], {}, "a"]],
  [{ map: "integer" }, [{}, { a: 1 }], [{ a: "1" }, [], null]],
  // Every object has a function of this name, and no field.
  [{ fields: Object.fromEntries([["toString", "string" as const]]) }, [{}, { toString: "a" }], [{ toString: 1 }]],
  [{ fields: {}, required: ["toString"] }, [{ toString: 1 }], [{}]],
  [{ nullable: { list: "string" } }, [null, ["a"]], [[null], "a", undefined]],
  [object, [{ a: "" }, { a: "", b: null, c: 1 }], [{}, { a: 1 }, { a: "", b: 1 }, [], "a"]],
])("%j", (shape, right, wrong) => {
  expect(right.filter((value) => !hasShape(value, shape))).toEqual([]);
  expect(wrong.filter((value) => hasShape(value, shape))).toEqual([]);
});

const holder: ValueShape = { fields: { a: "string", any: "any", list: { list: object }, map: { map: "integer" } } };

it.each<[ValueShape, unknown, unknown]>([
  [object, { a: null, b: null, c: null }, { b: null, c: null }],
  [holder, { a: null, any: null, list: null, map: null }, { any: null }],
  [holder, { list: [{ a: null }, null], map: { a: null, b: 1 } }, { list: [{}, null], map: { b: 1 } }],
  [{ nullable: object }, null, null],
  [{ nullable: object }, { a: null }, {}],
  [{ fields: { a: { oneOf: ["x", null] }, b: { oneOf: ["x"] } } }, { a: null, b: null }, { a: null }],
  [{ map: { nullable: "string" } }, { a: null }, { a: null }],
  [object, "a", "a"],
  [{ list: object }, { a: null }, { a: null }],
  [{ fields: {} }, JSON.parse('{"__proto__":null}'), JSON.parse('{"__proto__":null}')],
])("the API server drops nulls that a value of %j cannot have: of %j", (shape, value, want) => {
  const before = JSON.stringify(value);
  expect(withoutNulls(value, shape)).toEqual(want);
  expect(JSON.stringify(value)).toBe(before);
});
