// The colors of lines can be read on white and on black: their contrast as WCAG computes it.
import { expect, test } from "vitest";
import { inks } from "./palette.ts";

/** What graphic signs and large letters need (WCAG 2.2, 1.4.11 and 1.4.3). */
const least = 3;

/** The steps of red, green and blue in the colors 16 to 231 of a terminal. */
const steps = [0, 95, 135, 175, 215, 255];

/** The relative luminance of one of those colors. */
function luminance(color: number): number {
  const at = color - 16;
  const parts = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => {
    const value = (steps[step] ?? Number.NaN) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  const [dark = 0, light = 0] = [one, other].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = { white: luminance(231), black: luminance(16) };

test("the arithmetic is that of WCAG", () => {
  expect(contrast(grounds.white, grounds.black)).toBeCloseTo(21);
  // #ff0000 on white.
  expect(contrast(luminance(196), grounds.white)).toBeCloseTo(4, 1);
});

test.each(Object.entries(inks))("%s, color %d", (_, ink) => {
  for (const ground of Object.values(grounds)) expect(contrast(luminance(ink), ground)).toBeGreaterThanOrEqual(least);
});
