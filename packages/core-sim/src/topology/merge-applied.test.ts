// What is set, kept and removed where kube-apiserver is not needed to say it.
import { expect, test } from "vitest";
import { mergeApplied } from "./merge-applied.ts";

test.each([
  { name: "a field that is wanted is set", current: { a: 1 }, wanted: { b: 2 }, last: undefined, want: { a: 1, b: 2 } },
  {
    name: "null is no value",
    current: {},
    wanted: { a: null },
    last: undefined,
    want: {},
  },
  {
    name: "null ends what was wanted before",
    current: { a: 1 },
    wanted: { a: null },
    last: { wanted: { a: 1 }, stored: { a: 1 } },
    want: {},
  },
  {
    name: "what a webhook made of a value stays",
    current: { a: "one" },
    wanted: { a: "ONE" },
    last: { wanted: { a: "ONE" }, stored: { a: "one" } },
    want: { a: "one" },
  },
  {
    name: "a default that a schema has since then stays in items of lists",
    current: { list: [{ a: 1, b: "new" }] },
    wanted: { list: [{ a: 1 }] },
    last: { wanted: { list: [{ a: 1 }] }, stored: { list: [{ a: 1 }] } },
    want: { list: [{ a: 1, b: "new" }] },
  },
  {
    name: "a list that somebody has made longer is put back",
    current: { list: [1, 2] },
    wanted: { list: [1] },
    last: { wanted: { list: [1] }, stored: { list: [1] } },
    want: { list: [1] },
  },
])("$name", ({ current, wanted, last, want }) => {
  expect(mergeApplied(current, wanted, last)).toEqual(want);
});
