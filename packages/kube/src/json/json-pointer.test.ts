// Pointers parsed and formatted, and values found by them.
import { expect, test } from "vitest";
import { isCapstanError } from "../errors/errors.ts";
import { formatPointer, getAt, parsePointer } from "./json-pointer.ts";

// The examples of RFC 6901, section 5, and the order of unescaping in section 4.
test.each([
  { pointer: "", steps: [] },
  { pointer: "/", steps: [""] },
  { pointer: "/foo/0", steps: ["foo", "0"] },
  { pointer: "/a~1b", steps: ["a/b"] },
  { pointer: "/m~0n", steps: ["m~n"] },
  { pointer: "/~01", steps: ["~1"] },
  { pointer: "/~0~1~1~0", steps: ["~//~"] },
])("$pointer has the steps $steps", ({ pointer, steps }) => {
  expect(parsePointer(pointer)).toEqual(steps);
  expect(formatPointer(steps)).toBe(pointer);
});

test("a list index is a step", () => {
  expect(formatPointer(["a", 0])).toBe("/a/0");
});

test("rejects a pointer that starts with a name", () => {
  let thrown: unknown;
  try {
    parsePointer("a/b");
  } catch (error) {
    thrown = error;
  }
  expect([isCapstanError(thrown, "kube/json-pointer"), String(thrown)]).toEqual([
    true,
    'CapstanError: "a/b" is not a JSON pointer',
  ]);
});

const document = { a: [{ b: 1 }], n: null, t: "text" };
test.each([
  { path: [], want: document },
  { path: ["a", 0, "b"], want: 1 },
  { path: ["n"], want: null },
  { path: ["a", 1], want: undefined },
  { path: ["x", "y"], want: undefined },
  { path: ["n", "b"], want: undefined },
  { path: ["t", "length"], want: undefined },
  { path: ["constructor"], want: undefined },
])("the value at $path", ({ path, want }) => {
  expect(getAt(document, path)).toEqual(want);
});
