// Hard pairs of lists and maps that have a default in one version, and whose elements have rules.
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
];
