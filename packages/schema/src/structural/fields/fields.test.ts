// Paths and errors of fields, as apimachinery writes them.
import { expect, test } from "vitest";
import { duplicate, forbidden, invalid, notSupported, required, tooLong, tooMany, typeInvalid } from "./field-error.ts";
import { rootPath } from "./field-path.ts";

const at = rootPath.child("a");

test.each([
  { path: rootPath, want: "", steps: [] },
  { path: at, want: "a", steps: ["a"] },
  { path: at.child("b").index(0).child("c"), want: "a.b[0].c", steps: ["a", "b", 0, "c"] },
  { path: at.key("b.c").child("d"), want: "a[b.c].d", steps: ["a", "b.c", "d"] },
  { path: rootPath.index(1), want: "[1]", steps: [1] },
  { path: rootPath.key("a").key("b"), want: "[a][b]", steps: ["a", "b"] },
])("the path $want", ({ path, want, steps }) => {
  expect(path.toString()).toBe(want);
  expect(path.toJsonPath()).toEqual(steps);
});

test.each([
  { error: required(at), want: "FieldValueRequired: Required value" },
  { error: required(at, "why"), want: "FieldValueRequired: Required value: why" },
  {
    error: invalid(at, { b: 1, a: [{ d: 1, c: 2 }] }, "x"),
    want: 'FieldValueInvalid: Invalid value: {"a":[{"c":2,"d":1}],"b":1}: x',
  },
  { error: invalid(at, undefined, "x"), want: "FieldValueInvalid: Invalid value: null: x" },
  { error: typeInvalid(at, "s", "x"), want: 'FieldValueTypeInvalid: Invalid value: "s": x' },
  { error: forbidden(at, "x"), want: "FieldValueForbidden: Forbidden: x" },
  { error: duplicate(at, ["s"]), want: 'FieldValueDuplicate: Duplicate value: ["s"]' },
  { error: notSupported(at, 1, []), want: "FieldValueNotSupported: Unsupported value: 1" },
  {
    error: notSupported(at, 1, ["s", 2, { b: 1, a: "q" }]),
    want: String.raw`FieldValueNotSupported: Unsupported value: 1: supported values: "s", "2", "{\"a\":\"q\",\"b\":1}"`,
  },
  { error: tooLong(at, 1), want: "FieldValueTooLong: Too long: may not be more than 1 byte" },
  { error: tooLong(at, 0), want: "FieldValueTooLong: Too long: may not be more than 0 bytes" },
  { error: tooMany(at, 2, 1), want: "FieldValueTooMany: Too many: 2: must have at most 1 item" },
  { error: tooMany(at, 3, 2), want: "FieldValueTooMany: Too many: 3: must have at most 2 items" },
])("$want", ({ error, want }) => {
  expect(`${error.reason}: ${error.message}`).toBe(want);
  expect([error.field, error.path]).toEqual(["a", ["a"]]);
});

test("names and values that are too long are cut", () => {
  const long = "a".repeat(20_000);
  const label = "b".repeat(317);
  expect(at.child(label).toString()).toBe(`a.${label}`);
  expect(at.child(long).key(long).toString()).toBe(
    `a.${"a".repeat(320)}... (cut, it has 20000 characters)[${"a".repeat(320)}... (cut, it has 20000 characters)]`,
  );
  expect(invalid(at, long, "x").message).toBe(
    `Invalid value: "${"a".repeat(1024)}... (cut, it has 20000 characters)": x`,
  );
  expect(duplicate(at, [long]).message).toBe(
    `Duplicate value: ["${"a".repeat(1022)}... (cut, it has 20004 characters)`,
  );
});
