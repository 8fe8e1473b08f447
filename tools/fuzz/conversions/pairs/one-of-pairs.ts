// Pairs of objects that have one of some fields at most: what is kept of one does not come back beside another that a client set.
import type { HardPair } from "./pair-table.ts";

interface Row {
  readonly name: string;
  readonly tag: string;
  /** The fields beside `b`, in the older and the newer version. */
  readonly fields: readonly [older: string, newer: string];
  /** The fields that the tag names, where the newer version has one more. */
  readonly newerNames?: string;
  readonly rule: string;
  readonly newerRule?: string;
  /** What the rule has more where the older, or the newer version is the hub. */
  readonly losesOfNewer?: string;
  readonly losesOfOlder?: string;
}

const rows: readonly Row[] = [
  ...["atMostOneOf", "exactlyOneOf"].map((tag) => ({
    name: `with one more in the newer version, @${tag}`,
    tag,
    fields: ["a?: string", "a?: string; c?: string"] as const,
    newerNames: "a b c",
    rule: `"spec.o": { bounds: "differ" }`,
    newerRule: `"spec.o.c": "added"`,
  })),
  {
    name: "of which one is a flag whose false is lost",
    tag: "atMostOneOf",
    fields: ["a?: boolean", "a?: boolean"],
    rule: `"spec.o.a": { as: "boolPresence" }`,
  },
  {
    name: "of which one must be set, and one is a flag whose false is lost",
    tag: "exactlyOneOf",
    fields: ["a?: boolean", "a?: boolean"],
    rule: `"spec.o": { bounds: "differ" }, "spec.o.a": { as: "boolPresence" }`,
  },
  {
    name: "of which one is digits",
    tag: "atMostOneOf",
    fields: ["a?: Int32", "a?: string"],
    rule: `"spec.o.a": { as: "digits" LOSES }`,
    losesOfOlder: `, loses: "inexact"`,
  },
  {
    name: "of which one is an object whose presence counts",
    tag: "atMostOneOf",
    fields: ["a?: { x?: string }", "a?: boolean"],
    rule: `"spec.o.a": { as: "presence" LOSES }`,
    losesOfNewer: `, loses: "inexact"`,
  },
  {
    name: "of which one is a list of one",
    tag: "atMostOneOf",
    fields: ["a?: string", "a?: string[]"],
    rule: `"spec.o.a": { as: "listOfOne" LOSES }`,
    losesOfOlder: `, loses: "others"`,
  },
];

/** The pairs. */
export const oneOfPairs: readonly HardPair[] = rows.flatMap(({ name, tag, fields: [older, newer], ...row }) =>
  [
    { hub: "", loses: row.losesOfNewer ?? "" },
    { hub: `hub: "older", `, loses: row.losesOfOlder ?? "" },
  ].map(({ hub, loses }): HardPair => ({
    name: `fields of which an object has one, ${name} ${hub}`,
    older: `spec?: { n?: string; /** @${tag} a b */ o?: { ${older}; b?: string } }`,
    newer: `spec?: { n?: string; /** @${tag} ${row.newerNames ?? "a b"} */ o?: { ${newer}; b?: string } }`,
    rules: `${hub}older: { ${row.rule.replace(" LOSES", loses)} }${row.newerRule === undefined ? "" : `, newer: { ${row.newerRule} }`}`,
    want: "proved",
  })),
);
