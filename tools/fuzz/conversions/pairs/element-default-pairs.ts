// Hard pairs of lists and maps that have a default in one version, and whose elements have rules.
import { groupOf } from "./group-pairs.ts";
import type { HardPair } from "./pair-table.ts";

/** Fields `l`: the older type, the newer one with its default, the default, and the rule of the elements. */
const kinds: Readonly<Record<string, readonly [older: string, newer: string, set: string, rule: string]>> = {
  "words in a list": ['("a" | "b")[]', '("A" | "B")[]', '["A"]', '"spec.l[]": { as: { enum: { a: "A", b: "B" } } }'],
  "flags in a map": [
    "Record<string, boolean>",
    "Record<string, boolean>",
    '{ "x": true }',
    '"spec.l[*]": { as: "invert" }',
  ],
  "objects in a list": ["{ a?: boolean }[]", "{ a?: boolean }[]", '[{ "a": true }]', '"spec.l[].a": { as: "invert" }'],
  "fields that move in a list": [
    "{ a?: boolean }[]",
    "{ b?: boolean }[]",
    '[{ "b": true }]',
    '"spec.l[].a": { to: "spec.l[].b" }',
  ],
  "no words in a list": ['("a" | "b")[]', '("A" | "B")[]', "[]", '"spec.l[]": { as: { enum: { a: "A", b: "B" } } }'],
};

const olderHub = 'hub: "older", ';

const keyed = "@listType map\n@listMapKey id";
const unmatched = `, loses: "unmatched"`;
const ofList = groupOf("spec.l[].x", "spec.l[].c");

/** Lists and maps with a default of the rule. */
const grouped = [
  {
    name: "a list that the newer version requires",
    older: `spec: { /** ${keyed} */ l?: { id: string; x?: string }[] }`,
    newer: `spec: { /** ${keyed} */ l: { id: string; c?: string }[] }`,
    set: "[]",
    group: ofList,
  },
  {
    name: "a list without keys that the newer version requires",
    older: "spec: { l?: { id: string; x?: string }[] }",
    newer: "spec: { l: { id: string; c?: string }[] }",
    set: "[]",
    group: ofList,
    more: unmatched,
  },
  {
    name: "a map that the newer version requires",
    older: "spec: { l?: Record<string, { x?: string }> }",
    newer: "spec: { l: Record<string, { c?: string }> }",
    set: "{}",
    group: groupOf("spec.l[*].x", "spec.l[*].c"),
  },
  {
    name: "a list",
    older: `spec: { /** ${keyed} */ l?: { id: string; x?: string }[] }`,
    newer: `spec: { /** ${keyed}\n@default [{ "id": "a", "c": "b" }] */ l?: { id: string; c?: string }[] }`,
    set: `[{ id: "a", c: "b" }]`,
    group: ofList,
  },
];

/** The pairs. */
export const elementDefaultPairs: readonly HardPair[] = [
  ...["", olderHub].flatMap((hub) =>
    Object.entries(kinds).flatMap(([name, [older, newer, set, rule]]): HardPair[] => {
      const types = { older: `spec?: { l?: ${older} }`, newer: `spec?: { /** @default ${set} */ l?: ${newer} }` };
      const rules = (more: string): string => `${hub}older: { ${more}${rule} }`;
      return [
        {
          ...types,
          name: `${name} with a default ${hub}`,
          rules: rules(`"spec.l": { default: ${set} }, `),
          want: "proved",
        },
        {
          ...types,
          name: `${name} with a default that no rule has ${hub}`,
          rules: rules(""),
          want: "conversion/default-not-declared",
        },
      ];
    }),
  ),
  ...["", olderHub].map((hub): HardPair => ({
    name: `words in a list with a default in both versions ${hub}`,
    older: `spec?: { /** @default ["a"] */ l?: ("a" | "b")[] }`,
    newer: `spec?: { /** @default ["A"] */ l?: ("A" | "B")[] }`,
    rules: `${hub}older: { "spec.l[]": { as: { enum: { a: "A", b: "B" } } } }`,
    want: "proved",
  })),
  {
    name: "words in a list with a default in the older version",
    older: `spec?: { /** @default ["a"] */ l?: ("a" | "b")[] }`,
    newer: `spec?: { l?: ("A" | "B")[] }`,
    rules: `older: { "spec.l[]": { as: { enum: { a: "A", b: "B" } } } }`,
    want: "proved",
  },
  {
    name: "words in a list with a default, of which the newer version has one more",
    older: `spec?: { l?: ("a" | "b")[] }`,
    newer: `spec?: { /** @default ["C"] */ l?: ("A" | "B" | "C")[] }`,
    rules: `older: { "spec.l": { default: ["C"], loses: "unmatched" }, "spec.l[]": { as: { enum: { a: "A", b: "B" }, added: { C: "a" } } } }`,
    want: "proved",
  },
  {
    name: "a list with a default whose elements functions convert",
    older: "spec?: { l?: string[] }",
    newer: `spec?: { /** @default ["x!"] */ l?: string[] }`,
    rules: `older: { "spec.l": { default: ["x!"], loses: "unmatched" },
      "spec.l[]": { as: { forward: (value: string) => value + "!", back: (value: string) => value.replace(/!$/, "") } } }`,
    want: "proved",
  },
  ...["", olderHub].map((hub): HardPair => ({
    name: `words in a list that the newer version requires ${hub}`,
    older: `spec?: { id?: string; l?: ("a" | "b")[] }`,
    newer: `spec?: { id?: string; l: ("A" | "B")[] }`,
    rules: `${hub}older: { "spec.l": { default: [] }, "spec.l[]": { as: { enum: { a: "A", b: "B" } } } }`,
    want: "proved",
  })),
  ...["", olderHub].flatMap((hub) =>
    grouped.map(({ name, older, newer, set, group, more = "" }): HardPair => ({
      name: `${name}, with a default and fields that functions convert together ${hub}`,
      older,
      newer,
      rules: `${hub}older: { "spec.l": { default: ${set}${more} } }, ${group}`,
      want: "proved",
    })),
  ),
];
