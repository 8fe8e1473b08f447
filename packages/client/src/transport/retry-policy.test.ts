// Which failed requests are repeated, and after how long.
import { expect, test } from "vitest";
import type { RawRequest } from "./raw-request.ts";
import { type Failure, parseRetryAfter, retryDelay } from "./retry-policy.ts";

const get: RawRequest = { method: "GET", path: "/" };
const post: RawRequest = { method: "POST", path: "/" };
const body = { metadata: { resourceVersion: "7" } };
const put: RawRequest = { method: "PUT", path: "/", body };
const merge: RawRequest = { method: "PATCH", path: "/", contentType: "application/merge-patch+json", body };
const json: RawRequest = { method: "PATCH", path: "/", contentType: "application/json-patch+json", body: [] };
const remove: RawRequest = { method: "DELETE", path: "/", body: { preconditions: { uid: "u" } } };
const unguarded = { metadata: { name: "a", resourceVersion: "0" }, preconditions: { uid: "" } };

const connection = (code: string): Failure => ({ kind: "connection", code });
const status = (code: number, retryAfterMs?: number): Failure => ({ kind: "status", status: code, retryAfterMs });

const cases: readonly { name: string; given: [RawRequest, Failure, number?]; want: number | undefined }[] = [
  { name: "a lost read", given: [get, connection("ECONNRESET")], want: 100 },
  { name: "its second retry", given: [get, connection("ECONNRESET"), 1], want: 200 },
  { name: "its last retry", given: [get, connection("ECONNRESET"), 3], want: 800 },
  { name: "no retry after the last", given: [get, connection("ECONNRESET"), 4], want: undefined },
  { name: "a lost create", given: [post, connection("ECONNRESET")], want: undefined },
  { name: "a create that was never sent", given: [post, connection("ECONNREFUSED")], want: 100 },
  { name: "a lost create with a version", given: [{ ...post, body }, connection("EPIPE")], want: undefined },
  { name: "a lost update of a version", given: [put, connection("EPIPE")], want: 100 },
  {
    name: "a lost update of any version",
    given: [{ ...put, body: unguarded }, connection("EPIPE")],
    want: undefined,
  },
  { name: "a lost merge patch of a version", given: [merge, connection("EPIPE")], want: 100 },
  {
    name: "a lost merge patch of any version",
    given: [{ ...merge, body: unguarded }, connection("EPIPE")],
    want: undefined,
  },
  { name: "a lost delete of a uid", given: [remove, connection("EPIPE")], want: 100 },
  {
    name: "a lost delete of a version",
    given: [{ ...remove, body: { preconditions: { resourceVersion: "7" } } }, connection("EPIPE")],
    want: 100,
  },
  {
    name: "a lost delete of any object of the name",
    given: [{ ...remove, body: unguarded }, connection("EPIPE")],
    want: undefined,
  },
  {
    name: "a lost delete without options",
    given: [{ method: "DELETE", path: "/" }, connection("EPIPE")],
    want: undefined,
  },
  {
    name: "a delete of any object of the name that was never sent",
    given: [{ ...remove, body: unguarded }, connection("ECONNREFUSED")],
    want: 100,
  },
  { name: "a lost JSON patch", given: [json, connection("EPIPE")], want: undefined },
  { name: "a create declared repeatable", given: [{ ...post, repeatable: true }, connection("EPIPE")], want: 100 },
  {
    name: "a read declared not repeatable",
    given: [{ ...get, repeatable: false }, connection("EPIPE")],
    want: undefined,
  },
  { name: "a name that no server knows", given: [post, connection("ENOTFOUND")], want: 100 },
  { name: "a lookup that took too long", given: [get, connection("ETIMEOUT")], want: undefined },
  { name: "an unknown code", given: [get, connection("CERT_HAS_EXPIRED")], want: undefined },
  { name: "429 for a create", given: [post, status(429, 2000)], want: 2000 },
  { name: "429 without a time", given: [get, status(429)], want: undefined },
  { name: "429 with the longest wait", given: [get, status(429, 30_000)], want: 30_000 },
  { name: "429 with a longer wait", given: [get, status(429, 30_001)], want: undefined },
  { name: "429, the tenth retry", given: [get, status(429, 0), 9], want: 0 },
  { name: "429, no eleventh retry", given: [get, status(429, 0), 10], want: undefined },
  { name: "500 for a read", given: [get, status(500, 5)], want: 5 },
  { name: "500 for a create", given: [post, status(500, 5)], want: undefined },
  { name: "503 for a create", given: [post, status(503, 5)], want: 5 },
  { name: "503 without a time", given: [post, status(503)], want: undefined },
  { name: "504", given: [get, status(504, 5)], want: undefined },
  { name: "404", given: [get, status(404, 5)], want: undefined },
];

test.each(cases)("$name", ({ given: [request, failure, attempt = 0], want }) => {
  expect(retryDelay(request, failure, { attempt, random: 1 })).toBe(want);
});

test("waits are at least half of the full wait", () => {
  expect(retryDelay(get, connection("EPIPE"), { attempt: 2, random: 0 })).toBe(200);
});

test.each([
  { given: undefined, want: undefined },
  { given: "", want: undefined },
  { given: "soon", want: undefined },
  { given: "1.5", want: 1500 },
  { given: "-1", want: 0 },
  { given: "Thu, 01 Jan 1970 00:00:03 GMT", want: 3000 },
  { given: "Wed, 31 Dec 1969 23:59:00 GMT", want: 0 },
])("Retry-After $given", ({ given, want }) => {
  expect(parseRetryAfter(given, new Date(0))).toBe(want);
});
