// Conditions of both shapes: their order, and when the transition time moves.
import type { KubeObject } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { conditionPlaces } from "./condition-shapes.ts";
import { conditionsAt, getCondition, isConditionTrue } from "./read-conditions.ts";
import { putCondition, removeCondition, setCondition, type ConditionChange } from "./set-condition.ts";

const object = (status?: object) => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { generation: 3 },
  ...(status && { status }),
});
const now = new Date("2026-03-01T10:20:30.456Z");
const at = "2026-03-01T10:20:30Z";
const before = "2026-01-01T00:00:00Z";

describe("setCondition", () => {
  it("adds Kubernetes' own condition with the generation and the time to the second", () => {
    const foo = object();
    setCondition(foo, conditionPlaces.current, {
      type: "Ready",
      status: "False",
      reason: "Waiting",
      message: "for a",
      now,
    });
    expect(foo).toEqual(
      object({
        conditions: [
          {
            type: "Ready",
            status: "False",
            observedGeneration: 3,
            lastTransitionTime: at,
            reason: "Waiting",
            message: "for a",
          },
        ],
      }),
    );
  });

  it.each<[string, "True" | "False", string]>([
    ["keeps the time while the status stays", "False", before],
    ["moves the time when the status changes", "True", at],
  ])("%s", (_, status, time) => {
    const foo = object({
      conditions: [{ type: "Ready", status: "False", lastTransitionTime: before, reason: "A", message: "a" }],
    });
    setCondition(foo, conditionPlaces.current, { type: "Ready", status, reason: "B", message: "b", now });
    expect(getCondition(foo, "Ready")).toEqual({
      type: "Ready",
      status,
      observedGeneration: 3,
      lastTransitionTime: time,
      reason: "B",
      message: "b",
    });
  });

  it.each<[string, "True" | "False" | "Unknown", object]>([
    ["a severity while False", "False", { severity: "Warning", reason: "R", message: "m" }],
    ["no severity and no reason while True", "True", { message: "m" }],
    ["no severity while Unknown", "Unknown", { reason: "R", message: "m" }],
  ])("gives the older shape %s", (_, status, rest) => {
    const foo = object();
    setCondition(foo, conditionPlaces.severity, {
      type: "Ready",
      status,
      severity: "Warning",
      reason: "R",
      message: "m",
      now,
    });
    expect(conditionsAt(foo, conditionPlaces.severity)).toEqual([
      { type: "Ready", status, lastTransitionTime: at, ...rest },
    ]);
  });

  it.each([
    [conditionPlaces.current, ["Available", "Ready", "InfrastructureReady", "Alpha", "Zeta", "Paused", "Deleting"]],
    [conditionPlaces.severity, ["Ready", "Alpha", "Available", "Deleting", "InfrastructureReady", "Paused", "Zeta"]],
  ] as const)("keeps core's order at %j", (place, want) => {
    const foo = object();
    for (const type of ["Zeta", "Deleting", "Ready", "Paused", "Alpha", "Available", "InfrastructureReady"]) {
      setCondition(foo, place, { type, status: "True", reason: "R", now });
    }
    expect(conditionsAt(foo, place).map(({ type }) => type)).toEqual(want);
  });
});

describe("the older shape's transition time", () => {
  const old = {
    type: "Ready",
    status: "False",
    severity: "Info",
    lastTransitionTime: before,
    reason: "A",
    message: "a",
  };
  it.each<[string, Partial<ConditionChange>, string]>([
    ["stays while nothing changes", {}, before],
    ["moves with the status", { status: "True" }, at],
    ["moves with the reason", { reason: "B" }, at],
    ["moves with the message", { message: "b" }, at],
    ["moves with the severity", { severity: "Error" }, at],
  ])("%s", (_, change, time) => {
    const foo = object({ conditions: [old] });
    const same: ConditionChange = { type: "Ready", status: "False", severity: "Info", reason: "A", message: "a", now };
    setCondition(foo, conditionPlaces.severity, { ...same, ...change });
    expect(getCondition(foo, "Ready")?.lastTransitionTime).toBe(time);
  });
});

it("keeps the conditions of core's objects at their positions", () => {
  const foo = object();
  const want = ["Ready", "NodeHealthy", "ScalingDown", "ScalingUp", "MachinesReady", "Own", "Paused", "Deleting"];
  for (const type of want.toReversed())
    setCondition(foo, conditionPlaces.current, { type, status: "True", reason: "R", now });
  expect(conditionsAt(foo, conditionPlaces.current).map(({ type }) => type)).toEqual(want);
});

describe("putCondition", () => {
  const time = "2025-05-05T00:00:00Z";
  const condition = { type: "Ready", status: "False", reason: "A", lastTransitionTime: time } as const;
  const old = { type: "Ready", status: "True", lastTransitionTime: before };

  it.each([
    ["is new", [], time],
    ["changes", [old], at],
    ["is the same", [{ ...old, status: "False", reason: "A" }], before],
  ])("a condition with a severity that %s has the time %s", (_, conditions, want) => {
    const foo = object({ conditions });
    putCondition({ object: foo, place: conditionPlaces.severity, now }, condition);
    expect(getCondition(foo, "Ready")?.lastTransitionTime).toBe(want);
  });

  it.each([
    [conditionPlaces.current, ["B", "A"]],
    [conditionPlaces.severity, ["A", "B"]],
  ] as const)("sorts a list in which nothing changed, or leaves it, as upstream does: %j", (place, want) => {
    const list = ["B", "A"].map((type) => ({ type, status: "Unknown", lastTransitionTime: before, reason: "R" }));
    const foo = { ...object({ conditions: list }), metadata: {} };
    putCondition({ object: foo, place, now }, { type: "A", status: "Unknown", reason: "R" });
    expect(conditionsAt(foo, place).map(({ type }) => type)).toEqual(want);
  });
});

describe("getCondition", () => {
  const ready = (status: string) => ({ type: "Ready", status, lastTransitionTime: before, reason: "R", message: "" });

  it("reads status.v1beta2.conditions first, as core does", () => {
    const foo = object({ conditions: [ready("False")], v1beta2: { conditions: [ready("True")] } });
    expect(getCondition(foo, "Ready")?.status).toBe("True");
    expect(isConditionTrue(foo, "Ready")).toBe(true);
  });

  it("finds the one of the type, and only True is true", () => {
    const foo = object({ conditions: [{ ...ready("True"), type: "A" }, ready("False")] });
    expect(getCondition(foo, "Ready")).toEqual(ready("False"));
    expect([isConditionTrue(foo, "A"), isConditionTrue(foo, "Ready"), isConditionTrue(foo, "B")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("does not fall back once that list is there", () => {
    expect(getCondition(object({ conditions: [ready("True")], v1beta2: { conditions: [] } }), "Ready")).toBeUndefined();
  });
});

describe("removeCondition", () => {
  it("removes the list with its last condition", () => {
    const foo = object({
      conditions: [{ type: "A", status: "True", lastTransitionTime: before, reason: "R", message: "" }],
      phase: "x",
    });
    removeCondition(foo, conditionPlaces.current, "A");
    expect(foo).toEqual(object({ phase: "x" }));
  });
});

describe("what is left out", () => {
  it("a problem without a severity is an error", () => {
    const foo = object();
    setCondition(foo, conditionPlaces.severity, { type: "Ready", status: "False", reason: "R", now });
    expect(conditionsAt(foo, conditionPlaces.severity)).toEqual([
      { type: "Ready", status: "False", severity: "Error", lastTransitionTime: at, reason: "R" },
    ]);
  });

  it("an object that was never stored has no generation, and its conditions have none", () => {
    const foo: KubeObject = { apiVersion: "g.io/v1", kind: "Foo", metadata: {} };
    putCondition({ object: foo, place: conditionPlaces.current, now }, { type: "Ready", status: "True" });
    const [ready] = conditionsAt(foo, conditionPlaces.current);
    expect(Object.keys(ready ?? {})).toEqual(["type", "status", "lastTransitionTime", "reason", "message"]);
    expect(ready).toEqual({ type: "Ready", status: "True", lastTransitionTime: at, reason: "", message: "" });
  });

  it("an empty reason, message and severity are absent in the older shape", () => {
    const foo = object();
    const empty = { type: "Ready", status: "Unknown", severity: "", reason: "", message: "" } as const;
    putCondition({ object: foo, place: conditionPlaces.severity, now }, empty);
    expect(conditionsAt(foo, conditionPlaces.severity)).toStrictEqual([
      { type: "Ready", status: "Unknown", lastTransitionTime: at },
    ]);
  });

  it("removing one condition leaves the others", () => {
    const [a, b] = ["A", "B"].map((type) => ({ type, status: "True", lastTransitionTime: before, reason: "R" }));
    const foo = object({ conditions: [a, b] });
    removeCondition(foo, conditionPlaces.current, "A");
    expect(foo).toEqual(object({ conditions: [b] }));
    removeCondition(foo, conditionPlaces.current, "C");
    expect(foo).toEqual(object({ conditions: [b] }));
  });
});

it.each([
  ["as long as the API server accepts", "x".repeat(10_240), "x".repeat(10_240)],
  ["longer", "x".repeat(10_241), "x".repeat(10_240)],
  ["longer, with pairs before its end", `😀${"x".repeat(10_241)}`, `😀${"x".repeat(10_238)}`],
  ["cut within a pair", `${"x".repeat(10_239)}😀`, "x".repeat(10_239)],
])("a message that is %s", (_, message, want) => {
  const foo = object();
  setCondition(foo, conditionPlaces.current, { type: "Ready", status: "True", reason: "R", message, now });
  expect(getCondition(foo, "Ready")?.message === want).toBe(true);
});
