// The longest strings of patterns. fast-check, which draws them, says what the bound must hold for.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnLength } from "./pattern-size.ts";

describe("the drawn length", () => {
  test.each([
    ["abc", 3],
    ["a\\.b", 3],
    ["[a-z)(]", 1],
    ["[\\]*]x", 2],
    ["a{3}b?", 4],
    ["a{2,5}", 5],
    ["a{2,}", 14],
    ["(ab){3}c", 7],
    ["((a{3}){3}){3}", 27],
    ["(a|bc){2}", 8],
    ["a)b", 2],
  ])("of %j is %i", (pattern, length) => expect(drawnLength(pattern)).toBe(length));

  test.each(["a*", "a+", "(a+b*)+", "a{3,}", "(a{2,}|b?){2,4}", "(a|(b*c)+)*", "(ab?){7}"])(
    "of %j is that of no drawn string too small",
    (pattern) => {
      const drawn = fc.sample(fc.stringMatching(new RegExp(`^${pattern}$`)), { numRuns: 500, seed: 1 });
      expect(Math.max(...drawn.map((text) => text.length))).toBeLessThanOrEqual(drawnLength(`^${pattern}$`));
    },
  );
});
