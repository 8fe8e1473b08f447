// `ctx.conditions`: what is set, what is read back, and what is rejected.
import { conditionPlaces, conditionsAt } from "@capstan/contract/conditions";
import { errorFrom, type KubeObject } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import type { ConditionStatus } from "../authoring/conditions.ts";
import { done, stalled, waiting } from "../authoring/result.ts";
import { ConditionWriter } from "./condition-writer.ts";

const declared = { NetworkReady: ["Provisioning", "Available"], DiskReady: ["Creating", "Created"] };
const place = conditionPlaces.severity;
let object: KubeObject;
let writer: ConditionWriter;

beforeEach(() => {
  object = { apiVersion: "g/v1", kind: "Foo", metadata: { name: "a" } };
  writer = new ConditionWriter(object, place, declared);
});

test.each<{ status: ConditionStatus; because: [string, string?]; want: object }>([
  {
    status: "False",
    because: ["Provisioning", "1 of 2"],
    want: { status: "False", reason: "Provisioning", message: "1 of 2", severity: "Warning" },
  },
  { status: "True", because: ["Available"], want: { status: "True" } },
])("$status with $because is written into the object", ({ status, because, want }) => {
  writer.set("NetworkReady", status, ...because);
  expect(conditionsAt(object, place)).toEqual([
    { type: "NetworkReady", lastTransitionTime: expect.any(String), ...want },
  ]);
  expect([...writer.touched]).toEqual(["NetworkReady"]);
});

test("a condition is read as it will be written", () => {
  writer.set("DiskReady", "Unknown", "Creating", "no answer");
  writer.set("NetworkReady", "False", "Provisioning");
  expect(writer.get("DiskReady")).toEqual({
    status: "Unknown",
    reason: "Creating",
    message: "no answer",
    lastTransitionTime: expect.any(String),
  });
  expect(writer.get("NetworkReady")).toMatchObject({ status: "False", reason: "Provisioning", message: "" });
});

test("a deleted condition is not read any more, and setting it brings it back", () => {
  writer.set("DiskReady", "False", "Creating");
  writer.delete("DiskReady");
  expect(writer.get("DiskReady")).toBeUndefined();
  expect([[...writer.touched], [...writer.deleted]]).toEqual([["DiskReady"], ["DiskReady"]]);
  writer.set("DiskReady", "True", "Created");
  expect([writer.get("DiskReady")?.status, writer.deleted.size]).toEqual(["True", 0]);
});

test.each(["CpuReady", "toString"])("%s cannot be deleted", (type) => {
  expect(() => writer.delete(type)).toThrow(`condition "${type}" is not declared by this controller`);
  expect(writer.deleted.size).toBe(0);
});

test("a condition that the object does not have is undefined, and reading sets nothing", () => {
  writer.set("DiskReady", "False", "Creating");
  expect(writer.get("NetworkReady")).toBeUndefined();
  expect([...writer.touched]).toEqual(["DiskReady"]);
});

test("a condition without reason and message has empty ones", () => {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  Object.assign(object, { status: { conditions: [{ type: "DiskReady", status: "True", lastTransitionTime }] } });
  expect(writer.get("DiskReady")).toEqual({ status: "True", reason: "", message: "", lastTransitionTime });
});

test.each([
  { result: waiting("DiskReady", "Creating"), want: "accepted" },
  { result: done(), want: "accepted" },
  { result: stalled("CpuReady", "Creating"), want: 'condition "CpuReady" is not declared by this controller' },
  {
    result: waiting("DiskReady", "Available"),
    want: 'reason "Available" of condition "DiskReady" is not declared by this controller',
  },
])("a result with $result.payload: $want", ({ result, want }) => {
  const check = (): string => {
    try {
      writer.checkResult(result);
      return "accepted";
    } catch (error) {
      return errorFrom(error).message;
    }
  };
  expect(check()).toBe(want);
});

test.each([
  {
    type: "CpuReady",
    reason: "Creating",
    message: 'condition "CpuReady" is not declared by this controller',
    help: "declare it in `conditions`; declared: NetworkReady, DiskReady",
  },
  {
    type: "DiskReady",
    reason: "Available",
    message: 'reason "Available" of condition "DiskReady" is not declared by this controller',
    help: "declare it in `conditions`; declared: Creating, Created",
  },
])("$type with reason $reason is rejected, and nothing is set", ({ type, reason, message, help }) => {
  const thrown = (): unknown => {
    try {
      return writer.set(type, "True", reason);
    } catch (error) {
      return error;
    }
  };
  expect(thrown()).toMatchObject({ code: "workflow/undeclared-condition", message, help });
  expect([writer.touched.size, conditionsAt(object, place)]).toEqual([0, []]);
});
