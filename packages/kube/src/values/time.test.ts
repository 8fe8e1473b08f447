// Times as text.
import { expect, test } from "vitest";
import { formatMicroTime, formatTime } from "./time.ts";

test.each([
  { given: 0, time: "1970-01-01T00:00:00Z", micro: "1970-01-01T00:00:00.000000Z" },
  { given: 1_767_225_599_999, time: "2025-12-31T23:59:59Z", micro: "2025-12-31T23:59:59.999000Z" },
])("$given", ({ given, time, micro }) => {
  expect(formatTime(new Date(given))).toBe(time);
  expect(formatMicroTime(new Date(given))).toBe(micro);
});
