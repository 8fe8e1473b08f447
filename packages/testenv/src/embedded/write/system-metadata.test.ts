// Identity, times and generation: what the server sets, and what of a caller's metadata it keeps.
import { expect, test } from "vitest";
import type { ApiKind, ApiObject, ApiVersion } from "../kinds/api-kind.ts";
import { builtinKinds } from "../kinds/builtin-kinds.ts";
import { countGeneration, generatedName, keepIdentity, setIdentity, timestamp } from "./system-metadata.ts";

const kindOf = (plural: string): ApiKind => {
  const found = builtinKinds().find((kind) => kind.plural === plural);
  if (found === undefined) throw new Error(`there is no ${plural}`);
  return found;
};
const version = (status: boolean): ApiVersion => ({ name: "v1", served: true, status, selectableFields: [] });
const object = (metadata: ApiObject["metadata"] = {}, more: object = {}): ApiObject => ({
  apiVersion: "v1",
  kind: "X",
  metadata,
  ...more,
});

test("a time has seconds", () => {
  expect(timestamp(Date.parse("2026-01-02T03:04:05.678Z"))).toBe("2026-01-02T03:04:05Z");
});

test.each([
  { prefix: "a-", want: /^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/ },
  { prefix: "x".repeat(58), want: /^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/ },
  { prefix: "x".repeat(63), want: /^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/ },
])("the name for $prefix is random and at most 63 characters long", ({ prefix, want }) => {
  const names = Array.from({ length: 50 }, () => generatedName(prefix));
  expect(new Set(names).size).toBeGreaterThan(45);
  for (const name of names) expect(name).toMatch(want);
});

const sent = {
  name: "a",
  labels: { a: "b" },
  uid: "mine",
  creationTimestamp: "2000-01-01T00:00:00Z",
  deletionTimestamp: "2000-01-01T00:00:00Z",
  deletionGracePeriodSeconds: 1,
  managedFields: [],
  resourceVersion: "7",
  selfLink: "/x",
  generation: 9,
} as ApiObject["metadata"];

test.each([
  { plural: "configmaps", generation: 9 },
  { plural: "deployments", generation: 1 },
])("a new object of $plural has the generation $generation and nothing that only the server sets", (given) => {
  const created = object({ ...sent });
  setIdentity(kindOf(given.plural), created, Date.now());
  expect(created.metadata).toStrictEqual({
    name: "a",
    labels: { a: "b" },
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    creationTimestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    generation: given.generation,
  });
  expect(created.metadata.uid).not.toBe("mine");
  expect(created.metadata.creationTimestamp).not.toBe("2000-01-01T00:00:00Z");
});

test("an update keeps the identity of the stored object, and its deletion", () => {
  const kept = {
    name: "a",
    namespace: "n",
    uid: "u",
    creationTimestamp: "2026-01-01T00:00:00Z",
    generation: 3,
    deletionTimestamp: "2026-01-02T00:00:00Z",
    deletionGracePeriodSeconds: 0,
    resourceVersion: "5",
  };
  const next = object({ ...sent, name: "other" });
  keepIdentity(next, object({ ...kept, labels: { old: "" } }));
  expect(next.metadata).toStrictEqual({ ...kept, labels: { a: "b" }, selfLink: "/x" });
});

test("an update cannot add what the stored object does not have", () => {
  const next = object({ ...sent });
  keepIdentity(next, object({ name: "a" }));
  expect(next.metadata).toStrictEqual({ name: "a", labels: { a: "b" }, selfLink: "/x" });
});

test.each([
  { name: "nothing changes", next: { spec: { a: 1 } }, want: 4 },
  { name: "the spec changes", next: { spec: { a: 2 } }, want: 5 },
  { name: "a field is added", next: { spec: { a: 1 }, data: {} }, want: 5 },
  { name: "a field is removed", next: {}, want: 5 },
  { name: "a status subresource changes", next: { spec: { a: 1 }, status: { b: 1 } }, want: 4 },
  { name: "a status that is no subresource changes", next: { spec: { a: 1 }, status: {} }, status: false, want: 5 },
  { name: "only metadata changes", next: { spec: { a: 1 }, apiVersion: "v2" }, labels: { x: "" }, want: 4 },
  { name: "the kind does not count", next: { spec: { a: 2 } }, plural: "configmaps", want: 4 },
])("the generation when $name", ({ next: more, status = true, labels = {}, plural = "deployments", want }) => {
  const current = object({ generation: 4 }, { spec: { a: 1 } });
  const next = object({ generation: 4, labels }, more);
  countGeneration(kindOf(plural), version(status), { next, current });
  expect(next.metadata.generation).toBe(want);
});

test("the first change of an object without a generation is counted", () => {
  const next = object({}, { spec: {} });
  countGeneration(kindOf("deployments"), version(true), { next, current: object() });
  expect(next.metadata.generation).toBe(1);
});
