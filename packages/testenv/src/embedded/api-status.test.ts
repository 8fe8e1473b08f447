// Status responses as apimachinery's errors package writes them.
import { expect, test } from "vitest";
import {
  alreadyExists,
  badRequest,
  conflict,
  expired,
  forbiddenWrite,
  internalError,
  invalidObject,
  modified,
  notFound,
  qualified,
  type StatusError,
  tooLargeVersion,
} from "./api-status.ts";

const pods = { group: "", plural: "pods", kind: "Pod" };
const foos = { group: "example.com", plural: "foos", kind: "Foo" };
const error = (field: string, message: string): Parameters<typeof invalidObject>[2][number] => ({
  reason: "FieldValueInvalid",
  field,
  message,
  path: [],
});

interface Row {
  readonly name: string;
  readonly got: StatusError;
  readonly want: object;
}

test.each<Row>([
  {
    name: "NotFound",
    got: notFound(foos, "a"),
    want: {
      code: 404,
      reason: "NotFound",
      message: 'foos.example.com "a" not found',
      details: { name: "a", group: "example.com", kind: "foos" },
    },
  },
  {
    name: "NotFound in the core group without a name",
    got: notFound(pods, ""),
    want: { code: 404, reason: "NotFound", message: 'pods "" not found', details: { kind: "pods" } },
  },
  {
    name: "AlreadyExists",
    got: alreadyExists(pods, "a"),
    want: {
      code: 409,
      reason: "AlreadyExists",
      message: 'pods "a" already exists',
      details: { name: "a", kind: "pods" },
    },
  },
  {
    name: "Conflict",
    got: conflict(foos, "a", modified),
    want: {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on foos.example.com "a": the object has been modified; please apply your changes to the latest version and try again',
      details: { name: "a", group: "example.com", kind: "foos" },
    },
  },
  {
    name: "Forbidden",
    got: forbiddenWrite(pods, "a", "not now"),
    want: {
      code: 403,
      reason: "Forbidden",
      message: 'pods "a" is forbidden: not now',
      details: { name: "a", kind: "pods" },
    },
  },
  {
    name: "Invalid with one problem",
    got: invalidObject(foos, "a", [error("spec.size", "Invalid value: 0")]),
    want: {
      code: 422,
      reason: "Invalid",
      message: 'Foo.example.com "a" is invalid: spec.size: Invalid value: 0',
      details: {
        name: "a",
        group: "example.com",
        kind: "Foo",
        causes: [{ reason: "FieldValueInvalid", message: "Invalid value: 0", field: "spec.size" }],
      },
    },
  },
  {
    name: "Invalid with two problems, one of the whole object",
    got: invalidObject(pods, "", [error("", "x"), error("b", "y")]),
    want: {
      code: 422,
      reason: "Invalid",
      message: 'Pod "" is invalid: [<nil>: x, b: y]',
      details: {
        kind: "Pod",
        causes: [
          { reason: "FieldValueInvalid", message: "x", field: "<nil>" },
          { reason: "FieldValueInvalid", message: "y", field: "b" },
        ],
      },
    },
  },
  { name: "BadRequest", got: badRequest("no"), want: { code: 400, reason: "BadRequest", message: "no" } },
  {
    name: "InternalError",
    got: internalError("x"),
    want: {
      code: 500,
      reason: "InternalError",
      message: "Internal error occurred: x",
      details: { causes: [{ message: "x" }] },
    },
  },
  { name: "Expired", got: expired("old"), want: { code: 410, reason: "Expired", message: "old" } },
  {
    name: "Timeout for a version that is too large",
    got: tooLargeVersion(9, 3),
    want: {
      code: 504,
      reason: "Timeout",
      message: "Timeout: Too large resource version: 9, current: 3",
      details: {
        causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
        retryAfterSeconds: 1,
      },
    },
  },
])("$name", ({ got, want }) => {
  expect(got.status).toEqual({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...want });
  expect([got.name, got.message]).toEqual(["StatusError", got.status.message]);
});

test.each([
  { given: pods, want: "pods" },
  { given: foos, want: "foos.example.com" },
])("$want", ({ given, want }) => expect(qualified(given)).toBe(want));
