// How often a call is repeated, and after which errors.
import type { KubeStatus } from "@capstan/kube";
import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

const rejection = (reason: string, code: number, causes: { reason: string }[] = []): ApiError => {
  const status: KubeStatus = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, code };
  return new ApiError({ doing: "do", status: { ...status, details: { causes } } });
};
const conflict = rejection("Conflict", 409);

test.each([
  { name: "no error", errors: [], calls: 1, want: "done" },
  { name: "two conflicts", errors: [conflict, conflict], calls: 3, want: "done" },
  { name: "five conflicts", errors: Array<Error>(5).fill(conflict), calls: 5, want: conflict },
  { name: "another error", errors: [new Error("x")], calls: 1, want: new Error("x") },
  {
    name: "a conflict about a field",
    errors: [rejection("Conflict", 409, [{ reason: "FieldManagerConflict" }])],
    calls: 1,
    want: rejection("Conflict", 409, [{ reason: "FieldManagerConflict" }]),
  },
])("after $name: $calls calls", async ({ errors, calls, want }) => {
  const attempts: number[] = [];
  const result = await retryOnConflict(async (attempt) => {
    attempts.push(attempt);
    const error = errors[attempt - 1];
    if (error !== undefined) throw error;
    return "done";
  }).catch((error: unknown) => error);
  expect(attempts).toEqual(Array.from({ length: calls }, (_, index) => index + 1));
  expect(result).toEqual(want);
});
