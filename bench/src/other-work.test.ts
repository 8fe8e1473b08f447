// When a measurement says that it was taken beside other work.
import { expect, test } from "vitest";
import { otherWorkIn } from "./other-work.ts";

test("a machine at rest is not mentioned, and another one is", () => {
  expect(otherWorkIn(0.05, 9)).toBeUndefined();
  expect(otherWorkIn(0.62, 3.456)).toContain("measured beside other work: 62% of");
});
