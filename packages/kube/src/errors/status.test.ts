// Rejections as Status objects.
import { expect, test } from "vitest";
import { failureStatus, isStatus } from "./status.ts";

test("a rejection has the code of its reason", () => {
  expect(failureStatus("NotFound", "no foo")).toStrictEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "no foo",
    reason: "NotFound",
    code: 404,
  });
});

test("a rejection has the details that are given", () => {
  expect(failureStatus("Conflict", "busy", { name: "a" })).toMatchObject({ details: { name: "a" }, code: 409 });
});

test.each([
  { body: failureStatus("Gone", ""), want: true },
  { body: { kind: "Status", apiVersion: "v1" }, want: true },
  { body: { kind: "Status", apiVersion: "v2" }, want: false },
  { body: { kind: "Pod", apiVersion: "v1" }, want: false },
  { body: undefined, want: false },
  { body: null, want: false },
  { body: "Status", want: false },
])("$body is a Status: $want", ({ body, want }) => {
  expect(isStatus(body)).toBe(want);
});
