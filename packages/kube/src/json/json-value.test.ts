// JSON compared and copied.
import fc from "fast-check";
import { expect, it } from "vitest";
import { deepClone, deepEqual, ownValue } from "./json-value.ts";

it("treats an undefined field as absent", () => {
  expect(deepEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(deepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(deepEqual({ a: null }, {})).toBe(false);
});

it("tells lists from objects, and lists by their length", () => {
  expect(deepEqual([], {})).toBe(false);
  expect(deepEqual({}, [])).toBe(false);
  expect([deepEqual([1], [1, 2]), deepEqual([1, 2], [1]), deepEqual([1, 2], [1, 3]), deepEqual([1], [1])]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it("clones equal and apart", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy: unknown = deepClone(value);
      expect(deepEqual(copy, value)).toBe(true);
      expect(copy === value).toBe(typeof value !== "object" || value === null);
    }),
  );
});

it("keeps a field called __proto__ a field", () => {
  const copy = deepClone(JSON.parse('{"__proto__":{"a":1}}') as object);
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Object.getOwnPropertyDescriptor(copy, "__proto__")).toMatchObject({ writable: true, configurable: true });
});

it("reads own fields only", () => {
  const object = JSON.parse('{"a":1,"__proto__":2}') as Record<string, number>;
  expect(["a", "__proto__", "constructor", "toString"].map((key) => ownValue(object, key))).toEqual([
    1,
    2,
    undefined,
    undefined,
  ]);
  expect(ownValue(undefined, "a")).toBeUndefined();
});
