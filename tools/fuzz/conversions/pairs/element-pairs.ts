// Hard pairs of elements that have a rule themselves: the values of maps and the elements of lists, in one another, in both directions of the hub.
import type { HardPair } from "./pair-table.ts";

/** The tags of a list whose elements are told apart by a name. */
const keyed = "/** @listType map\n @listMapKey name */";
const modes = `{ enum: { a: "A", b: "B" }, added: { C: "a" } }`;
const olderModes = `("a" | "b")[]`;
const newerModes = `("A" | "B" | "C")[]`;
const flags = "spec?: { flags?: Record<string, boolean> }";
const reference = "{ apiVersion?: string; kind?: string; namespace?: string; name?: string }[]";
/** Functions between a string and its length. */
const lengths = `{ forward: (text: string): Int32 => text.length as Int32,
  back: (length: Int32): string => "x".repeat(Math.min(Math.max(length, 0), 99)) }`;
/** Functions over a whole element with a key. */
const switched = `{ forward: ({ name, on }: { name: string; on?: boolean }): { name: string; off: boolean } => ({ name, off: on !== true }),
  back: ({ name, off }: { name: string; off: boolean }): { name: string; on?: boolean } => ({ name, ...(off ? {} : { on: true }) }) },
  loses: ({ on }: { name: string; on?: boolean }) => on === false`;

/** The pairs. */
export const elementPairs: readonly HardPair[] = [
  {
    name: "values of a map that mean the opposite",
    older: flags,
    newer: flags,
    rules: `older: { "spec.flags[*]": { as: "invert" } }`,
    want: "proved",
  },
  {
    name: "values of a map that mean the opposite, with an older hub",
    older: flags,
    newer: flags,
    rules: `hub: "older", older: { "spec.flags[*]": { as: "invert" } }`,
    want: "proved",
  },
  {
    name: "a function of map values that throws",
    older: "spec?: { notes?: Record<string, string> }",
    newer: "spec?: { notes?: Record<string, string> }",
    rules: `older: { "spec.notes[*]": { as: {
      forward: (note: string): string => { throw new Error(note); }, back: (note: string): string => note } } }`,
    want: { fails: "the function `forward` of the conversion of spec.notes[*] failed" },
  },
  {
    name: "booleans in a map that become words",
    older: flags,
    newer: `spec?: { flags?: Record<string, "On" | "Off"> }`,
    rules: `older: { "spec.flags[*]": { as: { enum: { true: "On", false: "Off" } } } }`,
    want: "proved",
  },
  {
    name: "booleans in a map that become words, as if bounds differed",
    older: flags,
    newer: `spec?: { flags?: Record<string, "On" | "Off"> }`,
    rules: `older: { "spec.flags[*]": { as: { enum: { true: "On", false: "Off" } }, bounds: "differ" } }`,
    want: { fails: "both versions accept every value of spec.flags[*] that was tried" },
  },
  {
    name: "words in a list of which the newer version has one more, as if it always came back",
    older: `spec?: { modes?: ${olderModes} }`,
    newer: `spec?: { modes?: ${newerModes} }`,
    rules: `older: { "spec.modes[]": { as: ${modes} } }`,
    want: "conversion/unmatched-elements",
  },
  {
    name: "words in a list of which the newer version has one more",
    older: `spec?: { modes?: ${olderModes} }`,
    newer: `spec?: { modes?: ${newerModes} }`,
    rules: `older: { "spec.modes": { loses: "unmatched" }, "spec.modes[]": { as: ${modes} } }`,
    want: "proved",
  },
  {
    name: "words in a list of which the newer version has one more, and a list that can be shorter",
    older: `spec?: { modes?: ${olderModes} }`,
    newer: `spec?: { /** @maxItems 2 */ modes?: ${newerModes} }`,
    rules: `older: { "spec.modes": { loses: "unmatched", bounds: "differ" }, "spec.modes[]": { as: ${modes} } }`,
    want: "proved",
  },
  {
    name: "words in a list of which two become one",
    older: `spec?: { modes?: ("a" | "b" | "c")[] }`,
    newer: `spec?: { modes?: ("A" | "B" | "D")[] }`,
    rules: `older: { "spec.modes": { loses: "unmatched" },
      "spec.modes[]": { as: { enum: { a: "A", b: "B", c: "A" }, added: { D: "b" } }, loses: ["c"] } }`,
    want: "proved",
  },
  {
    name: "words in a list of which two become one, with an older hub",
    older: `spec?: { modes?: ("a" | "b" | "c")[] }`,
    newer: `spec?: { modes?: ("A" | "B" | "D")[] }`,
    rules: `hub: "older", older: { "spec.modes": { loses: "unmatched" },
      "spec.modes[]": { as: { enum: { a: "A", b: "B", c: "A" }, added: { D: "b" } }, loses: ["c"] } }`,
    want: "proved",
  },
  {
    name: "words in a set",
    older: `spec?: { /** @listType set */ modes?: ${olderModes} }`,
    newer: `spec?: { /** @listType set */ modes?: ("A" | "B")[] }`,
    rules: `older: { "spec.modes[]": { as: { enum: { a: "A", b: "B" } } } }`,
    want: "proved",
  },
  {
    name: "words in a set of which two become one, as if they could be in it twice",
    older: `spec?: { /** @listType set */ modes?: ${olderModes} }`,
    newer: `spec?: { /** @listType set */ modes?: ${newerModes} }`,
    rules: `older: { "spec.modes": { loses: "unmatched" }, "spec.modes[]": { as: ${modes} } }`,
    want: "conversion/bounds-differ",
  },
  {
    name: "words in a set of which two become one",
    older: `spec?: { /** @listType set */ modes?: ${olderModes} }`,
    newer: `spec?: { /** @listType set */ modes?: ${newerModes} }`,
    rules: `older: { "spec.modes": { loses: "unmatched" }, "spec.modes[]": { as: ${modes}, bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "references in a list",
    older: `spec?: { refs?: ${reference} }`,
    newer: "spec?: { refs?: { apiGroup: string; kind: string; name: string }[] }",
    rules: `older: { "spec.refs[]": { as: "reference", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "maps in a map that become lists",
    older: "spec?: { groups?: Record<string, Record<string, { size?: Int32 }>> }",
    newer: "spec?: { groups?: Record<string, { name: string; size?: Int32; spare?: boolean }[]> }",
    rules: `older: { "spec.groups[*]": { as: { mapToList: "name" } } }`,
    want: "proved",
  },
  {
    name: "maps in a list that become lists with a field more",
    older: "spec?: { groups?: Record<string, { size?: Int32 }>[] }",
    newer: "spec?: { groups?: { name: string; size?: Int32; spare?: boolean }[][] }",
    rules: `older: { "spec.groups": { loses: "unmatched" }, "spec.groups[]": { as: { mapToList: "name" } } }`,
    want: "proved",
  },
  {
    name: "the same with a rule for that field, which the form keeps anyway",
    older: "spec?: { groups?: Record<string, { size?: Int32 }>[] }",
    newer: "spec?: { groups?: { name: string; size?: Int32; spare?: boolean }[][] }",
    rules: `older: { "spec.groups": { loses: "unmatched" }, "spec.groups[]": { as: { mapToList: "name" } } }, newer: { "spec.groups[][].spare": "added" }`,
    want: "conversion/converted-twice",
  },
  {
    name: "nulls that only the hub allows, in lists and maps of scalars",
    older: "spec?: { notes?: string[]; tags?: Record<string, string> }",
    newer: "spec?: { notes?: (string | null)[]; tags?: Record<string, string | null> }",
    rules: `older: { "spec.notes": { bounds: "differ" }, "spec.tags": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "the same in lists, by a rule for their elements",
    older: "spec?: { notes?: string[] }",
    newer: "spec?: { notes?: (string | null)[] }",
    rules: `older: { "spec.notes[]": { bounds: "differ" } }`,
    want: "conversion/element-rule",
  },
  {
    name: "the same in maps of an older hub, by a rule for their values",
    older: "spec?: { tags?: Record<string, string | null> }",
    newer: "spec?: { tags?: Record<string, string> }",
    rules: `hub: "older", older: { "spec.tags[*]": { bounds: "differ" } }`,
    want: "conversion/element-rule",
  },
  {
    name: "durations, quantities and numbers of another width in lists",
    older: "spec?: { waits?: Duration[]; sizes?: Quantity[]; counts?: Int64[] }",
    newer: "spec?: { waits?: Int32[]; sizes?: Int32[]; counts?: Int32[] }",
    rules: `older: { "spec.waits[]": { as: "seconds" }, "spec.sizes[]": { as: { quantity: "Mi" }, loses: "inexact" },
      "spec.counts[]": { as: "width", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "strings in a list that become numbers or nothing",
    older: "spec?: { ports?: string[] }",
    newer: "spec?: { ports?: Int32[] }",
    rules: `older: { "spec.ports[]": { as: "digits", loses: "inexact" } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "functions of elements, with bounds of elements and of the list that differ",
    older: "spec?: { /** @items.maxLength 9 */ notes?: string[] }",
    newer: "spec?: { /** @maxItems 2 */ notes?: Int32[] }",
    rules: `older: { "spec.notes": { loses: "unmatched", bounds: "differ" },
      "spec.notes[]": { as: ${lengths}, loses: (text: string) => /[^x]/.test(text), bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "functions of elements with keys, as if they were found again",
    older: `spec?: { ${keyed} disks?: { name: string; on?: boolean }[] }`,
    newer: `spec?: { ${keyed} disks?: { name: string; off: boolean }[] }`,
    rules: `older: { "spec.disks[]": { as: ${switched} } }`,
    want: "conversion/unmatched-elements",
  },
  {
    name: "functions of elements with keys",
    older: `spec?: { ${keyed} disks?: { name: string; on?: boolean }[] }`,
    newer: `spec?: { ${keyed} disks?: { name: string; off: boolean }[] }`,
    rules: `older: { "spec.disks": { loses: "unmatched" }, "spec.disks[]": { as: ${switched} } }`,
    want: "proved",
  },
  {
    name: "functions of the objects in a map",
    older: "spec?: { disks?: Record<string, { on?: boolean }> }",
    newer: "spec?: { disks?: Record<string, { off?: boolean; note?: string }> }",
    rules: `older: { "spec.disks[*]": { as: {
      forward: ({ on }: { on?: boolean }): { off?: boolean; note?: string } => (on === undefined ? {} : { off: !on }),
      back: ({ off }: { off?: boolean; note?: string }): { on?: boolean } => (off === undefined ? {} : { on: !off }) } } }`,
    want: "proved",
  },
  {
    name: "words in lists in a map",
    older: `spec?: { modes?: Record<string, ${olderModes}> }`,
    newer: `spec?: { modes?: Record<string, ${newerModes}> }`,
    rules: `older: { "spec.modes[*]": { loses: "unmatched" }, "spec.modes[*][]": { as: ${modes} } }`,
    want: "proved",
  },
  {
    name: "words in lists in a list",
    older: `spec?: { modes?: ${olderModes}[] }`,
    newer: `spec?: { modes?: ${newerModes}[] }`,
    rules: `older: { "spec.modes": { loses: "unmatched" }, "spec.modes[][]": { as: ${modes} } }`,
    want: "proved",
  },
  {
    name: "values of maps in elements with keys",
    older: `spec?: { ${keyed} disks?: { name: string; tags?: Record<string, "a" | "b"> }[] }`,
    newer: `spec?: { ${keyed} disks?: { name: string; tags?: Record<string, "A" | "B" | "C"> }[] }`,
    rules: `older: { "spec.disks[].tags[*]": { as: ${modes} } }`,
    want: "proved",
  },
  {
    name: "fields of lists in a map",
    older: "spec?: { disks?: Record<string, { size?: string; bus?: string }[]> }",
    newer: "spec?: { disks?: Record<string, { size?: string; kind?: string }[]> }",
    rules: `older: { "spec.disks[*]": { loses: "unmatched" }, "spec.disks[*][].bus": "removed" }, newer: { "spec.disks[*][].kind": "added" }`,
    want: "proved",
  },
  {
    name: "fields of lists in a list",
    older: "spec?: { disks?: { size?: string; bus?: string }[][] }",
    newer: "spec?: { disks?: { size?: string }[][] }",
    rules: `older: { "spec.disks[][].bus": "removed" }`,
    want: "proved",
  },
  {
    name: "elements as a field of one version",
    older: "spec?: { modes?: boolean[] }",
    newer: "spec?: { modes?: string[] }",
    rules: `older: { "spec.modes[]": "removed" }`,
    want: "conversion/element-rule",
  },
  {
    name: "a field of elements that becomes the element",
    older: "spec?: { disks?: { id: string }[] }",
    newer: "spec?: { disks?: string[] }",
    rules: `older: { "spec.disks[].id": { to: "spec.disks[]" } }`,
    want: "conversion/across-elements",
  },
  {
    name: "durations of a list in elements with a key, as seconds, with an older hub",
    older: "spec?: { /** @listType map\n@listMapKey r */ k?: { q?: Duration[]; r: string }[] }",
    newer: "spec?: { /** @listType map\n@listMapKey r */ k?: { q?: Int32[]; r: string }[] }",
    rules: `hub: "older", older: { "spec.k[].q": { loses: "unmatched" }, "spec.k[].q[]": { as: "seconds" } }`,
    want: "proved",
  },
  {
    name: "quantities of a list in elements with a key, as numbers",
    older: "spec?: { /** @listType map\n@listMapKey r */ k?: { q?: Int32[]; r: string }[] }",
    newer: "spec?: { /** @listType map\n@listMapKey r */ k?: { q?: Quantity[]; r: string }[] }",
    rules: `older: { "spec.k[].q": { loses: "unmatched" }, "spec.k[].q[]": { as: { quantity: "k" } } }`,
    want: "proved",
  },
  ...["", 'hub: "older", '].flatMap((hub) =>
    (
      [
        ["spec.l[]", `l?: ("a" | "b" | "c")[]`, `l?: ("A" | "B")[]`],
        ["spec.m[*]", `m?: Record<string, "a" | "b" | "c">`, `m?: Record<string, "A" | "B">`],
        ["spec.e", `e?: "a" | "b" | "c"`, `e?: "A" | "B"`],
      ] as const
    ).map(([path, older, newer]): HardPair => ({
      name: `words of which two become one, and bounds in place of the loss, at ${path} ${hub}`,
      older: `spec?: { ${older} }`,
      newer: `spec?: { ${newer} }`,
      rules: `${hub}older: { "${path}": { as: { enum: { a: "A", b: "B", c: "A" } }, bounds: "differ" } }`,
      want: "conversion/wrong-form",
    })),
  ),
  ...(
    [
      ["", "conversion/bounds-differ"],
      [`"spec.f": { bounds: "differ" }, `, "proved"],
    ] as const
  ).map(([bounds, want]): HardPair => ({
    name: `elements of a set of which two become one ${bounds}`,
    older: `spec?: { /** @listType set */ f?: ("a" | "b" | "c")[] }`,
    newer: `spec?: { /** @listType set */ f?: ("A" | "B")[] }`,
    rules: `older: { ${bounds}"spec.f[]": { as: { enum: { a: "A", b: "B", c: "A" } }, loses: ["c"] } }`,
    want,
  })),
  {
    name: "elements of a set of which functions make equal ones",
    older: "spec?: { /** @listType set */ f?: string[] }",
    newer: "spec?: { /** @listType set */ f?: string[] }",
    rules: `older: { "spec.f": { loses: "unmatched" }, "spec.f[]": {
      as: { forward: (value: string) => value.trim(), back: (value: string) => value },
      loses: (value: string) => value !== value.trim(), examples: [" a", "a"] } }`,
    want: "conversion/bounds-differ",
  },
  {
    name: "elements of a set of which functions make equal ones, declared",
    older: "spec?: { /** @listType set */ f?: string[] }",
    newer: "spec?: { /** @listType set */ f?: string[] }",
    rules: `older: { "spec.f": { loses: "unmatched", bounds: "differ" }, "spec.f[]": {
      as: { forward: (value: string) => value.trim(), back: (value: string) => value },
      loses: (value: string) => value !== value.trim(), examples: [" a", "a"] } }`,
    want: "proved",
  },
  {
    name: "objects or nulls in a list without keys, with a field of the hub",
    older: "spec?: { l?: ({ a: Int32 } | null)[] }",
    newer: "spec?: { l?: ({ a: Int32; b?: string } | null)[] }",
    rules: `older: { "spec.l": { loses: "unmatched" } }, newer: { "spec.l[].b": "added" }`,
    want: "proved",
  },
  {
    name: "objects or nulls in a list in a list without keys, with a field of the hub",
    older: "spec?: { m?: { l?: ({ a: Int32 } | null)[] }[] }",
    newer: "spec?: { m?: { l?: ({ a: Int32; b?: string } | null)[] }[] }",
    rules: `older: { "spec.m": { loses: "unmatched" } }, newer: { "spec.m[].l[].b": "added" }`,
    want: "proved",
  },
];
