// Which metadata is invalid, and which cannot be decoded.
import { beforeAll, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ApiKind } from "../kinds/api-kind.ts";
import { metadataErrors, metadataShapeProblem } from "./metadata-rules.ts";

let kind: ApiKind;
beforeAll(async () => {
  kind = placeOf(await createState(), { resource: "v1/configmaps", name: "" }).resource.kind;
});

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "1" };

function fieldsOf(metadata: object, old?: object): string[] {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata } };
  const before = old === undefined ? undefined : { ...object, metadata: { name: "a", ...old } };
  return metadataErrors(kind, object, before).map(({ field }) => field);
}

describe("fields with errors", () => {
  test.each([
    { metadata: {}, want: [] },
    { metadata: { name: "" }, want: ["metadata.name"] },
    { metadata: { name: undefined }, want: ["metadata.name"] },
    { metadata: { name: "a_b" }, want: ["metadata.name"] },
    { metadata: { labels: { a: "b", "example.com/a": "", "A.b-c_d": "1" } }, want: [] },
    { metadata: { labels: { "a/b/c": "" } }, want: ["metadata.labels"] },
    { metadata: { labels: { "/a": "" } }, want: ["metadata.labels"] },
    { metadata: { labels: { "Example.com/a": "" } }, want: ["metadata.labels"] },
    { metadata: { labels: { "a/": "" } }, want: ["metadata.labels", "metadata.labels"] },
    { metadata: { labels: { "-a": "" } }, want: ["metadata.labels"] },
    { metadata: { labels: { "a-": "" } }, want: ["metadata.labels"] },
    { metadata: { labels: { ["a".repeat(63)]: "v".repeat(63) } }, want: [] },
    { metadata: { labels: { ["a".repeat(64)]: "" } }, want: ["metadata.labels"] },
    { metadata: { labels: { a: "v".repeat(64) } }, want: ["metadata.labels"] },
    { metadata: { labels: { a: "b c" } }, want: ["metadata.labels"] },
    { metadata: { annotations: { "Example.com/A": "any value, of any length" } }, want: [] },
    { metadata: { annotations: { "a b": "" } }, want: ["metadata.annotations"] },
    { metadata: { annotations: { a: "v".repeat(256 * 1024 - 1) } }, want: [] },
    { metadata: { annotations: { a: "v".repeat(256 * 1024) } }, want: ["metadata.annotations"] },
    { metadata: { finalizers: ["example.com/one", "orphan"] }, want: [] },
    { metadata: { finalizers: ["example.com/one", "-"] }, want: ["metadata.finalizers[1]"] },
    { metadata: { ownerReferences: [owner, { ...owner, uid: "2" }] }, want: [] },
    { metadata: { ownerReferences: [{ ...owner, apiVersion: "" }] }, want: ["metadata.ownerReferences.apiVersion"] },
    { metadata: { ownerReferences: [{ ...owner, uid: undefined }] }, want: ["metadata.ownerReferences.uid"] },
    {
      metadata: { ownerReferences: [{ ...owner, kind: "", name: "" }] },
      want: ["metadata.ownerReferences.kind", "metadata.ownerReferences.name"],
    },
    { metadata: { ownerReferences: [{ ...owner, controller: true }, owner] }, want: [] },
    {
      metadata: {
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, controller: true },
        ],
      },
      want: ["metadata.ownerReferences"],
    },
  ])("$metadata", ({ metadata, want }) => expect(fieldsOf(metadata)).toEqual(want));
});

const deletionTimestamp = "2026-01-01T00:00:00Z";
test.each([
  { old: { finalizers: [] }, want: [] },
  { old: { finalizers: [], deletionTimestamp }, want: ["metadata.finalizers"] },
  { old: { finalizers: ["example.com/one"], deletionTimestamp }, want: [] },
])("a finalizer on $old", ({ old, want }) => expect(fieldsOf({ finalizers: ["example.com/one"] }, old)).toEqual(want));

describe("metadata that cannot be decoded", () => {
  test.each([
    { meta: undefined, want: undefined },
    { meta: {}, want: undefined },
    { meta: { name: null, labels: null, finalizers: null }, want: undefined },
    { meta: [], want: "metadata must be an object" },
    { meta: { labels: [] }, want: "metadata.labels must be a map of strings" },
    { meta: { labels: { a: 1 } }, want: "metadata.labels must be a map of strings" },
    { meta: { annotations: { a: null } }, want: "metadata.annotations must be a map of strings" },
    { meta: { finalizers: {} }, want: "metadata.finalizers must be a list" },
    { meta: { ownerReferences: "x" }, want: "metadata.ownerReferences must be a list" },
    { meta: { name: 1 }, want: "metadata.name must be a string" },
    { meta: { generateName: {} }, want: "metadata.generateName must be a string" },
    { meta: { resourceVersion: 5 }, want: "metadata.resourceVersion must be a string" },
  ])("$meta", ({ meta, want }) => expect(metadataShapeProblem(meta)).toBe(want));
});
