// JSON compared and copied.
import fc from "fast-check";
import { expect, it } from "vitest";
import { deepClone, deepEqual, ownValue } from "./json-value.ts";
import { createMergePatch } from "./merge-patch.ts";

it("treats an undefined field as absent", () => {
  expect(deepEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(deepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(deepEqual({ a: null }, {})).toBe(false);
});

it("tells an undefined field from one with a value, whatever order fields have and however deep they are", () => {
  const undefinedField = { a: undefined, b: 1 };
  for (const other of [
    { a: 2, b: 1 },
    { b: 1, a: 2 },
  ]) {
    expect([deepEqual(undefinedField, other), deepEqual(other, undefinedField)]).toEqual([false, false]);
    expect(deepEqual(nested(undefinedField, 300), nested(other, 300))).toBe(false);
  }
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

it("tells a place of a list that has no value from one that has", () => {
  const sparse: unknown[] = [1];
  sparse[2] = 3;
  expect([deepEqual(sparse, [1, 2, 3]), deepEqual([1, 2, 3], sparse)]).toEqual([false, false]);
  expect(deepEqual(sparse, [1, undefined, 3])).toBe(true);
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

/** The value below lists and objects in turn. */
function nested(value: unknown, levels: number): unknown {
  let below = value;
  for (let level = 0; level < levels; level += 1) below = level % 2 === 0 ? [below] : { below };
  return below;
}

it("compares and clones below hundreds of levels as above them", () => {
  const values = fc.oneof(fc.jsonValue(), fc.constantFrom({ a: undefined }, { a: 1, b: undefined }, { b: 1 }));
  fc.assert(
    fc.property(values, values, (a, b) => {
      for (const levels of [199, 200, 201, 300]) {
        expect(deepEqual(nested(a, levels), nested(b, levels))).toBe(deepEqual(a, b));
        expect(JSON.stringify(deepClone(nested(a, levels)))).toBe(JSON.stringify(nested(a, levels)));
      }
    }),
  );
});

it("compares and clones what is nested more deeply than the stack allows", () => {
  const value = nested({ a: [1, null] }, 100_000);
  const copy = deepClone(value);
  expect(copy === value).toBe(false);
  expect(deepEqual(copy, value)).toBe(true);
  expect(deepEqual(copy, nested({ a: [1, 2] }, 100_000))).toBe(false);
  expect(deepEqual(copy, nested({ a: [1, null] }, 100_002))).toBe(false);
});

it("throws for values that contain themselves, instead of going on for ever", () => {
  const circle = (): Record<string, unknown> => {
    const value: Record<string, unknown> = { a: 1 };
    value["self"] = value;
    return value;
  };
  expect(() => deepClone(circle())).toThrow("the value contains itself");
  expect(() => deepEqual(circle(), circle())).toThrow(RangeError);
  expect(deepEqual(circle(), { a: 1, self: { a: 2 } })).toBe(false);
  expect(() => createMergePatch({ data: {} }, { data: circle() })).toThrow(RangeError);
});

it("compares what contains itself with what ends, and clones what holds one object twice, below hundreds of levels", () => {
  const circle: Record<string, unknown> = {};
  circle["below"] = [circle];
  expect([deepEqual(circle, nested(1, 400)), deepEqual(nested(1, 400), circle)]).toEqual([false, false]);
  const part = { a: [1] };
  const twice = nested([part, { part }, part], 300);
  expect(JSON.stringify(deepClone(twice))).toBe(JSON.stringify(twice));
  expect(deepEqual(twice, deepClone(twice))).toBe(true);
});
