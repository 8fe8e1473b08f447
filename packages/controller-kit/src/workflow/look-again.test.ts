// Which of two delays counts.
import { expect, test } from "vitest";
import { LookAgain } from "./look-again.ts";

test.each([
  { asked: [], given: {}, want: {} },
  { asked: [], given: { requeueAfter: "5s" }, want: { requeueAfter: "5s" } },
  { asked: [3000.2], given: {}, want: { requeueAfter: "3.001s" } },
  { asked: [9000, 3000], given: { requeueAfter: "5s" }, want: { requeueAfter: "3s" } },
  { asked: [9000], given: { requeueAfter: "5s" }, want: { requeueAfter: "5s" } },
  { asked: [9000], given: { requeueAfter: "soon" }, want: { requeueAfter: "soon" } },
])("asked for $asked and given $given: $want", ({ asked, given, want }) => {
  const again = new LookAgain();
  for (const ms of asked) again.within(ms);
  expect(again.orSooner(given)).toEqual(want);
});
