// Fields whose type the schema has from `@schema` or another tag, which no rule and no test knows.
import type { HardPair } from "./pair-table.ts";

const tagged = (tag: string, field: string): string => `spec?: { n?: string;\n/** ${tag} */\n${field} }`;
const plain = (field: string): string => `spec?: { n?: string; ${field} }`;
const none = `strategy: "None", older: { "spec.s": { bounds: "differ" } }`;

const rows: readonly Omit<HardPair, "want">[] = [
  {
    name: "null in both versions",
    older: tagged(`@schema {"nullable":true}`, "s?: string"),
    newer: tagged(`@schema {"nullable":true}`, "t?: string"),
    rules: `older: { "spec.s": { to: "spec.t" } }`,
  },
  {
    name: "null of the elements of a list",
    older: tagged(`@items.schema {"nullable":true}`, "s?: string[]"),
    newer: plain("t?: string[]"),
    rules: `older: { "spec.s": { to: "spec.t", bounds: "differ" } }`,
  },
  {
    name: "a default, with strategy None",
    older: tagged(`@schema {"default":"q"}`, "s?: string"),
    newer: plain("s?: string"),
    rules: none,
  },
  {
    name: "more fields, with strategy None",
    older: tagged(`@schema {"properties":{"a":{"type":"string"},"y":{"type":"string"}}}`, "s?: { a?: string }"),
    newer: plain("s?: { a?: string }"),
    rules: none,
  },
  {
    name: "another type",
    older: plain("s?: string"),
    newer: tagged("@schemaType integer", "s?: string"),
    rules: `older: { "spec.s": { bounds: "differ" } }`,
  },
];

/** Such pairs; a pattern is no type. */
export const schemaOverridePairs: readonly HardPair[] = [
  ...rows.map((row): HardPair => ({
    ...row,
    name: `in the schema alone: ${row.name}`,
    want: "conversion/schema-override",
  })),
  {
    name: "in the schema alone: kept whole by both versions",
    older: tagged("@schemaless\n@preserveUnknownFields", "s?: { a?: string }"),
    newer: tagged("@schemaless\n@preserveUnknownFields", "s?: { a?: string }"),
    rules: "",
    want: "proved",
  },
  {
    name: "in the schema alone: a pattern of both versions",
    older: tagged(`@schema {"pattern":"^a"}`, "s?: string"),
    newer: tagged(`@schema {"pattern":"^a"}`, "t?: string"),
    rules: `older: { "spec.s": { to: "spec.t" } }`,
    want: "proved",
  },
];
