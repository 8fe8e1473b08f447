// Which metadata is invalid, and which cannot be decoded.
import { beforeAll, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
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

const key =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const label =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const subdomain =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

test.each([
  { metadata: { name: "" }, want: ["Required value: name or generateName is required"] },
  {
    metadata: { labels: { "a/b/c": "" } },
    want: [
      `Invalid value: "a/b/c": a valid label key ${key} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
  },
  { metadata: { labels: { "/a": "" } }, want: ['Invalid value: "/a": prefix part must be non-empty'] },
  { metadata: { labels: { "B/a": "" } }, want: [`Invalid value: "B/a": ${subdomain}`] },
  {
    metadata: { labels: { "b/": "" } },
    want: ['Invalid value: "b/": name part must be non-empty', `Invalid value: "b/": name part ${key}`],
  },
  { metadata: { labels: { "a-": "" } }, want: [`Invalid value: "a-": name part ${key}`] },
  { metadata: { labels: { "a b": "" } }, want: [`Invalid value: "a b": name part ${key}`] },
  {
    metadata: { labels: { ["a".repeat(64)]: "" } },
    want: [`Invalid value: "${"a".repeat(64)}": name part must be no more than 63 bytes`],
  },
  {
    metadata: { labels: { a: "v".repeat(64) } },
    want: [`Invalid value: "${"v".repeat(64)}": must be no more than 63 bytes`],
  },
  { metadata: { labels: { a: "-b" } }, want: [`Invalid value: "-b": ${label}`] },
  { metadata: { annotations: { "a b": "" } }, want: [`Invalid value: "a b": name part ${key}`] },
  { metadata: { annotations: { a: "v".repeat(256 * 1024) } }, want: ["Too long: may not be more than 262144 bytes"] },
  { metadata: { annotations: { a: "ü".repeat(128 * 1024) } }, want: ["Too long: may not be more than 262144 bytes"] },
  { metadata: { finalizers: ["-"] }, want: [`Invalid value: "-": name part ${key}`] },
  {
    metadata: { ownerReferences: [{ controller: false }] },
    want: [
      'Invalid value: "": version must not be empty',
      'Invalid value: "": must not be empty',
      'Invalid value: "": must not be empty',
      'Invalid value: "": must not be empty',
    ],
  },
  {
    metadata: {
      ownerReferences: [
        { ...owner, controller: true },
        { ...owner, name: "p", controller: true },
      ],
    },
    want: [
      'Invalid value: [{"apiVersion":"v1","controller":true,"kind":"ConfigMap","name":"o","uid":"1"},{"apiVersion":"v1","controller":true,"kind":"ConfigMap","name":"p","uid":"1"}]: Only one reference can have Controller set to true. Found "true" in references for ConfigMap/o and ConfigMap/p',
    ],
  },
])("the messages of $metadata", ({ metadata, want }) => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata } } as ApiObject;
  expect(metadataErrors(kind, object, undefined).map(({ message }) => message)).toEqual(want);
});

test("finalizers that are added to an object that is being deleted are named", () => {
  const object = (metadata: object): ApiObject => ({
    apiVersion: "v1",
    kind: "X",
    metadata: { name: "a", ...metadata },
  });
  const old = object({ finalizers: ["a"], deletionTimestamp: "2026-01-01T00:00:00Z" });
  expect(metadataErrors(kind, object({ finalizers: ["a", "b", "c"] }), old).map(({ message }) => message)).toEqual([
    'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"b", "c"}',
  ]);
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
    { meta: { namespace: false }, want: "metadata.namespace must be a string" },
    { meta: { uid: [] }, want: "metadata.uid must be a string" },
    { meta: { annotations: "x" }, want: "metadata.annotations must be a map of strings" },
    { meta: { labels: { a: "b", c: 1 } }, want: "metadata.labels must be a map of strings" },
    { meta: { resourceVersion: 5 }, want: "metadata.resourceVersion must be a string" },
  ])("$meta", ({ meta, want }) => expect(metadataShapeProblem(meta)).toBe(want));
});
