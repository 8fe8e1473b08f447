// Sets and keys of lists of which something inside makes equal ones: the other version rejects them.
import type { HardPair } from "./pair-table.ts";

const set = (type: string): string => `spec?: {\n/**\n * @listType set\n * @items.mapType atomic\n */\nl?: ${type} }`;
const setOfLists = (type: string): string =>
  `spec?: {\n/**\n * @listType set\n * @items.listType atomic\n */\nl?: ${type} }`;
const keyed = `spec?: {\n/**\n * @listType map\n * @listMapKey name\n */\nl?: { name: string; v?: string }[] }`;
const undeclared = "conversion/bounds-differ";
const declared = `"spec.l": { bounds: "differ" }`;
const unmatched = `"spec.l": { loses: "unmatched", bounds: "differ" }`;
const lower = `as: { forward: (value: string) => value.toLowerCase(), back: (value: string) => value },
      loses: (value: string) => value !== value.toLowerCase(), examples: ["A", "a"]`;

/** A pair, and the rule for its list that is demanded. */
interface Row extends Pick<HardPair, "name" | "older" | "newer"> {
  readonly rules: string;
  /** What else the declaration has. */
  readonly options?: string;
  readonly list?: string;
}

const rows: readonly Row[] = [
  {
    name: "seconds in the objects of a set",
    older: set("{ d?: Duration; b?: string }[]"),
    newer: set("{ d?: Int32; b?: string }[]"),
    rules: `"spec.l[].d": { as: "seconds" }`,
  },
  {
    name: "seconds in the objects of a set, with another name and an older hub",
    older: set("{ d: Duration; b?: string }[]"),
    newer: set("{ e: Int32; b?: string }[]"),
    options: `hub: "older", `,
    rules: `"spec.l[].d": { to: "spec.l[].e", as: "seconds" }`,
    list: unmatched,
  },
  {
    name: "seconds in objects in the objects of a set",
    older: set("{ o?: { d?: Duration } }[]"),
    newer: set("{ o?: { d?: Int32 } }[]"),
    rules: `"spec.l[].o.d": { as: "seconds" }`,
  },
  {
    name: "seconds in the lists of a set",
    older: setOfLists("Duration[][]"),
    newer: setOfLists("Int32[][]"),
    rules: `"spec.l[][]": { as: "seconds" }`,
  },
  {
    name: "empty strings in the objects of a set",
    older: set("{ a?: string; b?: string }[]"),
    newer: set("{ a?: string; b?: string }[]").replace("a?:", "\n/** @minLength 1 */\na?:"),
    rules: `"spec.l[].a": { as: "dropEmpty" }`,
  },
  {
    name: "a field of the older version in the objects of a set",
    older: set("{ a?: string; b?: string }[]"),
    newer: set("{ a?: string }[]"),
    rules: `"spec.l[].b": "removed"`,
  },
  {
    name: "a default of the older version alone in the objects of a set",
    older: set('{ a: string; /** @default "k" */ d?: string }[]'),
    newer: set("{ a: string; d?: string }[]"),
    rules: "",
  },
  {
    name: "a default of the older version alone in objects in the objects of a set",
    older: set('{ a: string; o?: { /** @default "k" */ d?: string } }[]'),
    newer: set("{ a: string; o?: { d?: string } }[]"),
    rules: "",
  },
  ...["", `hub: "older", `].flatMap((options): Row[] => [
    {
      name: `a field that moves into an object in the objects of a set ${options}`,
      older: set("{ a: string; q?: string }[]"),
      newer: set("{ a: string; o?: { q?: string } }[]"),
      options,
      rules: `"spec.l[].q": { to: "spec.l[].o.q" }`,
    },
    {
      name: `a field that leaves an object in the objects of a set ${options}`,
      older: set("{ a: string; o?: { q?: string } }[]"),
      newer: set("{ a: string; q?: string }[]"),
      options,
      rules: `"spec.l[].o.q": { to: "spec.l[].q" }`,
    },
    {
      name: `an object that may not be empty in the objects of a set ${options}`,
      older: set("{ a: string; o?: { q?: string; z?: string } }[]"),
      newer: set("{ a: string; \n/** @minProperties 1 */\no?: { r?: string; z?: string } }[]"),
      options,
      rules: `"spec.l[].o.q": { to: "spec.l[].o.r" }`,
    },
  ]),
  {
    name: "functions that lose values, for strings in a set",
    older: set("string[]").replace(" * @items.mapType atomic\n", ""),
    newer: set("string[]").replace(" * @items.mapType atomic\n", ""),
    rules: `"spec.l[]": { ${lower} }`,
    list: unmatched,
  },
  {
    name: "functions that lose values of the newer version, in the objects of a set",
    older: set("{ a?: string }[]"),
    newer: set("{ a?: string }[]"),
    options: `hub: "older", `,
    rules: `"spec.l[].a": { as: { forward: (value: string) => value, back: (value: string) => value.toLowerCase() },
      loses: (value: string) => value !== value.toLowerCase(), examplesOfNewer: ["A", "a"] }`,
    list: unmatched,
  },
  {
    name: "functions that lose values, in the objects of a set",
    older: set("{ a?: string }[]"),
    newer: set("{ a?: string }[]"),
    rules: `"spec.l[].a": { ${lower} }`,
    list: unmatched,
  },
  {
    name: "functions that lose values, for the key of a list",
    older: keyed,
    newer: keyed,
    rules: `"spec.l[].name": { ${lower} }`,
    list: unmatched,
  },
];

/** Such pairs, each as if nothing became equal, and declared. */
export const equalElementPairs: readonly HardPair[] = rows.flatMap(
  ({ name, older, newer, options = "", rules, list = declared }) => {
    const without = list.replace(/,? ?bounds: "differ"/, "").replace("{ }", "");
    const first = without.includes("{ ") ? `${without}, ` : "";
    return [
      {
        name: `${name}, as if nothing became equal`,
        older,
        newer,
        rules: `${options}older: { ${first}${rules} }`,
        want: undeclared,
      },
      { name: `${name}, declared`, older, newer, rules: `${options}older: { ${list}, ${rules} }`, want: "proved" },
    ];
  },
);
