// What Go keeps of metadata, and what it says of metadata that it cannot decode. test/probes/embedded-resources-suite.ts compares them with the real server.
import { expect, test } from "vitest";
import { decodeObjectMeta } from "./object-meta.ts";

test.each([
  { value: null, metadata: {} },
  { value: { name: "", labels: {}, finalizers: [], generation: 0, uid: null }, metadata: {} },
  {
    value: { generation: 2 ** 53, deletionGracePeriodSeconds: 0 },
    metadata: { generation: 2 ** 53, deletionGracePeriodSeconds: 0 },
  },
  { value: { labels: { a: null, b: "x" } }, metadata: { labels: { a: "", b: "x" } } },
  { value: { finalizers: ["a", null] }, metadata: { finalizers: ["a", ""] } },
  {
    value: { ownerReferences: [null, { uid: "u", controller: false }] },
    metadata: {
      ownerReferences: [
        { apiVersion: "", kind: "", name: "", uid: "" },
        { apiVersion: "", kind: "", name: "", uid: "u", controller: false },
      ],
    },
  },
  {
    value: { managedFields: [{ manager: "", time: null, fieldsV1: { "f:a": {} } }] },
    metadata: { managedFields: [{ fieldsV1: { "f:a": {} } }] },
  },
  {
    value: { creationTimestamp: "2020-01-01T00:00:00Z", deletionTimestamp: "2020-01-01T01:30:00.25+01:30" },
    metadata: { creationTimestamp: "2020-01-01T00:00:00Z", deletionTimestamp: "2020-01-01T00:00:00Z" },
  },
])("of $value Go keeps $metadata", ({ value, metadata }) => {
  expect(decodeObjectMeta(value)).toEqual({ metadata, unknown: [] });
});

test("fields that Go does not know are removed, and named", () => {
  const value = { Name: "n", owner: 1, ownerReferences: [{ name: "a" }, { name: "b", spare: 1 }] };
  expect(decodeObjectMeta(value)).toEqual({
    metadata: {
      ownerReferences: [
        { apiVersion: "", kind: "", name: "a", uid: "" },
        { apiVersion: "", kind: "", name: "b", uid: "" },
      ],
    },
    unknown: ["Name", "owner", "ownerReferences[1].spare"],
  });
});

test.each([
  ["x", "json: cannot unmarshal string into Go value of type v1.ObjectMeta"],
  [
    { generation: 1e40 },
    "json: cannot unmarshal number 1e+40 into Go struct field ObjectMeta.generation of type int64",
  ],
  [{ uid: 1, name: [] }, "json: cannot unmarshal array into Go struct field ObjectMeta.name of type string"],
  [
    { managedFields: [{ time: 5 }] },
    "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.time of type string",
  ],
  [{ creationTimestamp: "x" }, 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
  ...["2020-02-30T00:00:00Z", "2020-01-01T24:00:00Z"].map((time): [object, string] => [
    { creationTimestamp: time },
    `parsing time "${time}" as "2006-01-02T15:04:05Z07:00": cannot parse "${time}" as "2006"`,
  ]),
  [
    { creationTimestamp: "2020-02-40T00:00:00Z" },
    'parsing time "2020-02-40T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "2020-02-40T00:00:00Z" as "2006"',
  ],
] as const)("%j is not decoded", (value, why) => {
  expect(decodeObjectMeta(value)).toBe(why);
});
