// Copies of conditions of other objects, and how they are read there. `pnpm run oracle conditions` compares it with Cluster API's own code.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { conditionPlaces } from "./condition-shapes.ts";
import { foreignCondition, foreignSeverityCondition } from "./foreign-conditions.ts";
import { mirrorOf, severityMirrorOf } from "./mirror.ts";
import { conditionsAt } from "./read-conditions.ts";
import { putCondition } from "./set-condition.ts";

const object = (status: object): KubeObject =>
  ({ apiVersion: "g/v1", kind: "Foo", metadata: { name: "a", generation: 4 }, status }) as KubeObject;
const time = "2026-01-01T00:00:00Z";
const now = new Date("2026-03-01T10:20:30Z");
const ready = { type: "Ready", status: "False", reason: "NoDisk", message: "m", lastTransitionTime: time } as const;

test.each([
  { name: "is new", before: [], want: time },
  { name: "has another status", before: [{ ...ready, type: "InfrastructureReady", status: "True" }], want: time },
  {
    name: "has the same status",
    before: [{ ...ready, type: "InfrastructureReady", lastTransitionTime: "2025-01-01T00:00:00Z" }],
    want: "2025-01-01T00:00:00Z",
  },
])("a mirrored condition that $name has the transition time $want", ({ before, want }) => {
  const machine = object({ conditions: before });
  const mirrored = mirrorOf({ ...ready, observedGeneration: 9 }, { of: "Ready", target: "InfrastructureReady" });
  putCondition({ object: machine, place: conditionPlaces.current, now }, mirrored);
  expect(conditionsAt(machine, conditionPlaces.current)).toEqual([
    { ...ready, type: "InfrastructureReady", observedGeneration: 4, lastTransitionTime: want },
  ]);
});

test("without a condition there is the fallback, or Unknown", () => {
  expect(mirrorOf(undefined, { of: "Ready", target: "B" })).toEqual({
    type: "B",
    status: "Unknown",
    reason: "NotYetReported",
    message: "Condition Ready not yet reported",
  });
  const fallback = { status: "True", reason: "Ready", message: "" } as const;
  expect(mirrorOf(undefined, { of: "Ready", fallback })).toEqual({ type: "Ready", ...fallback });
});

test("a mirror with a severity keeps everything, and is left out without a condition", () => {
  const source = { type: "Ready", status: "False", severity: "Error", lastTransitionTime: time } as const;
  expect(severityMirrorOf(source, { target: "B" })).toEqual({ ...source, type: "B" });
  expect(severityMirrorOf(undefined, { target: "B" })).toBeUndefined();
  expect(severityMirrorOf(undefined, { target: "B", fallback: { status: "True" } })).toEqual({
    type: "B",
    status: "True",
  });
});

test("a condition of another provider gets what it does not have", () => {
  const older = { type: "Ready", status: "True", severity: "Info", lastTransitionTime: "2026-01-01T01:00:00+01:00" };
  const want = { type: "Ready", status: "True", reason: "NoReasonReported", message: "", lastTransitionTime: time };
  expect(foreignCondition(object({ conditions: ["x", older] }), "Ready")).toEqual(want);
  expect(foreignCondition(object({ conditions: [older], v1beta2: { conditions: [] } }), "Ready")).toBeUndefined();
});

test("a condition with a severity is read from the deprecated list first, and from any shape", () => {
  const [old, current] = [
    { ...ready, severity: "Error" },
    { ...ready, status: "True", observedGeneration: 3 },
  ];
  const deprecated = { v1beta1: { conditions: [old] } };
  expect(foreignSeverityCondition(object({ conditions: [current], deprecated }), "Ready")).toEqual(old);
  expect(foreignSeverityCondition(object({ conditions: [current] }), "Ready")).toEqual({ ...ready, status: "True" });
  expect(foreignSeverityCondition(object({}), "Ready")).toBeUndefined();
});

test.each([
  { condition: { status: "True" }, problem: "type must be set for all conditions" },
  { condition: { type: "A" }, problem: "status must be set for the A condition" },
  {
    condition: { type: "A", status: "true" },
    problem: "status for the A condition must be one of True, False, Unknown",
  },
  {
    condition: { type: "A", status: "True", lastTransitionTime: "2026-01-01" },
    problem: 'lastTransitionTime of A is "2026-01-01"',
  },
])("a list with a condition that core rejects: $problem", ({ condition, problem }) => {
  const read = (): unknown => foreignCondition(object({ conditions: [ready, condition] }), "Ready");
  expect(read).toThrow(`status.conditions of Foo cannot be read: ${problem}`);
  expect(read).toThrow(expect.objectContaining({ code: "contract/invalid-condition" }) as Error);
});

test.each([
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
  ["2026-01-01T00:00:00.123456Z", "2026-01-01T00:00:00Z"],
  ["2026-01-01T00:30:00+00:30", "2026-01-01T00:00:00Z"],
  ["2025-12-31T19:00:00-05:00", "2026-01-01T00:00:00Z"],
  ["", ""],
  [undefined, ""],
  [null, ""],
])("the transition time %j is read as Go reads it: %j", (lastTransitionTime, want) => {
  const read = foreignCondition(object({ conditions: [{ ...ready, lastTransitionTime }] }), "Ready");
  expect(read).toEqual({ ...ready, lastTransitionTime: want });
});

test.each([
  "2026-01-01T00:00:00",
  "2026-01-01 00:00:00Z",
  "2026-01-01T00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01T00:00:00.Z",
  " 2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00Z ",
  "1 Jan 2026 00:00:00 GMT",
])("the transition time %j is none for Go", (lastTransitionTime) => {
  const read = (): unknown => foreignCondition(object({ conditions: [{ ...ready, lastTransitionTime }] }), "Ready");
  expect(read).toThrow("lastTransitionTime of Ready is");
});

test("of several conditions the one of the type is read, with its reason and message", () => {
  const other = { ...ready, type: "Available", reason: "Other", message: "o" };
  expect(foreignCondition(object({ conditions: [other, ready] }), "Ready")).toEqual(ready);
  expect(foreignCondition(object({ conditions: [other] }), "Ready")).toBeUndefined();
  expect(foreignCondition(object({ conditions: [{ ...ready, reason: "", message: 1 }] }), "Ready")).toEqual({
    ...ready,
    reason: "NoReasonReported",
    message: "",
  });
});
