// Loops in a conversion are errors.
import { expect, it } from "vitest";
import { withinTime } from "./guarded.ts";

it("results and errors are those of what runs", () => {
  const error = new Error("own");
  expect(withinTime(() => 7)).toBe(7);
  expect(withinTime(() => undefined)).toBeUndefined();
  expect(() =>
    withinTime(() => {
      throw error;
    }),
  ).toThrow(error);
});
