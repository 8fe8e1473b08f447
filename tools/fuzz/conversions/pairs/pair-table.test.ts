// The table names each pair once, and has every kind of expectation.
import { expect, test } from "vitest";
import { hardPairs, type HardPair } from "./pair-table.ts";

function kindOf({ want }: HardPair): string {
  if (typeof want !== "string") return "its tests fail";
  return want === "proved" ? want : "rejected";
}

test("each pair has a name of its own", () => {
  expect(new Set(hardPairs.map(({ name }) => name)).size).toBe(hardPairs.length);
});

test.each([
  ["proved", 40],
  ["rejected", 25],
])("at least %s: %i", (kind, least) => {
  expect(hardPairs.filter((pair) => kindOf(pair) === kind).length).toBeGreaterThanOrEqual(least);
});
