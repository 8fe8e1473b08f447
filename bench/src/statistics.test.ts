// Medians and percentiles of known lists.
import { expect, it } from "vitest";
import { median, quantile } from "./statistics.ts";

it("takes the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

it("interpolates quantiles", () => {
  expect([quantile([1, 2, 3, 4, 5], 0.99), quantile([7], 0.99)]).toEqual([4.96, 7]);
});
