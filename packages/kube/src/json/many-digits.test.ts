// The search for digits, compared with a regular expression.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hasManyDigits } from "./many-digits.ts";

test("sixteen digits in a row are found wherever they are, and fifteen are none", () => {
  for (let before = 0; before < 40; before += 1) {
    const around = (digits: number): string => `${"x".repeat(before)}${"7".repeat(digits)}x`;
    expect(hasManyDigits(around(15)), `${before} before fifteen`).toBe(false);
    expect(hasManyDigits(around(16)), `${before} before sixteen`).toBe(true);
    expect(hasManyDigits("7".repeat(16).padStart(before)), `${before} at the end`).toBe(true);
  }
});

test("random strings are found as by an expression", () => {
  const parts = fc.array(fc.oneof(fc.stringMatching(/^\d{1,18}$/), fc.constantFrom("", "-", ".", "e", '"', "é", "x")));
  fc.assert(
    fc.property(parts, (some) => {
      const text = some.join("");
      expect(hasManyDigits(text)).toBe(/\d{16}/.test(text));
    }),
  );
});
