// Hard pairs of defaults in the schema, beside forms.
import type { HardPair } from "./pair-table.ts";

const flags = {
  older: "spec?: { paused?: boolean }",
  newer: "spec?: { /** @default false */ active?: boolean }",
};

/** A default that a form makes no value of, and an older hub. */
function dropped(
  as: string,
  [older, newer, rest]: readonly [string, string, string],
  want: HardPair["want"],
): HardPair {
  return {
    name: `a default that ${as} makes no value of, and the older hub`,
    older: `spec?: { a?: ${older}; z?: string }`,
    newer: `spec?: { a?: ${newer}; z?: string }`,
    rules: `hub: "older", older: { "spec.a": { as: "${as}", ${rest} } }`,
    want,
  };
}

const flagNewer = "spec?: { /** @default true */ on?: boolean }";

/** Defaults of rules alone, of fields that are optional in both versions: the absence comes back as the default, whichever version is the hub. */
const absentPairs = (
  [
    ["in its place", "spec: { a?: string }", "spec: { a?: string }", `"spec.a": { default: "x" }`],
    ["in an object", "spec: { o?: { a?: string } }", "spec: { o?: { a?: string } }", `"spec.o.a": { default: "x" }`],
    ["that moves", "spec: { a?: string }", "spec: { b?: string }", `"spec.a": { to: "spec.b", default: "x" }`],
    [
      "that moves into an object of its own",
      "spec: { a?: string }",
      "spec: { p?: { a?: string } }",
      `"spec.a": { to: "spec.p.a", default: "x" }`,
    ],
    [
      "of elements",
      "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; a?: string }[] }",
      "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; a?: string }[] }",
      `"spec.l[].a": { default: "x" }`,
    ],
    [
      "with a form",
      `spec: { a?: "A" | "B" }`,
      `spec: { a?: "C" | "D" }`,
      `"spec.a": { as: { enum: { A: "C", B: "D" } }, default: "C" }`,
    ],
    ["that may be null", "spec: { a?: string | null }", "spec: { a?: string | null }", `"spec.a": { default: "x" }`],
  ] as const
).flatMap(([what, older, newer, rule]) =>
  ["", `hub: "older", `].map((hub): HardPair => ({
    name: `a default of the rule alone, of a field ${what}${hub === "" ? "" : ", with an older hub"}`,
    older,
    newer,
    rules: `${hub}older: { ${rule} }`,
    want: "proved",
  })),
);

/** Defaults in the place of what a form drops. */
const droppedPairs = (
  [
    ["spec?: { /** @default false */ on?: boolean }", flagNewer, `as: "boolPresence"`],
    ["spec?: { /** @default true */ on?: boolean }", "spec?: { on?: boolean }", `as: "boolPresence"`],
    [
      "spec: { id?: string; on: boolean }",
      `spec: { id?: string; /** @default true */ on?: boolean }`,
      `as: "boolPresence"`,
    ],
    ["spec?: { /** @default 0 */ on?: Int32 }", "spec?: { /** @default 5 */ on?: Int32 }", `as: "dropEmpty"`],
    [`spec?: { /** @default "" */ on?: string }`, `spec?: { /** @default "x" */ on?: string }`, `as: "dropEmpty"`],
    [
      "spec?: { /** @default false */ on?: boolean }",
      "spec?: { /** @default {} */ on?: { a?: string } }",
      `as: "presence"`,
    ],
    ["spec?: { on?: boolean }", "spec?: { /** @default {} */ on?: { a?: string } }", `as: "presence", default: {}`],
    ["spec?: { on?: boolean }", flagNewer, `as: "boolPresence"`],
    [`spec?: { /** @default "a" */ on?: string }`, `spec?: { /** @default ["a"] */ on?: string[] }`, `as: "listOfOne"`],
    [`spec?: { /** @default "a" */ on?: string }`, `spec?: { /** @default [] */ on?: string[] }`, `as: "listOfOne"`],
  ] as const
).flatMap(([older, newer, rule]) =>
  ["", `hub: "older", `].map((hub): HardPair => {
    const word = rule.includes("listOfOne") ? "others" : "inexact";
    const loses = hub !== "" && /presence|listOfOne/.test(rule) ? `, loses: "${word}"` : "";
    return {
      name: `a default in the place of a value that a form drops: ${older} ${newer} ${hub}`,
      older,
      newer,
      rules: `${hub}older: { "spec.on": { ${rule}${loses} } }`,
      want: "conversion/wrong-form",
    };
  }),
);

/** A field without a rule. An older hub sets its default in objects of the newer version, too. */
const olderAlone = (["", `hub: "older", `] as const).map((hub): HardPair => ({
  name: `a default of the older version alone, of a field without a rule ${hub}`,
  older: "spec?: { /** @default 3 */ n?: Int32; a?: string }",
  newer: "spec?: { n?: Int32; b?: string }",
  rules: `${hub}older: { "spec.a": { to: "spec.b" } }`,
  want: hub === "" ? "proved" : "conversion/gained-default",
}));

/** A default of the older hub that moves alone into an object that the newer version always has. */
const alwaysThere: readonly HardPair[] = [
  { name: "a required one", newer: "spec: { z?: string; o: { c?: string } }", to: "spec.o.c" },
  { name: "one with a default", newer: "spec: { z?: string; /** @default {} */ o?: { c?: string } }", to: "spec.o.c" },
  {
    name: "one in another with a default",
    newer: "spec: { z?: string; /** @default {} */ p?: { /** @default {} */ o?: { c?: string } } }",
    to: "spec.p.o.c",
  },
].map(({ name, newer, to }) => ({
  name: `a default of an older hub that moves into an object that is always there: ${name}`,
  older: `spec: { /** @default "x" */ c?: string; z?: string }`,
  newer,
  rules: `hub: "older", older: { "spec.c": { to: "${to}" } }`,
  want: "conversion/gained-default",
}));

/** The pairs. */
export const defaultPairs: readonly HardPair[] = [
  ...["", `/** @default "k" */ `].map((own): HardPair => ({
    name: `a default of the rule that is not the one of the newer schema, and the older hub, beside ${own || "no default"}`,
    older: `spec?: { ${own}a?: string; c?: string }`,
    newer: `spec?: { /** @default "k" */ b?: string; c?: string }`,
    rules: `hub: "older", older: { "spec.a": { to: "spec.b", default: "x" } }`,
    want: "conversion/default-not-declared",
  })),
  {
    ...flags,
    name: "a default of the newer version of a field that is inverted",
    rules: `older: { "spec.paused": { to: "spec.active", as: "invert" } }`,
    want: "conversion/default-not-declared",
  },
  {
    ...flags,
    name: "a default of the newer version of a field that is inverted, declared",
    rules: `older: { "spec.paused": { to: "spec.active", as: "invert", default: false } }`,
    want: "proved",
  },
  {
    ...flags,
    name: "a default of the newer version of a field that is inverted, with an older hub",
    rules: `hub: "older", older: { "spec.paused": { to: "spec.active", as: "invert" } }`,
    want: "conversion/default-not-declared",
  },
  {
    ...flags,
    name: "a default of the newer version of a field that is inverted, with an older hub, declared",
    rules: `hub: "older", older: { "spec.paused": { to: "spec.active", as: "invert", default: false } }`,
    want: "proved",
  },
  {
    name: "a default of the newer version of a field that moves, with an older hub",
    older: "spec?: { paused?: boolean }",
    newer: "spec?: { /** @default false */ stopped?: boolean }",
    rules: `hub: "older", older: { "spec.paused": { to: "spec.stopped" } }`,
    want: "conversion/default-not-declared",
  },
  {
    name: "a default of the newer version of a field that moves, with an older hub, declared",
    older: "spec?: { paused?: boolean }",
    newer: "spec?: { /** @default false */ stopped?: boolean }",
    rules: `hub: "older", older: { "spec.paused": { to: "spec.stopped", default: false } }`,
    want: "proved",
  },
  {
    name: "a default of the newer version alone, with an older hub",
    older: "spec?: { paused?: boolean; a?: string }",
    newer: "spec?: { /** @default false */ paused?: boolean; b?: string }",
    rules: `hub: "older", older: { "spec.a": { to: "spec.b" } }`,
    want: "conversion/default-not-declared",
  },
  {
    name: "a default of the newer version alone, with an older hub, declared",
    older: "spec?: { paused?: boolean; a?: string }",
    newer: "spec?: { /** @default false */ paused?: boolean; b?: string }",
    rules: `hub: "older", older: { "spec.a": { to: "spec.b" }, "spec.paused": { default: false } }`,
    want: "proved",
  },
  {
    name: "a default of the newer version in elements of a list without keys, with an older hub, declared",
    older: "spec?: { disks?: { name?: string; size?: Int32 }[] }",
    newer: "spec?: { disks?: { name?: string; /** @default 4 */ size?: Int32 }[] }",
    rules: `hub: "older", older: { "spec.disks[].size": { default: 4 } }`,
    want: "proved",
  },
  {
    name: "a default of the newer version of a field with a table of values",
    older: `spec?: { mode?: "a" | "b" }`,
    newer: `spec?: { /** @default "A" */ mode?: "A" | "B" }`,
    rules: `older: { "spec.mode": { as: { enum: { a: "A", b: "B" } } } }`,
    want: "conversion/default-not-declared",
  },
  {
    name: "a default of the newer version of a field with functions",
    older: "spec?: { size?: string }",
    newer: "spec?: { /** @default 3 */ size?: Int32 }",
    rules: `older: { "spec.size": { as: { forward: (value: string) => value.length as Int32, back: (value: Int32) => "x".repeat(Math.min(9, Math.max(value, 0))) },
      loses: (value: string) => !/^x{0,9}$/.test(value) } }`,
    want: { fails: "give the field's rule the default that the schema of the newer version has" },
  },
  {
    name: "a default of the newer version of seconds",
    older: "spec?: { wait?: Duration }",
    newer: "spec?: { /** @default 30 */ wait?: Int32 }",
    rules: `older: { "spec.wait": { as: "seconds", default: 30 } }`,
    want: "proved",
  },
  {
    name: "a default of the newer version of a flag whose false is nothing",
    older: "spec?: { on?: boolean }",
    newer: "spec?: { /** @default true */ on?: boolean }",
    rules: `older: { "spec.on": { as: "boolPresence", default: true } }`,
    want: "conversion/wrong-form",
  },
  ...droppedPairs,
  ...olderAlone,
  {
    name: "a default of the newer version in the place of strings that digits drops, with an older hub",
    older: "spec?: { port?: string }",
    newer: "spec?: { /** @default 80 */ port?: Int32 }",
    rules: `hub: "older", older: { "spec.port": { as: "digits", default: 80 } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a default of the newer version of digits",
    older: "spec?: { port?: string }",
    newer: "spec?: { /** @default 80 */ port?: Int32 }",
    rules: `older: { "spec.port": { as: "digits", loses: "inexact", default: 80 } }`,
    want: "proved",
  },
  {
    name: "defaults of both versions that are opposite",
    older: "spec?: { /** @default true */ paused?: boolean }",
    newer: "spec?: { /** @default false */ active?: boolean }",
    rules: `older: { "spec.paused": { to: "spec.active", as: "invert" } }`,
    want: "proved",
  },
  {
    name: "defaults of both versions that differ",
    older: "spec?: { /** @default true */ on?: boolean }",
    newer: "spec?: { /** @default true */ off?: boolean }",
    rules: `older: { "spec.on": { to: "spec.off", as: "invert" } }`,
    want: "proved",
  },
  ...(["", `hub: "older", `] as const).flatMap((hub): HardPair[] => [
    {
      name: `a default of false of the newer version, which is no object of the older one ${hub}`,
      older: "spec?: { backup?: { schedule?: string } }",
      newer: "spec?: { /** @default false */ backup?: boolean }",
      rules: `${hub}older: { "spec.backup": { as: "presence"${hub === "" ? `, loses: "inexact"` : ""} } }`,
      want: "proved",
    },
    {
      name: `a default of false of the newer version, which is no value of the older one ${hub}`,
      older: "spec?: { ready?: boolean }",
      newer: "spec?: { /** @default false */ ready?: boolean }",
      rules: `${hub}older: { "spec.ready": { as: "boolPresence" } }`,
      want: "proved",
    },
    {
      name: `a default of no values of the newer version, which is no value of the older one ${hub}`,
      older: "spec?: { tag?: string }",
      newer: "spec?: { /** @default [] */ tags?: string[] }",
      rules: `${hub}older: { "spec.tag": { to: "spec.tags", as: "listOfOne"${hub === "" ? "" : `, loses: "others"`} } }`,
      want: "proved",
    },
    {
      name: `a default of a list of the newer version, which is an empty map of the older one ${hub}`,
      older: "spec?: { zones?: Record<string, { size?: string }> }",
      newer: `spec?: { /** @default []
        @listType map
        @listMapKey name */ zones?: { name: string; size?: string }[] }`,
      rules: `${hub}older: { "spec.zones": { as: { mapToList: "name" }, default: []${hub === "" ? "" : `, loses: "order"`} } }`,
      want: "proved",
    },
  ]),
  {
    name: "a default of the newer version alone that takes the place of an empty list",
    older: "spec?: { zone?: string }",
    newer: `spec?: { /** @default ["a"] */ zones?: string[] }`,
    rules: `hub: "older", older: { "spec.zone": { to: "spec.zones", as: "listOfOne", loses: "others", default: ["a"] } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a default of the newer version alone, of a list whose empty value the hub keeps",
    older: "spec?: { zone?: string }",
    newer: `spec?: { /** @default ["a"] */ zones?: string[] }`,
    rules: `older: { "spec.zone": { to: "spec.zones", as: "listOfOne", default: ["a"] } }`,
    want: "proved",
  },
  {
    name: "a newer field with a default, and null",
    older: "spec?: { zone?: string }",
    newer: "spec?: { f?: string | null; zone?: string }",
    rules: `older: {}, newer: { "spec.f": { default: "x" } }`,
    want: "conversion/null-or-absent",
  },
  {
    name: "a default of the older version that a form makes no value of, of a field that moves",
    older: "spec?: { id?: string; /** @default false */ on?: boolean }",
    newer: "spec?: { id?: string; t?: { y?: string; on?: boolean } }",
    rules: `older: { "spec.on": { to: "spec.t.on", as: "boolPresence" } }, newer: { "spec.t.y": "added" }`,
    want: "proved",
  },
  {
    name: "a default of both versions of a field that is inverted and moves, in objects that are always there",
    older: "spec?: { id?: string; /** @default true */ on?: boolean }",
    newer: "spec?: { id?: string; /** @default {} */ t?: { /** @default false */ off?: boolean } }",
    rules: `older: { "spec.on": { to: "spec.t.off", as: "invert" } }`,
    want: "proved",
  },
  {
    name: "a default of the older version of a field that is inverted and moves",
    older: "spec?: { id?: string; /** @default true */ on?: boolean }",
    newer: "spec?: { id?: string; t?: { off?: boolean } }",
    rules: `older: { "spec.on": { to: "spec.t.off", as: "invert" } }`,
    want: "conversion/gained-default",
  },
  {
    name: "elements without keys that get two defaults",
    older: "spec?: { l?: { b?: string; s?: Duration }[] }",
    newer: "spec?: { l?: { /** @default 5 */ b?: Int32; /** @default 60 */ s?: Int64 }[] }",
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].b": { as: "digits", loses: "inexact", default: 5 }, "spec.l[].s": { as: "seconds", default: 60 } }`,
    want: "proved",
  },
  dropped("listOfOne", ["string", "string[]", 'default: [], loses: "others"'], "proved"),
  dropped("digits", ["Int32", "string", 'default: "", loses: "inexact"'], "proved"),
  dropped("boolPresence", ["boolean", "boolean", "default: false"], "conversion/wrong-form"),
  {
    name: "a default that boolPresence makes no value of, of a required field of the older hub",
    older: "spec?: { a: boolean; z?: string }",
    newer: "spec?: { a?: boolean; z?: string }",
    rules: `hub: "older", older: { "spec.a": { as: "boolPresence", default: false } }`,
    want: "proved",
  },
  dropped("presence", ["{ x?: string }", "boolean", "default: false"], "conversion/wrong-form"),
  ...absentPairs,
  ...alwaysThere,
];
