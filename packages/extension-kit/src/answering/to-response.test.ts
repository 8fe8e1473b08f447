// Responses: status, message and delay, for hooks that can block and hooks that cannot.
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { failure, toResponse } from "./to-response.ts";

const { AfterControlPlaneInitialized: plain, BeforeClusterDelete: blocking, GeneratePatches } = hookCatalog;
const { apiVersion } = blocking;
const ofBlocking = { apiVersion, kind: "BeforeClusterDeleteResponse" };
const ofPlain = { apiVersion, kind: "AfterControlPlaneInitializedResponse" };

test.each([
  {
    name: "proceed",
    got: toResponse(blocking, proceed()),
    want: { ...ofBlocking, status: "Success", retryAfterSeconds: 0 },
  },
  { name: "proceed without a delay", got: toResponse(plain, proceed()), want: { ...ofPlain, status: "Success" } },
  {
    name: "proceed with a payload",
    got: toResponse(GeneratePatches, proceed({ items: [] })),
    want: { apiVersion, kind: "GeneratePatchesResponse", status: "Success", items: [] },
  },
  {
    name: "retryAfter",
    got: toResponse(blocking, retryAfter("2m", "not ready  since 10.0.0.1:54321")),
    want: { ...ofBlocking, status: "Success", retryAfterSeconds: 120, message: "not ready since 10.0.0.1:<port>" },
  },
  {
    name: "retryAfter without a message",
    got: toResponse(blocking, retryAfter("1s", "")),
    want: { ...ofBlocking, status: "Success", retryAfterSeconds: 1 },
  },
  {
    name: "fail",
    got: toResponse(blocking, fail("no")),
    want: { ...ofBlocking, status: "Failure", retryAfterSeconds: 0, message: "no" },
  },
  {
    name: "fail of a hook that cannot block",
    got: toResponse(plain, fail("no")),
    want: { ...ofPlain, status: "Failure", message: "no" },
  },
  {
    name: "a failed call",
    got: failure(blocking, "the request is not JSON"),
    want: { ...ofBlocking, status: "Failure", retryAfterSeconds: 0, message: "the request is not JSON" },
  },
])("$name", ({ got, want }) => {
  expect(got).toStrictEqual(want);
});
