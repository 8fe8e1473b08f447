// Copies of objects with fields that are JSON until they are read.
import { beforeEach, expect, test } from "vitest";
import { copyWithout, deepClone, deepEqual } from "./json-value.ts";
import { defineLazy, type LazySource } from "./lazy-fields.ts";
import { applyMergePatch, createMergePatch } from "./merge-patch.ts";

interface Shared {
  readonly spec: { values: unknown; readonly other: number };
}

const read = { a: [1] };
const source: LazySource = { parse: () => structuredClone(read), shared: () => read };
let shared: Shared;

beforeEach(() => {
  const spec = { other: 1 };
  defineLazy(spec, "values", source);
  shared = { spec: spec as Shared["spec"] };
});

/** Whether the field of an object was not read yet. */
const isUnread = ({ spec }: Shared): boolean => Object.getOwnPropertyDescriptor(spec, "values")?.get !== undefined;

test("a copy parses the field when it is read, and once", () => {
  const copy = deepClone(shared);
  expect(isUnread(copy)).toBe(true);
  expect(copy.spec.values).toEqual({ a: [1] });
  expect(copy.spec.values).toBe(copy.spec.values);
  expect(isUnread(copy)).toBe(false);
  expect(isUnread(shared)).toBe(true);
  expect(JSON.stringify(deepClone(shared))).toBe('{"spec":{"other":1,"values":{"a":[1]}}}');
});

test("what its owner does with a copy is nobody else's", () => {
  const [copy, replaced] = [deepClone(shared), deepClone(shared)];
  (copy.spec.values as { a: unknown }).a = 2;
  replaced.spec.values = 3;
  expect([copy.spec.values, replaced.spec.values, shared.spec.values]).toEqual([{ a: 2 }, 3, { a: [1] }]);
  expect([deepClone(copy), deepClone(replaced)]).toEqual([copy, replaced]);
  expect(Object.keys(copy.spec)).toEqual(["other", "values"]);
});

test("a field that was removed and set again is an ordinary one", () => {
  const copy: { spec: { values?: unknown } } = deepClone(shared);
  delete copy.spec.values;
  expect(deepClone(copy)).toEqual({ spec: { other: 1 } });
  copy.spec.values = 4;
  expect(deepClone(copy)).toEqual({ spec: { other: 1, values: 4 } });
});

test("a copy far below, and a copy of a copy, are not parsed either", () => {
  let value: unknown = shared;
  for (let level = 0; level < 300; level += 1) value = [value];
  let copy: unknown = deepClone(deepClone(value));
  while (Array.isArray(copy)) copy = copy[0];
  expect(isUnread(copy as Shared)).toBe(true);
  expect(copy).toEqual(shared);
});

test("what was not read is equal to what it was copied from, and no change", () => {
  const copy = deepClone(shared);
  expect([deepEqual(shared, copy), createMergePatch(shared, copy)]).toEqual([true, undefined]);
  expect(isUnread(copy)).toBe(true);
  copy.spec.values = { a: [2] };
  expect([deepEqual(shared, copy), createMergePatch(shared, copy)]).toEqual([false, { spec: { values: { a: [2] } } }]);
  copy.spec.values = { a: [1] };
  expect([deepEqual(shared, copy), createMergePatch(shared, copy)]).toEqual([true, undefined]);
});

test("nobody writes the field of a shared object", () => {
  expect(() => {
    shared.spec.values = 1;
  }).toThrow(TypeError);
});

test("a copy without a field shares the others, and parses none", () => {
  const { spec } = shared;
  const copy = copyWithout(spec, "other") as unknown as Shared["spec"];
  expect(isUnread({ spec: copy })).toBe(true);
  expect([createMergePatch(spec, copy), copy.values]).toEqual([{ other: null }, { a: [1] }]);
  expect(isUnread(shared)).toBe(true);
  const list = [1];
  expect(copyWithout({ a: list, "1000": 2, c: 3 }, "c")).toEqual({ a: list, "1000": 2 });
  expect(copyWithout({ a: list }, "b")["a"]).toBe(list);
});

test("a frozen copy is read as others, and always as the same value", () => {
  const copy = deepClone(shared);
  Object.freeze(copy.spec);
  expect(copy.spec.values).toEqual({ a: [1] });
  expect(copy.spec.values).toBe(copy.spec.values);
  expect(JSON.stringify(copy)).toBe('{"spec":{"other":1,"values":{"a":[1]}}}');
});

test("a merge patch parses what it changes, and nothing beside it", () => {
  const patched = applyMergePatch(shared, { spec: { other: 2 } }) as Shared;
  expect([isUnread(patched), isUnread(shared)]).toEqual([true, true]);
  expect(patched).toEqual({ spec: { other: 2, values: { a: [1] } } });
  expect(applyMergePatch(shared, { spec: { values: { b: 2 } } })).toEqual({
    spec: { other: 1, values: { a: [1], b: 2 } },
  });
  expect(shared.spec.values).toEqual({ a: [1] });
});
