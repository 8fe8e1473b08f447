// Pairs of objects that have one of some fields at most, where these are objects or move: what is kept in one does not come back beside another.
import type { HardPair } from "./pair-table.ts";

interface Row {
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  readonly rules: string;
  /** The rules with the older version as the hub, where they are others. */
  readonly rulesOfOlder?: string;
  readonly want?: HardPair["want"];
}

/** A spec with an object that has one of these fields at most. */
const oneOf = (names: string, fields: string, object = "x"): string =>
  `spec?: {\n/** @atMostOneOf ${names} */\n${object}?: { ${fields} } }`;
const listed = (names: string, fields: string): string =>
  `spec?: {\n/** @listType map\n@listMapKey name */\nl?: { name: string;\n/** @atMostOneOf ${names} */\nx?: { ${fields} } }[] }`;
const differ = `bounds: "differ"`;

const kept: readonly Row[] = [
  {
    name: "with a field of the newer version in one of them that has another name",
    older: oneOf("a b", "a?: { p?: string }; b?: { q?: string }"),
    newer: oneOf("aa b", "aa?: { p?: string; h?: string }; b?: { q?: string }"),
    rules: `older: { "spec.x.a.p": { to: "spec.x.aa.p" } }, newer: { "spec.x.aa.h": "added" }`,
    rulesOfOlder: `older: { "spec.x.a.p": { to: "spec.x.aa.p" } }, newer: { "spec.x.aa.h": "keep" }`,
  },
  {
    name: "with a field of the older version in one of them that has another name",
    older: oneOf("a b", "a?: { p?: string; z?: string }; b?: { q?: string }"),
    newer: oneOf("aa b", "aa?: { p?: string }; b?: { q?: string }"),
    rules: `older: { "spec.x.a.p": { to: "spec.x.aa.p" }, "spec.x.a.z": "keep" }`,
    rulesOfOlder: `older: { "spec.x.a.p": { to: "spec.x.aa.p" }, "spec.x.a.z": "removed" }`,
  },
  {
    name: "with a field of the older version, in elements",
    older: listed("a b", "a?: { p?: string; z?: string }; b?: string"),
    newer: listed("aa b", "aa?: { p?: string }; b?: string"),
    rules: `older: { "spec.l[].x.a.p": { to: "spec.l[].x.aa.p" }, "spec.l[].x.a.z": "keep" }`,
    rulesOfOlder: `older: { "spec.l[].x.a.p": { to: "spec.l[].x.aa.p" }, "spec.l[].x.a.z": "removed" }`,
  },
  {
    name: "of which one becomes an object",
    older: oneOf("a b", "a?: string; b?: string"),
    newer: oneOf("a b", "a?: { v?: string; h?: string }; b?: string"),
    rules: `older: { "spec.x.a": { to: "spec.x.a.v" } }, newer: { "spec.x.a.h": "added" }`,
    rulesOfOlder: `older: { "spec.x.a": { to: "spec.x.a.v" } }, newer: { "spec.x.a.h": "keep" }`,
  },
  {
    name: "in an object that moves",
    older: oneOf("a b", "a?: { p?: string }; b?: { q?: string }"),
    newer: oneOf("a b", "a?: { p?: string; h?: string }; b?: { q?: string }", "y"),
    rules: `older: { "spec.x.a.p": { to: "spec.y.a.p" }, "spec.x.b": { to: "spec.y.b" } }, newer: { "spec.y.a.h": "added" }`,
    rulesOfOlder: `older: { "spec.x.a.p": { to: "spec.y.a.p" }, "spec.x.b": { to: "spec.y.b" } }, newer: { "spec.y.a.h": "keep" }`,
  },
  {
    name: "of which one has a field with another name, in an object that moves",
    older: oneOf("a b", "a?: { p?: string }; b?: { q?: string }"),
    newer: oneOf("a b", "a?: { pp?: string }; b?: { q?: string }", "y"),
    rules: `older: { "spec.x.a.p": { to: "spec.y.a.pp" }, "spec.x.b": { to: "spec.y.b" } }`,
  },
  {
    name: "of which one has another name, in another order",
    older: oneOf("a b", "a?: string; b?: string"),
    newer: oneOf("b c", "c?: string; b?: string"),
    rules: `older: { "spec.x.a": { to: "spec.x.c" } }`,
  },
  {
    name: "of which the newer version lacks the last of four",
    older: oneOf("a b d c", "a?: string; b?: string; d?: string; c?: string"),
    newer: oneOf("a b d", "a?: string; b?: string; d?: string"),
    rules: `older: { "spec.x.c": "removed", "spec.x": { ${differ} } }`,
  },
];

/** Defaults of rules, which come where none of the others is. */
const filled: readonly Row[] = [
  {
    name: "of which one has a default in the newer version",
    older: oneOf("a b", "a?: string; b?: string"),
    newer: oneOf("a b c", "a?: string; b?: string; c?: string"),
    rules: `older: { "spec.x.a": { default: "k" }, "spec.x": { ${differ} } }, newer: { "spec.x.c": "added" }`,
  },
  {
    name: "of which the newer version has one more, with a default",
    older: oneOf("a b", "a?: string; b?: string"),
    newer: oneOf("a b c", "a?: string; b?: string; c?: string"),
    rules: `older: { "spec.x": { ${differ} } }, newer: { "spec.x.c": { default: "k" } }`,
  },
  {
    name: "of which the newer version lacks one that is kept with a default",
    older: oneOf("a b c", "a?: string; b?: string; c?: string"),
    newer: oneOf("a b", "a?: string; b?: string"),
    rules: `older: { "spec.x": { ${differ} }, "spec.x.c": { keep: true, default: "k" } }`,
    rulesOfOlder: `older: { "spec.x": { ${differ} }, "spec.x.c": "removed" }`,
  },
  {
    name: "of which one has a default in both versions",
    older: oneOf("a b", "a?: string; b?: string"),
    newer: oneOf("a b", "a?: string; b?: string"),
    rules: `older: { "spec.x.a": { default: "k" } }`,
  },
];

/** Fields that are beside each other in the older version alone. */
const moved: readonly Row[] = [
  ["", "conversion/bounds-differ"],
  [`, ${differ}`, "proved"],
].map(([bounds = "", want]): Row => ({
  name: `into which fields move${bounds}`,
  older: "spec?: { a?: string; b?: { k?: string; j?: string }; c?: string }",
  newer: oneOf("a b", "a?: string; b?: { k?: string; j?: string }; c?: string"),
  rules: `older: { "spec.a": { to: "spec.x.a"${bounds} }, "spec.b": { to: "spec.x.b"${bounds} }, "spec.c": { to: "spec.x.c" } }`,
  want: want === "proved" ? want : "conversion/bounds-differ",
}));

/** The pairs. */
export const oneOfObjectPairs: readonly HardPair[] = [...kept, ...filled, ...moved].flatMap(
  ({ name, older, newer, rules, rulesOfOlder = rules, want = "proved" }) =>
    [rules, `hub: "older", ${rulesOfOlder}`].map((declared, index): HardPair => ({
      name: `fields of which an object has one, ${name}${index === 0 ? "" : ", with an older hub"}`,
      older,
      newer,
      rules: declared,
      want,
    })),
);
