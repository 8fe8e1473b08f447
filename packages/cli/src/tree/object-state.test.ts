// The states of objects: waiting is not failing, in lines and on the page alike.
import { expect, test } from "vitest";
import { objectState, type ObjectState, type StateParts } from "./object-state.ts";

const base: StateParts = { reasons: [], isDeleting: false };

const cases: readonly (readonly [ObjectState, Partial<StateParts>])[] = [
  ["ready", { ready: { status: "True", reason: "Failing" } }],
  ["busy", { ready: { status: "False", reason: "NotProvisioned" } }],
  ["busy", { ready: { status: "Unknown", reason: "NotYetReported" } }],
  ["failed", { ready: { status: "Unknown", reason: "ReconcileFailed" } }],
  ["failed", { ready: { status: "False" }, reasons: ["InternalError"] }],
  ["failed", { ready: { status: "True" }, lastError: "no cloud" }],
  ["failed", { phase: "Failed", ready: { status: "True" } }],
  ["busy", { ready: { status: "True" }, replicas: { wanted: 1, current: 1, ready: 0 } }],
  ["ready", { ready: { status: "True" }, replicas: { wanted: 1, current: 1 } }],
  ["busy", { ready: { status: "False", reason: "NotReady" }, reasons: ["InspectionFailed"] }],
  ["busy", { phase: "ScalingUp" }],
  ["ready", { phase: "Running" }],
  ["busy", { reasons: ["NotReady"] }],
  ["busy", { ready: { status: "True" }, reasons: ["ClusterUpgrading"] }],
  ["failed", { ready: { status: "True" }, reasons: ["ReconcileFailed"] }],
  ["deleting", { isDeleting: true, phase: "Failed" }],
  ["deleting", { phase: "Terminating" }],
  ["plain", { phase: "constructor" }],
  ["plain", {}],
];

test.each(cases)("%s", (state, parts) => {
  expect(objectState({ ...base, ...parts })).toBe(state);
});
