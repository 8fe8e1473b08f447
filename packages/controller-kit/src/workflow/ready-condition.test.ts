// The Ready condition from the outcome of a pass and the declared conditions.
import { conditionPlaces, setCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { done, failed, stalled } from "../authoring/result.ts";
import type { PassOutcome } from "./outcome.ts";
import { readyCondition } from "./ready-condition.ts";

type State = readonly [type: string, status: "True" | "False" | "Unknown", reason: string, message?: string];

interface Row {
  readonly name: string;
  readonly outcome: PassOutcome;
  readonly states?: readonly State[];
  readonly deleting?: boolean;
  readonly provisioned?: boolean;
  readonly want: object;
}

const returned = (
  result: ReturnType<typeof done> | ReturnType<typeof failed> | ReturnType<typeof stalled>,
): PassOutcome => ({
  kind: "returned",
  result,
});
const notReady = (reason: string, message: string, severity: string): object => ({
  type: "Ready",
  status: "False",
  reason,
  message,
  severity,
});
const good: readonly State[] = [
  ["A", "True", "Ok"],
  ["B", "True", "Ok"],
];

const rows: readonly Row[] = [
  {
    name: "all true",
    outcome: returned(done()),
    states: good,
    want: { type: "Ready", status: "True", reason: "Ready" },
  },
  {
    name: "an error",
    outcome: { kind: "failed", error: new Error("no route") },
    states: good,
    want: notReady("ReconcileFailed", "no route", "Error"),
  },
  {
    name: "a thrown value that is not an error",
    outcome: { kind: "failed", error: "no route" },
    want: notReady("ReconcileFailed", "no route", "Error"),
  },
  {
    name: "a closed gate",
    outcome: { kind: "gated", reason: "WaitingForX", message: "x does not exist" },
    states: good,
    want: notReady("WaitingForX", "x does not exist", "Info"),
  },
  {
    name: "a permanent failure",
    outcome: returned(failed("CreateError", "no image")),
    states: good,
    want: notReady("CreateError", "no image", "Error"),
  },
  {
    name: "a declared condition that is missing",
    outcome: returned(done()),
    states: [["A", "True", "Ok"]],
    want: notReady("NotYetReported", "* B: Condition B not yet reported", "Warning"),
  },
  {
    name: "two conditions: the one that is False gives the reason, not the one that is unknown",
    outcome: returned(stalled("B", "Broken")),
    states: [
      ["A", "Unknown", "Checking"],
      ["B", "False", "Broken", "no disk"],
    ],
    want: notReady("Broken", "* B: no disk\n* A: Checking", "Warning"),
  },
  {
    name: "two conditions that are False: the first gives the reason",
    outcome: returned(stalled("B", "Broken")),
    states: [
      ["A", "False", "Slow"],
      ["B", "False", "Broken", "no disk"],
    ],
    want: notReady("Slow", "* A: Slow\n* B: no disk", "Warning"),
  },
  {
    name: "a declared condition that is missing beside one that is False",
    outcome: returned(stalled("B", "Broken")),
    states: [["B", "False", "Broken", "no disk"]],
    want: notReady("Broken", "* B: no disk\n* A: Condition A not yet reported", "Warning"),
  },
  {
    name: "a deletion with issues",
    outcome: returned(done()),
    states: [
      ["A", "True", "Ok"],
      ["B", "False", "Removing", "2 left"],
    ],
    deleting: true,
    want: notReady("Deleting", "* B: 2 left", "Info"),
  },
  {
    name: "a deletion without issues",
    outcome: returned(done()),
    states: good,
    deleting: true,
    want: notReady("Deleting", "", "Info"),
  },
  {
    name: "an object that is not provisioned",
    outcome: returned(done()),
    states: good,
    provisioned: false,
    want: notReady("NotProvisioned", "", "Info"),
  },
];

test("a condition of another writer without a reason", () => {
  const conditions = [{ type: "A", status: "False" }];
  const object = { apiVersion: "g/v1", kind: "Foo", metadata: { name: "a" }, status: { conditions } };
  const input = { object, place: conditionPlaces.current, types: ["A"], outcome: returned(done()), provisioned: true };
  expect(readyCondition(input)).toEqual(notReady("NotReady", "* A: NotReady", "Warning"));
});

test.each(rows)("Ready for $name", ({ outcome, states = [], deleting = false, provisioned = true, want }) => {
  const object: KubeObject = {
    apiVersion: "g/v1",
    kind: "Foo",
    metadata: { name: "a", ...(deleting ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {}) },
  };
  const place = conditionPlaces.current;
  for (const [type, status, reason, message = ""] of states)
    setCondition(object, place, { type, status, reason, message });
  expect(readyCondition({ object, place, types: ["A", "B"], outcome, provisioned })).toEqual(want);
});
