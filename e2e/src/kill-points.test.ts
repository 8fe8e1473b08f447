// Which write stands before each point, so that a kill there hits it.
import { expect, it } from "vitest";
import { endsPoint, killPoints, type LooseMachine } from "./kill-points.ts";

const bare: LooseMachine = { metadata: { finalizers: ["f"] } };
const named: LooseMachine = { ...bare, spec: { providerID: "local://a/b" } };
const ready: LooseMachine = { ...named, status: { initialization: { provisioned: true } } };
const readyOld: LooseMachine = { ...named, status: { ready: true } };
const deleting: LooseMachine = { ...ready, metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["f"] } };
const gone: LooseMachine = { ...deleting, metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } };

it.each([
  [bare, named, ["process started, providerID unwritten"]],
  [named, ready, ["providerID written, status not"]],
  [named, readyOld, ["providerID written, status not"]],
  [deleting, gone, ["during deletion"]],
  [bare, bare, []],
  [ready, deleting, []],
])("a write is the end of the points it should be", (oldObject, object, want) => {
  expect(killPoints.filter((point) => endsPoint(point, { object, oldObject }))).toEqual(want);
});
