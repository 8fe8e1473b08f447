// Values read and written by dotted paths.
import { expect, it } from "vitest";
import { readPath, writePath } from "./object-path.ts";

const foo = { spec: { size: 1, list: [1], no: null, text: "x" }, status: {} };

it.each([
  ["spec", foo.spec],
  ["spec.size", 1],
  ["spec.list", [1]],
  ["spec.no", undefined],
  ["spec.no.more", undefined],
  ["spec.other.more", undefined],
  ["other", undefined],
])("%s is %j", (path, want) => {
  expect(readPath(foo, path)).toEqual(want);
});

it.each([
  ["spec.size.more", "spec.size is not an object"],
  ["spec.text.more.still", "spec.text is not an object"],
  ["spec.list.0", "spec.list is not an object"],
])("%s cannot be read: core fails, too", (path, message) => {
  expect(() => readPath(foo, path)).toThrow(message);
});

it.each<[object, string, unknown, object]>([
  [{}, "a", 1, { a: 1 }],
  [{}, "a.b.c", 1, { a: { b: { c: 1 } } }],
  [{ a: { x: 1 } }, "a.b", 2, { a: { x: 1, b: 2 } }],
  [{ a: null }, "a.b", 2, { a: { b: 2 } }],
  [{ a: { b: 1 } }, "a.b", null, { a: { b: null } }],
  [{ a: { b: 1 } }, "a.b", undefined, {}],
  [{ a: { b: { c: 1 }, d: 1 } }, "a.b.c", undefined, { a: { d: 1 } }],
  [{ a: { b: {} } }, "a.c", undefined, { a: { b: {} } }],
  [{ a: 1 }, "a", undefined, {}],
  [{ a: 1 }, "a.b", undefined, { a: 1 }],
  [{}, "a.b", undefined, {}],
  [{ a: {} }, "a.b", undefined, {}],
])("in %j, writing %s = %j gives %j", (object, path, value, want) => {
  writePath(object, path, value);
  expect(object).toEqual(want);
});

it("nothing is written into what is no object", () => {
  expect(() => writePath({ a: { b: "x" } }, "a.b.c.d", 1)).toThrow("a.b is not an object");
  expect(() => writePath({ a: [1] }, "a.b", 1)).toThrow("a is not an object");
});
