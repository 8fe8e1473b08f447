// Objects that may have fewer fields than their types: what is kept of the hub must not come back beside what a client has set.
import type { HardPair } from "./pair-table.ts";

interface Row {
  readonly name: string;
  /** The tags and the fields of both versions. */
  readonly older: readonly [tags: string, fields: string];
  readonly newer: readonly [tags: string, fields: string];
  readonly rule?: (object: string) => string;
  readonly want?: HardPair["want"];
}

const rows: readonly Row[] = [
  {
    name: "of one field",
    older: ["@maxProperties 1", "a?: boolean; b?: string"],
    newer: ["@maxProperties 1", "a?: boolean; b?: string; c?: boolean"],
  },
  {
    name: "of exactly one field",
    older: ["@minProperties 1\n@maxProperties 1", "a?: boolean; b?: string"],
    newer: ["@minProperties 1\n@maxProperties 1", "a?: boolean; b?: string; c?: { q?: string }"],
  },
  {
    name: "of one field in the newer version",
    older: ["@maxProperties 2", "a?: string; b?: string"],
    newer: ["@maxProperties 1", "a?: string; b?: string; c?: string"],
    rule: (object) => `"${object}": { bounds: "differ" }`,
  },
  {
    name: "of two fields of three",
    older: ["@maxProperties 2", "a?: boolean; b?: string"],
    newer: ["@maxProperties 2", "a?: boolean; b?: string; c?: boolean"],
    want: "conversion/limited-fields",
  },
];

/** Values that come back into such objects by forms, and nulls. */
const returning: readonly HardPair[] = [
  {
    name: "an object of two fields of three, one of them digits",
    older: "spec?: {\n/** @maxProperties 2 */\nx?: { a?: Int32; b?: string; c?: string } }",
    newer: "spec?: {\n/** @maxProperties 2 */\nx?: { a?: string; b?: string; c?: string } }",
    rules: `older: { "spec.x.a": { as: "digits" } }`,
    want: "conversion/limited-fields",
  },
  {
    name: "an object of two fields of three, around one that a field moves into",
    older: "spec?: { p?: string; x?: { b?: string; c?: string } }",
    newer: "spec?: {\n/** @maxProperties 2 */\nx?: { b?: string; c?: string; o?: { p?: string; q?: string } } }",
    rules: `older: { "spec.p": { to: "spec.x.o.p" }, "spec.x": { bounds: "differ" } }, newer: { "spec.x.o.q": "added" }`,
    want: "conversion/limited-fields",
  },
  ...["@maxProperties 1", "@atMostOneOf a b"].map((tag): HardPair => ({
    name: `an object of one field with a null of the hub, ${tag}`,
    older: `spec?: {\n/** ${tag} */\nx?: { a?: string; b?: string } }`,
    newer: `spec?: {\n/** ${tag} */\nx?: { a?: string | null; b?: string } }`,
    rules: `older: { "spec.x.a": { bounds: "differ" } }`,
    want: "conversion/limited-fields",
  })),
  ...["@maxProperties 1", "@exactlyOneOf a b", "@atLeastOneOf a b"].map((tag): HardPair => ({
    name: `an object of both versions that a field moves into, ${tag}`,
    older: `spec?: { f?: string;\n/** ${tag} */\nx?: { a?: string; b?: string } }`,
    newer: `spec?: {\n/** ${tag} */\nx?: { a?: string; b?: string; f?: string } }`,
    rules: `older: { "spec.x": { bounds: "differ" }, "spec.f": { to: "spec.x.f" } }`,
    want: "proved",
  })),
];

const places = [
  { where: "", object: "spec.x", within: (object: string) => `spec?: { n?: string; ${object} }` },
  {
    where: ", in elements",
    object: "spec.l[].x",
    within: (object: string) => `spec?: {\n/** @listType map\n@listMapKey name */\nl?: { name: string; ${object} }[] }`,
  },
  {
    where: ", in values of a map",
    object: "spec.m[*].x",
    within: (object: string) => `spec?: { m?: Record<string, { ${object} }> }`,
  },
];

const hubs = [
  { hub: "", added: "added" },
  { hub: `hub: "older", `, added: "keep" },
];

/** Fields that move into an object of the newer version alone, which demands one of others. */
const demanding = ["exactlyOneOf", "atLeastOneOf"].flatMap((tag) =>
  ["", `, bounds: "differ"`].map((bounds): HardPair => ({
    name: `an object that demands one of others, @${tag}${bounds}`,
    older: "spec?: { node?: string; t?: Int32 }",
    newer: `spec?: {\n/** @${tag} t s */\nsource?: { node?: string; t?: Int32; s?: string } }`,
    rules: `older: { "spec.node": { to: "spec.source.node"${bounds} }, "spec.t": { to: "spec.source.t" } }, newer: { "spec.source.s": "added" }`,
    want: bounds === "" ? "conversion/bounds-differ" : "proved",
  })),
);

/** The pairs. */
export const limitedObjectPairs: readonly HardPair[] = [
  ...demanding,
  ...returning,
  ...rows.flatMap(({ name, older, newer, rule, want = "proved" }) =>
    places.flatMap(({ where, object, within }) =>
      hubs.map(({ hub, added }): HardPair => ({
        name: `an object ${name}${where} ${hub}`,
        older: within(`\n/** ${older[0]} */\nx?: { ${older[1]} }`),
        newer: within(`\n/** ${newer[0]} */\nx?: { ${newer[1]} }`),
        rules: `${hub}older: { ${rule?.(object) ?? ""} }, newer: { "${object}.c": "${added}" }`,
        want,
      })),
    ),
  ),
];
