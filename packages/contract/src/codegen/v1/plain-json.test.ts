// Copies of what functions of the author take and return.
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { plainJson } from "./plain-json.ts";

class Point {
  readonly x = 1;
}
const ownProto = JSON.parse('{"__proto__":{"a":1}}') as unknown;

it.each<[string, unknown, unknown]>([
  ["null", null, null],
  ["a string", "a", "a"],
  ["a boolean", false, false],
  ["a number", -1.5, -1.5],
  ["a list", [1, [null]], [1, [null]]],
  ["an object", { a: { b: [] } }, { a: { b: [] } }],
  ["a field that is undefined", { a: undefined, b: 1 }, { b: 1 }],
  ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  ["an object of another realm", runInNewContext("({ a: [1] })"), { a: [1] }],
  ["a field with the name of the prototype", ownProto, ownProto],
])("%s is copied", (_, value, want) => {
  expect(JSON.stringify(plainJson(value))).toBe(JSON.stringify(want));
});

it("a copy shares nothing with the value", () => {
  const value = { a: { b: 1 }, list: [{}] };
  const copy = plainJson(value) as typeof value;
  expect(copy).toEqual(value);
  expect([copy === value, copy.a === value.a, copy.list === value.list, copy.list[0] === value.list[0]]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it.each<[unknown, string]>([
  [Number.NaN, "NaN is not JSON"],
  [Number.POSITIVE_INFINITY, "Infinity is not JSON"],
  [10n, "10 is not JSON"],
  [undefined, "undefined is not JSON"],
  [[undefined], "undefined is not JSON"],
  [{ a: new Point() }, "a Point is not JSON"],
  [new Map([["a", 1]]), "a Map is not JSON"],
  [Symbol("s"), "Symbol(s) is not JSON"],
])("%s is an error", (value, message) => {
  expect(() => plainJson(value)).toThrow(new TypeError(message));
});
