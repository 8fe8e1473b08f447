// When two conditions say the same, in lists of any writer.
import { expect, test } from "vitest";
import { hasSameState, isSameCondition, withCondition, withoutCondition, type AnyCondition } from "./condition-list.ts";

const time = "2026-01-01T00:00:00Z";
const condition = (more: object = {}): AnyCondition =>
  // Other writers leave fields out.
  ({ type: "A", status: "False", reason: "R", message: "m", lastTransitionTime: time, ...more }) as AnyCondition;

test.each<[string, object, object, metav1: boolean, severity: boolean]>([
  ["equal ones", {}, {}, true, true],
  ["another type", {}, { type: "B" }, false, false],
  ["another status", {}, { status: "True" }, false, false],
  ["another reason", {}, { reason: "S" }, false, false],
  ["another message", {}, { message: "" }, false, false],
  ["an empty reason and none", { reason: "" }, { reason: undefined }, true, true],
  ["an empty message and none", { message: "" }, { message: undefined }, true, true],
  ["no generation and the first one", {}, { observedGeneration: 1 }, false, true],
  ["no generation and zero", {}, { observedGeneration: 0 }, true, true],
  ["two generations", { observedGeneration: 2 }, { observedGeneration: 1 }, false, true],
  ["a severity", {}, { severity: "Info" }, true, false],
  ["an empty severity and none", { severity: "" }, {}, true, true],
  ["two severities", { severity: "Error" }, { severity: "Info" }, true, false],
  ["another time", {}, { lastTransitionTime: "2026-01-02T00:00:00Z" }, true, true],
])("%s", (_, a, b, metav1, severity) => {
  expect([
    hasSameState("metav1", condition(a), condition(b)),
    hasSameState("severity", condition(a), condition(b)),
  ]).toEqual([metav1, severity]);
});

test.each([
  [time, "2026-01-01T01:00:00+01:00", true],
  [time, "2026-01-01T00:00:00.9Z", true],
  [time, "2026-01-01T00:00:01Z", false],
  [undefined, undefined, true],
  [undefined, null, true],
  [null, "", true],
  ["", time, false],
  [time, undefined, false],
])("the times %j and %j are the same: %j", (a, b, want) => {
  const [one, other] = [a, b].map((lastTransitionTime) => condition({ lastTransitionTime }));
  expect(isSameCondition("metav1", one ?? condition(), other ?? condition())).toBe(want);
});

test.each([undefined, null, ""])("a new condition with the time %j has the current one", (lastTransitionTime) => {
  const now = "2026-03-01T00:00:00Z";
  const list = withCondition({ list: [], shape: "metav1", now: () => now }, condition({ lastTransitionTime }));
  expect(list).toEqual([condition({ lastTransitionTime: now })]);
});

test("all conditions of a type are removed", () => {
  expect(withoutCondition([condition(), condition({ type: "B" }), condition()], "A")).toEqual([
    condition({ type: "B" }),
  ]);
});
