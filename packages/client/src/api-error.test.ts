// The code of each rejection.
import { describeError, type KubeStatus } from "@capstan/kube";
import { expect, test } from "vitest";
import { ApiError, isConflict, isFieldConflict } from "./api-error.ts";
import { fieldConflictsOf } from "./field-conflicts.ts";

// What apimachinery's guards say about the same Status: a known reason decides, and the HTTP status counts only without one.
const rejections: readonly (readonly [reason: string, status: number, code: string])[] = [
  ["NotFound", 404, "client/not-found"],
  ["NotFound", 403, "client/not-found"],
  ["", 404, "client/not-found"],
  ["Custom", 404, "client/not-found"],
  ["BadRequest", 404, "client/rejected"],
  ["Conflict", 409, "client/conflict"],
  ["AlreadyExists", 409, "client/already-exists"],
  ["BadRequest", 409, "client/rejected"],
  ["Custom", 409, "client/conflict"],
  ["Invalid", 422, "client/invalid"],
  ["Invalid", 400, "client/invalid"],
  ["Forbidden", 403, "client/forbidden"],
  ["Forbidden", 500, "client/forbidden"],
  ["InternalError", 403, "client/rejected"],
  ["Unauthorized", 401, "client/unauthorized"],
  ["Expired", 410, "client/expired"],
  ["Gone", 410, "client/expired"],
  ["", 410, "client/expired"],
  ["TooManyRequests", 429, "client/too-many-requests"],
  ["", 429, "client/too-many-requests"],
  ["ServerTimeout", 500, "client/server-error"],
  ["ServerTimeout", 404, "client/rejected"],
  ["", 503, "client/server-error"],
  ["constructor", 404, "client/not-found"],
  ["", 302, "client/redirected"],
  ["", 400, "client/rejected"],
];

test.each(rejections)("reason %j with the HTTP status %d: %s", (reason, code, want) => {
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, code } as const;
  expect(new ApiError({ doing: "get Pod default/a", status }).code).toBe(want);
});

const applied: KubeStatus = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  reason: "Conflict",
  code: 409,
  message: 'Apply failed with 1 conflict: conflict with "a": .spec.size',
  details: {
    causes: [
      { reason: "FieldManagerConflict", message: 'conflict with "a"', field: ".spec.size" },
      {
        reason: "FieldManagerConflict",
        message: String.raw`conflict with "b\"\\c" with subresource "status" using v1 at 2026-01-01T00:00:00Z`,
        field: ".status.ready",
      },
      { reason: "FieldManagerConflict", message: "another wording" },
      { reason: "Other", message: 'conflict with "x"', field: ".x" },
    ],
  },
};

test("a field conflict of an apply names fields and managers, and is told from a conflict of versions", () => {
  const error = new ApiError({ doing: "apply Foo default/a", status: structuredClone(applied) });
  expect(fieldConflictsOf(error)).toEqual([
    { field: ".spec.size", manager: "a" },
    { field: ".status.ready", manager: String.raw`b"\c`, subresource: "status" },
    { field: "", manager: "another wording" },
  ]);
  expect(describeError(error)).toBe(
    'cannot apply Foo default/a: Apply failed with 1 conflict: conflict with "a": .spec.size\n  help: leave these fields out of the applied object, or set `force` to take them over',
  );
  const { details: _, ...outdated } = structuredClone(applied);
  const other = new ApiError({ doing: "update Foo default/a", status: outdated });
  expect([error, other].map((one) => [one.code, isConflict(one), isFieldConflict(one)])).toEqual([
    ["client/field-conflict", true, true],
    ["client/conflict", true, false],
  ]);
  expect(fieldConflictsOf(other)).toEqual([]);
});

test("of a foreign server's field conflict neither fields nor managers are quoted", () => {
  const error = new ApiError({ doing: "apply Foo default/a", status: structuredClone(applied), foreign: true });
  expect([isFieldConflict(error), fieldConflictsOf(error), error.message]).toEqual([
    true,
    [],
    "cannot apply Foo default/a: the server answered 409 Conflict",
  ]);
});

test("an applied field that the schema does not have makes the object invalid, whatever the HTTP status", () => {
  const message =
    "failed to create typed patch object (default/a; v1, Kind=Foo): .spec.sice: field not declared in schema";
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 500, message } as const;
  expect(new ApiError({ doing: "apply Foo default/a", status }).code).toBe("client/invalid");
  expect(new ApiError({ doing: "apply Foo default/a", status: { ...status, message: "etcd" } }).code).toBe(
    "client/server-error",
  );
});
