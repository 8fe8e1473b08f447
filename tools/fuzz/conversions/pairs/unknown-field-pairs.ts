// Objects in which the API server keeps fields that no type names.
import type { HardPair } from "./pair-table.ts";

const open = (fields: string, name = "x"): string => `\n/** @preserveUnknownFields */\n${name}?: { ${fields} }`;
const inSpec = (fields: string): string => `spec?: { n?: string; ${fields} }`;
const refused = "conversion/unknown-fields";

const rows: readonly (Omit<HardPair, "want"> & { readonly want?: HardPair["want"] })[] = [
  {
    name: "in the newer version alone",
    older: inSpec("x?: { a?: string }"),
    newer: inSpec(open("a?: string")),
    rules: "",
    want: refused,
  },
  {
    name: "in the older version alone",
    older: inSpec(open("a?: string")),
    newer: inSpec("x?: { a?: string }"),
    rules: "",
    want: refused,
  },
  {
    name: "in elements of the newer version alone",
    older: inSpec("l?: { x?: { a?: string } }[]"),
    newer: inSpec(`l?: { ${open("a?: string")} }[]`),
    rules: "",
    want: refused,
  },
  {
    name: "in the newer version alone, with strategy None",
    older: inSpec("x?: { a?: string }"),
    newer: inSpec(open("a?: string")),
    rules: `strategy: "None"`,
    want: refused,
  },
  {
    name: "whose fields move one by one",
    older: inSpec(open("a?: string")),
    newer: inSpec(open("a?: string", "y")),
    rules: `older: { "spec.x.a": { to: "spec.y.a" } }`,
    want: refused,
  },
  {
    name: "of which one has another name",
    older: inSpec(open("a?: string")),
    newer: inSpec(open("b?: string")),
    rules: `older: { "spec.x.a": { to: "spec.x.b" } }`,
    want: refused,
  },
  {
    name: "beside one that only the newer version has",
    older: inSpec(open("a?: string")),
    newer: inSpec(open("a?: string; q?: string")),
    rules: `newer: { "spec.x.q": "added" }`,
    want: refused,
  },
  {
    name: "in an empty object of the newer version alone",
    older: inSpec("x?: EmptyObject"),
    newer: inSpec("\n/** @preserveUnknownFields */\nx?: EmptyObject"),
    rules: "",
    want: refused,
  },
  {
    name: "in an empty object of both versions",
    older: inSpec("\n/** @preserveUnknownFields */\nx?: EmptyObject"),
    newer: inSpec("\n/** @preserveUnknownFields */\nx?: EmptyObject; z?: string"),
    rules: `newer: { "spec.z": "added" }`,
  },
  {
    name: "of a list of the older version alone",
    older: inSpec("\n/** @preserveUnknownFields */\nl?: { a?: string }[]"),
    newer: inSpec("l?: { a?: string }[]"),
    rules: "",
    want: refused,
  },
  {
    name: "by the schema of a field inside",
    older: inSpec(
      `\n/** @schema {"properties":{"o":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"a":{"type":"string"}}}}} */\nx?: { o?: { a?: string } }`,
    ),
    newer: inSpec("x?: { o?: { a?: string } }"),
    rules: `older: { "spec.x": { bounds: "differ" } }`,
    want: "conversion/schema-override",
  },
  {
    name: "in elements of a list of one",
    older: inSpec("x?: { a?: string }"),
    newer: inSpec("\n/** @preserveUnknownFields */\nx?: { a?: string }[]"),
    rules: `older: { "spec.x": { as: "listOfOne" } }`,
    want: refused,
  },
  {
    name: "embedded in the newer version alone, of a typed object",
    older: inSpec("x?: { a?: string }"),
    newer: inSpec("\n/** @embeddedResource */\nx?: { a?: string }"),
    rules: `older: { "spec.x": { bounds: "differ" } }`,
    want: refused,
  },
  {
    name: "embedded in both versions, of a typed object with another name for a field of its field",
    older: inSpec("\n/** @embeddedResource */\nx?: { o?: { a?: string } }"),
    newer: inSpec("\n/** @embeddedResource */\nx?: { o?: { b?: string } }"),
    rules: `older: { "spec.x.o.a": { to: "spec.x.o.b" } }`,
  },
  { name: "in both versions", older: inSpec(open("a?: string")), newer: inSpec(open("a?: string")), rules: "" },
  {
    name: "in both versions, in an object that moves",
    older: inSpec(open("a?: string")),
    newer: inSpec(open("a?: string", "y")),
    rules: `older: { "spec.x": { to: "spec.y" } }`,
  },
  {
    name: "in both versions, around an object that differs",
    older: inSpec(open("o?: { a?: string }")),
    newer: inSpec(open("o?: { b?: string; c?: string }")),
    rules: `older: { "spec.x.o.a": { to: "spec.x.o.b" } }, newer: { "spec.x.o.c": "added" }`,
  },
  {
    name: "in an object of the newer version alone",
    older: inSpec(""),
    newer: inSpec(open("a?: string")),
    rules: `newer: { "spec.x": "added" }`,
  },
  {
    name: "that functions drop in the hub",
    older: inSpec(open("a?: string")),
    newer: inSpec("x?: { a?: string }"),
    rules: `older: { "spec.x": { as: { forward: ({ a }: { a?: string }) => (a === undefined ? {} : { a }), back: (value: { a?: string }) => value }, loses: (value: { a?: string }) => Object.keys(value).some((name) => name !== "a") } }`,
  },
  {
    name: "of the hub, which functions drop",
    older: inSpec("x?: { a?: string }"),
    newer: inSpec(open("a?: string")),
    rules: `older: { "spec.x": { as: { forward: (value: { a?: string }) => value, back: ({ a }: { a?: string }) => (a === undefined ? {} : { a }) } } }`,
  },
];

/** The pairs. */
export const unknownFieldPairs: readonly HardPair[] = [
  ...rows.map(({ name, want = "proved", ...pair }): HardPair => ({
    ...pair,
    name: `fields that no type names, ${name}`,
    want,
  })),
  ...["embedded in the newer version alone", "embedded in the older version alone"].map((name, index): HardPair => {
    const bodies = [inSpec("x?: JSONObject"), inSpec("\n/** @embeddedResource */\nx?: JSONObject")];
    const [older = "", newer = ""] = index === 0 ? bodies : bodies.toReversed();
    return {
      name: `an object that is ${name}`,
      older,
      newer,
      rules: `older: { "spec.x": { bounds: "differ" } }`,
      want: "proved",
    };
  }),
];
