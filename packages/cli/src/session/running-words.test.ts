// Reconciles that have run for long, in one line.
import { expect, test } from "vitest";
import { longRunWords } from "./words.ts";

test.each([
  { runs: [], want: "" },
  { runs: [["Foo default/a", 160_000]], want: "reconcile runs for 40 s: Foo default/a" },
  {
    runs: [
      ["Foo default/b", 190_000],
      ["Foo default/a", 0],
      ["Foo default/c", 180_000],
    ],
    want: "reconcile runs for 3 min: Foo default/a, and 2 more",
  },
] as const)("$want", ({ runs, want }) => {
  expect(
    longRunWords(
      runs.map(([object, since]) => ({ object, since })),
      200_000,
    ),
  ).toBe(want);
});
