// Which errors count as panics.
import { expect, test } from "vitest";
import { isProgramFault } from "./reconcile-failure.ts";

test.each([
  { name: "a string", thrown: "no", want: true },
  { name: "undefined", thrown: undefined, want: true },
  { name: "a field of undefined", thrown: new TypeError("Cannot read properties of undefined"), want: true },
  {
    name: "fetch without a network",
    thrown: new TypeError("fetch failed", { cause: new Error("reset") }),
    want: false,
  },
  { name: "an unknown name", thrown: new ReferenceError("x is not defined"), want: true },
  { name: "an endless recursion", thrown: new RangeError("Maximum call stack size exceeded"), want: true },
  { name: "an error", thrown: new Error("quota"), want: false },
])("$name: $want", ({ thrown, want }) => {
  expect(isProgramFault(thrown)).toBe(want);
});
