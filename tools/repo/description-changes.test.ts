// Only the words of descriptions may differ; any other difference is named with its place.
import { expect, test } from "vitest";
import { descriptionChanges } from "./description-changes.ts";

const schema = { type: "object", description: "old", properties: { a: { description: "one", type: "string" } } };

test.each([
  { name: "nothing", after: schema, want: { words: [], others: [] } },
  {
    name: "a description",
    after: { ...schema, description: "new" },
    want: { words: [{ path: "/description", before: "old", after: "new" }], others: [] },
  },
  {
    name: "a type",
    after: { ...schema, properties: { a: { description: "one", type: "integer" } } },
    want: { words: [], others: ["/properties/a/type: another value"] },
  },
  {
    name: "a field more",
    after: { ...schema, extra: true },
    want: { words: [], others: ["/: other fields"] },
  },
  {
    name: "the order of fields",
    after: { description: "old", type: "object", properties: schema.properties },
    want: { words: [], others: ["/: other fields"] },
  },
  {
    name: "a description that is no string any more",
    after: { ...schema, description: 1 },
    want: { words: [], others: ["/description: another value"] },
  },
])("$name", ({ after, want }) => {
  expect(descriptionChanges(schema, after)).toEqual(want);
});
