// The code of each rejection.
import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";

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
