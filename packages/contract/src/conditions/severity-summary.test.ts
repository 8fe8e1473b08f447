// Summaries and aggregates with severities. `pnpm run oracle conditions` compares all of it with Cluster API's own code.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { conditionPlaces, type SeverityCondition } from "./condition-shapes.ts";
import { severityAggregateOf, severitySummaryOf, type SeveritySummaryOptions } from "./severity-summary.ts";

const place = conditionPlaces.severity;
const lastTransitionTime = "2026-01-01T00:00:00Z";

const good = (type: string): SeverityCondition => ({ type, status: "True", lastTransitionTime });
const bad = (type: string, severity: "Error" | "Warning" | "Info", message = ""): SeverityCondition => ({
  type,
  status: "False",
  severity,
  reason: `${type}Failed`,
  message,
  lastTransitionTime,
});
const unknown = (type: string): SeverityCondition => ({
  type,
  status: "Unknown",
  reason: "NoAnswer",
  lastTransitionTime,
});
const object = (conditions: readonly SeverityCondition[], name = "a"): KubeObject =>
  ({ apiVersion: "g/v1", kind: "Foo", metadata: { name }, status: { conditions } }) as KubeObject;

test.each<[string, readonly SeverityCondition[], SeveritySummaryOptions, object | undefined]>([
  ["nothing to summarize", [good("Ready")], {}, undefined],
  [
    "the worst severity decides",
    [bad("A", "Info"), bad("B", "Error", "no disk"), bad("C", "Warning")],
    {},
    { status: "False", severity: "Error", reason: "BFailed", message: "no disk" },
  ],
  ["True comes before Unknown", [unknown("A"), good("B")], {}, { status: "True" }],
  ["only Unknown", [unknown("A")], {}, { status: "Unknown", reason: "NoAnswer", message: "" }],
  [
    "within the worst group the order of the types decides",
    [bad("A", "Error"), bad("B", "Error")],
    { types: ["B", "A"] },
    { status: "False", severity: "Error", reason: "BFailed", message: "" },
  ],
  [
    "without an order the name of the type decides",
    [bad("B", "Error"), bad("A", "Error")],
    {},
    { status: "False", severity: "Error", reason: "AFailed", message: "" },
  ],
  ["a type that is not asked for is left out", [good("A"), bad("B", "Error")], { types: ["A"] }, { status: "True" }],
  [
    "a type of the order that is fine gives no reason",
    [good("A"), bad("C", "Error"), bad("B", "Error")],
    { types: ["X", "A", "C", "B"] },
    { status: "False", severity: "Error", reason: "CFailed", message: "" },
  ],
  [
    "an issue without a reason has none",
    [{ type: "A", status: "False", severity: "Info", lastTransitionTime }],
    {},
    { status: "False", severity: "Info", reason: "", message: "" },
  ],
  [
    "what is False without a severity is not counted as done",
    [{ ...bad("A", "Info"), severity: "" }, bad("B", "Info")],
    { stepCounter: true },
    { status: "False", severity: "Info", reason: "BFailed", message: "0 of 2 completed" },
  ],
  [
    "the worst of equal severities is the first by name",
    [bad("C", "Warning", "c"), bad("A", "Warning", "a"), bad("B", "Warning", "b")],
    {},
    { status: "False", severity: "Warning", reason: "AFailed", message: "a" },
  ],
  ["a type that is missing is left out", [good("A")], { types: ["A", "B"] }, { status: "True" }],
  [
    "True is an issue with negative polarity",
    [{ ...bad("A", "Warning"), status: "True" }],
    { negativePolarity: ["A"] },
    { status: "False", severity: "Warning", reason: "AFailed", message: "" },
  ],
  [
    "the step counter counts what is True",
    [good("A"), bad("B", "Info", "waiting")],
    { types: ["A", "B", "C"], stepCounter: true },
    { status: "False", severity: "Info", reason: "BFailed", message: "1 of 3 completed" },
  ],
  [
    "the step counter is left out for other types",
    [good("A"), bad("B", "Info", "waiting")],
    { stepCounter: true, stepCounterIfOnly: ["A"] },
    { status: "False", severity: "Info", reason: "BFailed", message: "waiting" },
  ],
  [
    "the step counter counts the types that it is for",
    [bad("A", "Info")],
    { types: ["A"], stepCounter: true, stepCounterIfOnly: ["A", "B"] },
    { status: "False", severity: "Info", reason: "AFailed", message: "0 of 2 completed" },
  ],
  [
    "the step counter does not count what is True and has a severity",
    [{ ...good("A"), severity: "Info" }, bad("B", "Info")],
    { stepCounter: true },
    { status: "False", severity: "Info", reason: "BFailed", message: "0 of 2 completed" },
  ],
  [
    "False without a severity comes last",
    [{ ...bad("A", "Info"), severity: "" }, unknown("B")],
    {},
    { status: "Unknown", reason: "NoAnswer", message: "" },
  ],
  [
    "a reason that names an object keeps it",
    [{ ...bad("A", "Info"), reason: "Failed @ Foo/b" }],
    { addSourceRef: true },
    { status: "False", severity: "Info", reason: "Failed @ Foo/b", message: "" },
  ],
  [
    "the reason names the object",
    [bad("A", "Info")],
    { addSourceRef: true },
    { status: "False", severity: "Info", reason: "AFailed @ Foo/a", message: "" },
  ],
])("summary: %s", (_, conditions, options, want) => {
  expect(severitySummaryOf(object(conditions), place, options)).toEqual(want && { type: "Ready", ...want });
});

test("an aggregate says how many objects are ready", () => {
  const objects = [object([good("Ready")], "a"), object([bad("Ready", "Error", "no disk")], "b"), object([], "c")];
  const failed = { type: "FoosReady", status: "False", severity: "Error", reason: "ReadyFailed" };
  expect(severityAggregateOf(objects, place, { target: "FoosReady" })).toEqual({
    ...failed,
    message: "1 of 3 completed",
  });
  const options = { target: "FoosReady", stepCounter: false, addSourceRef: true };
  expect(severityAggregateOf(objects, place, options)).toEqual({
    ...failed,
    reason: "ReadyFailed @ Foo/b",
    message: "no disk",
  });
  expect(severityAggregateOf([object([])], place, { target: "FoosReady" })).toBeUndefined();
});

test.each([[["b", "a", "c"]], [["a", "b", "c"]], [["c", "b", "a"]]])(
  "of objects with the same problem, %j, the first by name gives the message",
  (names) => {
    const objects = names.map((name) => object([bad("Ready", "Error", `of ${name}`)], name));
    expect(severityAggregateOf(objects, place, { target: "FoosReady", stepCounter: false })).toEqual({
      type: "FoosReady",
      status: "False",
      severity: "Error",
      reason: "ReadyFailed",
      message: "of a",
    });
  },
);

test("objects without a name are named by their kind", () => {
  const unnamed = { ...object([bad("Ready", "Error")]), metadata: {} };
  const options = { target: "FoosReady", stepCounter: false, addSourceRef: true };
  expect(severityAggregateOf([unnamed], place, options)?.reason).toBe("ReadyFailed @ Foo/");
});
