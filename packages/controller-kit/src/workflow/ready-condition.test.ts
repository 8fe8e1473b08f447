// The Ready condition from the outcome of a pass and the declared conditions, in both shapes.
import { conditionPlaces, putCondition, type NewCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { done, failed, stalled } from "../authoring/result.ts";
import type { PassOutcome } from "./outcome.ts";
import { readyCondition } from "./ready-condition.ts";

type State = readonly [type: string, status: "True" | "False" | "Unknown", reason: string, message?: string];

interface Row {
  readonly name: string;
  readonly outcome?: PassOutcome;
  readonly states?: readonly State[];
  readonly types?: readonly string[];
  readonly deleted?: readonly string[];
  readonly deleting?: boolean;
  readonly missingFlag?: string;
  readonly want: object;
}

const returned = (
  result: ReturnType<typeof done> | ReturnType<typeof failed> | ReturnType<typeof stalled>,
): PassOutcome => ({ kind: "returned", result });
const noRoute: PassOutcome = { kind: "failed", error: new Error("no route") };
const ready = (status: string, reason: string, message = ""): object => ({ type: "Ready", status, reason, message });
const notReady = (reason: string, message: string, severity: string): object => ({
  ...ready("False", reason, message),
  severity,
});
const good: readonly State[] = [
  ["A", "True", "Ok"],
  ["B", "True", "Ok"],
];
const missingFlag = "status.initialization.provisioned";

function object(deleting: boolean): KubeObject {
  const metadata = { name: "a", ...(deleting ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {}) };
  return { apiVersion: "g/v1", kind: "Foo", metadata };
}

const rows: readonly Row[] = [
  { name: "all true", states: good, want: ready("True", "Ready") },
  { name: "nothing declared", types: [], want: ready("True", "Ready") },
  {
    name: "a declared condition that is not reported",
    states: [["A", "True", "Ok"]],
    want: ready("Unknown", "ReadyUnknown", "* B: Condition not yet reported"),
  },
  {
    name: "no declared condition that is reported",
    want: ready("Unknown", "ReadyUnknown", "* A: Condition not yet reported\n* B: Condition not yet reported"),
  },
  {
    name: "a condition that is Unknown",
    states: [
      ["A", "True", "Ok"],
      ["B", "Unknown", "Unreachable", "the cloud does not answer"],
    ],
    want: ready("Unknown", "ReadyUnknown", "* B: the cloud does not answer"),
  },
  {
    name: "a condition that is False beside one that is Unknown",
    outcome: returned(stalled("B", "Broken")),
    states: [
      ["A", "Unknown", "Checking"],
      ["B", "False", "Broken", "no disk"],
    ],
    want: ready("False", "NotReady", "* A: Checking\n* B: no disk"),
  },
  {
    name: "a condition that does not apply",
    states: [["A", "True", "Ok"]],
    deleted: ["B"],
    want: ready("True", "Ready"),
  },
  {
    name: "conditions of which none applies",
    deleted: ["A", "B"],
    missingFlag,
    want: notReady("NotProvisioned", "Foo status.initialization.provisioned is false", "Info"),
  },
  {
    name: "an error of a pass whose object was ready",
    outcome: noRoute,
    states: good,
    want: ready("Unknown", "ReconcileFailed", "no route"),
  },
  {
    name: "a thrown value that is not an error",
    outcome: { kind: "failed", error: "no route" },
    types: [],
    want: ready("Unknown", "ReconcileFailed", "no route"),
  },
  {
    name: "an error before everything is reported",
    outcome: noRoute,
    states: [["A", "True", "Ok"]],
    want: ready("Unknown", "ReconcileFailed", "no route\n* B: Condition not yet reported"),
  },
  {
    name: "an error beside a condition that is False",
    outcome: noRoute,
    states: [
      ["A", "True", "Ok"],
      ["B", "False", "Broken", "no disk"],
    ],
    want: notReady("ReconcileFailed", "no route\n* B: no disk", "Error"),
  },
  {
    name: "an error of a deletion",
    outcome: noRoute,
    states: good,
    deleting: true,
    want: notReady("ReconcileFailed", "no route", "Error"),
  },
  {
    name: "a closed gate",
    outcome: { kind: "gated", reason: "WaitingForX", message: "x does not exist" },
    want: notReady("WaitingForX", "x does not exist", "Info"),
  },
  {
    name: "a permanent failure",
    outcome: returned(failed("CreateError", "no image")),
    states: good,
    want: notReady("CreateError", "no image", "Error"),
  },
  {
    name: "a deletion with issues",
    states: [
      ["A", "True", "Ok"],
      ["B", "False", "Removing", "2 left"],
    ],
    deleting: true,
    want: notReady("Deleting", "* B: 2 left", "Info"),
  },
  { name: "a deletion without issues", states: good, deleting: true, want: notReady("Deleting", "", "Info") },
  {
    name: "an object that is not provisioned, although all is true",
    states: good,
    missingFlag,
    want: notReady("NotProvisioned", "Foo status.initialization.provisioned is false", "Info"),
  },
  {
    name: "an object that is not provisioned and has an unknown condition",
    states: [["A", "True", "Ok"]],
    missingFlag,
    want: ready("Unknown", "ReadyUnknown", "* B: Condition not yet reported"),
  },
];

test.each(rows)("Ready for $name", ({ outcome = returned(done()), states = [], deleting = false, want, ...row }) => {
  const foo = object(deleting);
  const place = conditionPlaces.current;
  for (const [type, status, reason, message = ""] of states)
    putCondition({ object: foo, place }, { type, status, reason, message });
  const { types = ["A", "B"], deleted = [] } = row;
  const input = { object: foo, place, types, deleted: new Set(deleted), outcome, missingFlag: row.missingFlag };
  expect(readyCondition(input)).toEqual(want);
});

const bad = (type: string, severity: "Error" | "Warning" | "Info"): NewCondition => ({
  type,
  status: "False",
  severity,
  reason: `${type}Failed`,
  message: "no disk",
});
const yes = (type: string): NewCondition => ({ type, status: "True" });
const worst = { type: "Ready", status: "False", severity: "Error", reason: "BFailed", message: "no disk" };

test.each<[string, PassOutcome, readonly NewCondition[], object]>([
  ["the worst severity decides", returned(done()), [bad("A", "Info"), bad("B", "Error")], worst],
  ["a condition that is missing is left out", returned(done()), [yes("A")], ready("True", "")],
  [
    "nothing reported",
    returned(done()),
    [],
    ready("Unknown", "NotYetReported", "none of the conditions is reported yet: A, B"),
  ],
  ["an error of a pass whose object was ready", noRoute, [yes("A")], ready("Unknown", "ReconcileFailed", "no route")],
  ["an error beside a condition that is False", noRoute, [yes("A"), bad("B", "Error")], worst],
])("Ready with severities: %s", (_, outcome, conditions, want) => {
  const foo = object(false);
  const place = conditionPlaces.severity;
  for (const condition of conditions) putCondition({ object: foo, place }, condition);
  const input = { object: foo, place, types: ["A", "B"], deleted: new Set<string>(), outcome, missingFlag: undefined };
  expect(readyCondition(input)).toEqual(want);
});
