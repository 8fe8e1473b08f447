// What does not fit into the annotation, however it is nested.
import { isCapstanError } from "@capstan/kube";
import { expect, test } from "vitest";
import { writeConversionData } from "./conversion-data.ts";
import type { Fields } from "./fields.ts";

function nested(levels: number, value: unknown): Fields {
  let here: Fields = { a: value };
  for (let level = 1; level < levels; level += 1) here = { a: here };
  return here;
}

test("large data that is nested deep is named after little work, by the beginning of its path", () => {
  const before = process.threadCpuUsage();
  let caught: unknown;
  try {
    writeConversionData({}, { parts: { spec: nested(490, "x".repeat(4_000_000)) }, forVersions: {} }, {});
  } catch (error) {
    caught = error;
  }
  const { user, system } = process.threadCpuUsage(before);
  expect(isCapstanError(caught, "conversion/data-too-large") && caught.message).toContain("spec.a.a.a");
  expect((user + system) / 1000).toBeLessThan(1000);
});
