// Hard pairs of fields that may be null in one version only, where the other version has a default in place of the null.
import type { HardPair } from "./pair-table.ts";

const k = '/** @default "k" */';
const asNothing = "as: { forward: (value: string | null) => value ?? undefined, back: (value: string) => value }";
const losesNull = "loses: (value: string | null) => value === null";
const olderHub = 'hub: "older", ';
const keyed = "/** @listType map\n@listMapKey id */";

/** A pair of the field `spec.a`. */
function ofField(
  name: string,
  [older, newer]: readonly [string, string],
  [rule, want, hub = ""]: readonly [string, HardPair["want"], string?],
): HardPair {
  const rules = `${hub}older: { ${rule === "" ? "" : `"spec.a": { ${rule} }`} }`;
  return { name, older: `spec?: { ${older} }`, newer: `spec?: { ${newer} }`, rules, want };
}

const named = 'bounds: "differ", default: "k"';
const always = [`${k} a?: string | null`, `${k} a?: string`] as const;
const lone = [`${k} a?: string | null`, "a?: string"] as const;
const sometimes = ["a?: string | null", `${k} a?: string`] as const;

/** The pairs. */
export const nullDefaultPairs: readonly HardPair[] = [
  ofField("a null that becomes the hub's default, and nothing names it", always, [
    'bounds: "differ"',
    "conversion/default-not-declared",
  ]),
  ofField("a null that becomes the hub's default", always, [named, "proved"]),
  ofField("an unchanged null that becomes the hub's default", always, [`as: "unchanged", ${named}`, "proved"]),
  ofField("a null or no value that becomes the hub's default", sometimes, [named, "proved"]),
  ofField("a null that becomes a required field's default", ["a?: string | null", "a: string"], [named, "proved"]),
  ofField("a null that becomes the hub's default beside functions, as if it came back", always, [
    `${asNothing}, bounds: "differ"`,
    { fails: 'spec.a was null and is "k"' },
  ]),
  ofField("a null that becomes the hub's default beside functions that name it", always, [
    `${asNothing}, ${losesNull}`,
    "proved",
  ]),
  ofField("a null or no value that becomes the hub's default beside functions that name it", sometimes, [
    `${asNothing}, ${losesNull}, default: "k"`,
    "proved",
  ]),
  ofField(
    "a null of a flag that becomes the opposite of the hub's default",
    ["a?: boolean | null", "/** @default true */ a?: boolean"],
    ['as: "invert", bounds: "differ", default: true', "proved"],
  ),
  ofField("a null of an older hub where the newer version has a default", always, [
    'bounds: "differ"',
    "proved",
    olderHub,
  ]),
  ofField("a null of an older hub where the newer version has a default, which the rule has too", always, [
    named,
    "proved",
    olderHub,
  ]),
  ofField("a null of an older hub beside its absence, which are one default in the newer version", sometimes, [
    named,
    "conversion/null-or-absent",
    olderHub,
  ]),
  ofField("a null of an older hub beside functions where the newer version has a default", always, [
    asNothing,
    "proved",
    olderHub,
  ]),
  ofField(
    "a null of the hub where the older version has a default",
    [always[1], always[0]],
    ['bounds: "differ"', "proved"],
  ),
  ofField(
    "a null of the hub beside its absence, which are one default in the older version",
    [sometimes[1], sometimes[0]],
    ['bounds: "differ"', "conversion/null-or-absent"],
  ),
  ofField(
    "a null of the newer version that becomes an older hub's default, and nothing names it",
    [always[1], always[0]],
    ['bounds: "differ"', "conversion/default-not-declared", olderHub],
  ),
  ofField(
    "a null of the newer version that becomes an older hub's default",
    [always[1], always[0]],
    [named, "proved", olderHub],
  ),
  {
    name: "a null that becomes the hub's default, of a field that moves",
    older: `spec?: { ${k} a?: string | null; id?: string }`,
    newer: `spec?: { ${k} b?: string; id?: string }`,
    rules: `older: { "spec.a": { to: "spec.b", ${named} } }`,
    want: "proved",
  },
  {
    name: "a null of an older hub that becomes a default, of a field that moves",
    older: `spec?: { ${k} a?: string | null; id?: string }`,
    newer: `spec?: { ${k} b?: string; id?: string }`,
    rules: `hub: "older", older: { "spec.a": { to: "spec.b", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "nulls that become the hub's default, in elements of a list without keys",
    older: `spec?: { l?: { x?: string; ${k} a?: string | null }[] }`,
    newer: `spec?: { l?: { x?: string; ${k} a?: string }[] }`,
    rules: `older: { "spec.l[].a": { ${named} } }`,
    want: "proved",
  },
  {
    name: "nulls of an older hub that become a default, in elements of a list without keys",
    older: `spec?: { l?: { x?: string; ${k} a?: string | null }[] }`,
    newer: `spec?: { l?: { x?: string; ${k} a?: string }[] }`,
    rules: `hub: "older", older: { "spec.l": { loses: "unmatched" }, "spec.l[].a": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "a null of an older hub that becomes a default, in an object that moves as a whole",
    older: `spec?: { o?: { ${k} a?: string | null; id?: string } }`,
    newer: `spec?: { p?: { ${k} a?: string; id?: string } }`,
    rules: `hub: "older", older: { "spec.o": { to: "spec.p", as: "unchanged", bounds: "differ" } }`,
    want: "proved",
  },
  ...["", olderHub].flatMap((hub) => [
    ofField(
      `a required field of the newer version that may be null ${hub}`,
      ["a?: string", "a: string | null"],
      [named, "proved", hub],
    ),
    ofField(
      `a required field of the newer version that may be null, with another width ${hub}`,
      ["a?: Int32", "a: Int64 | null"],
      ['as: "width", bounds: "differ", default: 7', "proved", hub],
    ),
    ofField(
      `a required list of the newer version that may be null ${hub}`,
      ["a?: string[]", "a: string[] | null"],
      ['bounds: "differ", default: ["k"]', "proved", hub],
    ),
    ...["boolPresence", "presence", "dropEmpty"].map((as) => {
      const none = as === "dropEmpty" ? ["string", '""', "string"] : ["boolean", "false", "boolean"];
      const [older = "", empty = "", newer = ""] = as === "presence" ? ["boolean", "false", "{ x?: string }"] : none;
      return ofField(
        `the default of the older version is what ${as} drops ${hub}`,
        [`/** @default ${empty} */ a?: ${older}`, `a?: ${newer}`],
        [`as: "${as}"${as === "presence" && hub !== "" ? ', loses: "inexact"' : ""}`, "proved", hub],
      );
    }),
  ]),
  ...["", olderHub].flatMap((hub): HardPair[] => {
    const inHub = hub === "" ? "conversion/null-or-absent" : "proved";
    return [
      ofField(
        `a null or no value of the newer version beside a default of the rule alone ${hub}`,
        ["a?: string", "a?: string | null"],
        [named, inHub, hub],
      ),
      ofField(
        `a null or no value of the newer version beside a default of the rule alone, with functions ${hub}`,
        ["a?: string", "a?: string | null"],
        ['as: { forward: (v: string) => v, back: (v: string) => v }, default: "k"', inHub, hub],
      ),
      {
        name: `a null or no value of the newer version beside a default of the rule alone, in elements with a key ${hub}`,
        older: `spec?: { ${keyed} l?: { id: string; a?: string }[] }`,
        newer: `spec?: { ${keyed} l?: { id: string; a?: string | null }[] }`,
        rules: `${hub}older: { "spec.l[].a": { ${named} } }`,
        want: inHub,
      },
      {
        name: `a null or no value of the newer version beside a default of the rule alone, of a field that moves ${hub}`,
        older: "spec?: { a?: string; o?: { c?: string } }",
        newer: "spec?: { o?: { a?: string | null; c?: string } }",
        rules: `${hub}older: { "spec.a": { to: "spec.o.a", ${named} } }`,
        want: inHub,
      },
      {
        name: `a default of the newer version, which may be null there, of a field that is renamed ${hub}`,
        older: "spec?: { b?: string; c?: string }",
        newer: `spec?: { ${k} a?: string | null; c?: string }`,
        rules: `${hub}older: { "spec.b": { to: "spec.a", ${named} } }`,
        want: "proved",
      },
      {
        name: `a default of the newer version, which may be null there, of a field that enters an object ${hub}`,
        older: "spec?: { a?: string; o?: { c?: string } }",
        newer: `spec?: { o?: { ${k} a?: string | null; c?: string } }`,
        rules: `${hub}older: { "spec.a": { to: "spec.o.a", ${named} } }`,
        want: "proved",
      },
    ];
  }),
  ...[
    ["alone", 'bounds: "differ"'],
    ["which the rule has", named],
    ["beside the same value", 'as: "unchanged", bounds: "differ"'],
  ].map(([name = "", rule = ""]) =>
    ofField(`a null of the older version that becomes its own default, ${name}`, lone, [
      rule,
      "conversion/gained-default",
    ]),
  ),
  ofField(
    "a null of the older version that becomes its own default, of a field that the hub requires",
    [lone[0], "a: string"],
    [named, "conversion/gained-default"],
  ),
  ofField(
    "a null of the older version that becomes its own default, which a form drops",
    ["/** @default false */ a?: boolean | null", "a?: boolean"],
    ['as: "boolPresence", bounds: "differ"', "conversion/gained-default"],
  ),
  ofField(
    "a null that the function which names losses does not get",
    ["a?: string | null", "/** @minLength 1 */ a?: string | null"],
    [
      `as: { forward: (value: string) => value, back: (value: string) => value.toLowerCase() },
      loses: (value: string) => value !== value.toLowerCase(), bounds: "differ"`,
      "proved",
      olderHub,
    ],
  ),
  ofField(
    "both versions have the default that boolPresence drops",
    ["/** @default false */ a?: boolean", "/** @default false */ a?: boolean"],
    ['as: "boolPresence"', "proved"],
  ),
  {
    name: "the default of the older version is what boolPresence drops, and the field moves",
    older: "spec?: { k?: string; /** @default false */ a?: boolean }",
    newer: "spec?: { k?: string; o?: { a?: boolean } }",
    rules: `older: { "spec.a": { to: "spec.o.a", as: "boolPresence" } }`,
    want: "proved",
  },
  ...(
    [
      ["", "a?: string", "a: string | null"],
      [`as: { enum: { x: "X", y: "Y" } }, `, `a?: "x" | "y"`, `a: "X" | "Y" | null`],
      [`as: "seconds", `, "a?: Duration", "a: Int32 | null"],
    ] as const
  ).flatMap(([form, before, after]) =>
    ["", olderHub].map((hub) =>
      ofField(
        `a null for what is missing in the older version: ${form}${hub}`,
        [before, after],
        [`${form}default: null${hub === "" ? "" : `, bounds: "differ"`}`, "proved", hub],
      ),
    ),
  ),
];
