// That a difference from upstream is found, and what does not count as one.
import { expect, test } from "vitest";
import { compare } from "./area.ts";
import type { Question } from "./question.ts";

const now = new Date("2026-03-01T10:20:30.456Z");
const condition = {
  type: "A",
  status: "True",
  lastTransitionTime: "2026-01-01T00:00:00Z",
  reason: "R",
  message: "",
} as const;
const object = { apiVersion: "g/v1", kind: "Foo", metadata: { name: "a" }, conditions: [] };
const question: Question = { operation: "set", otherPlace: false, objects: [object], condition };

test.each([
  ["the same", condition, false],
  ["empty fields left out", { ...condition, message: undefined, severity: "" }, false],
  ["another reason", { ...condition, reason: "X" }, true],
  ["another time", { ...condition, lastTransitionTime: "2026-01-01T00:00:01Z" }, true],
])("%s", (_, upstream, differs) => {
  expect(compare(question, { conditions: [upstream] }, now).difference !== undefined).toBe(differs);
});

test("an error on one side only is a difference", () => {
  expect(compare(question, { error: "no" }, now).difference).toMatchObject({ upstream: { error: "rejected" } });
});

test("the order of conditions counts", () => {
  const both: Question = { ...question, objects: [{ ...object, conditions: [{ ...condition, type: "B" }] }] };
  const [a, b] = [condition, { ...condition, type: "B" }];
  expect(compare(both, { conditions: [a, b] }, now).difference).toBeUndefined();
  expect(compare(both, { conditions: [b, a] }, now).difference).toBeDefined();
});
