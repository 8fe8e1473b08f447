// Hard pairs of defaults in an object of both versions that another field leaves for another place.
import type { Expectation, HardPair } from "./pair-table.ts";

type Declared = Pick<HardPair, "older" | "newer" | "rules">;

/** The same pair with either hub, and what is expected of each. */
function withEither(name: string, pair: Declared, [newer, older]: readonly [Expectation, Expectation]): HardPair[] {
  return [
    { ...pair, name: `a default beside a field that leaves: ${name}`, want: newer },
    {
      ...pair,
      name: `a default beside a field that leaves: ${name}, with an older hub`,
      rules: `hub: "older", ${pair.rules}`,
      want: older,
    },
  ];
}

const undeclared = "conversion/default-not-declared";
const gained = "conversion/gained-default";
const lost = "conversion/lost-default";
const keptAnyway = "conversion/kept-anyway";

/** Fields of one version alone that its schema fills, an object and a string. */
const setBySchema = [
  { what: "an object", tag: "{}", type: "{ k?: string }" },
  { what: "a string", tag: '"x"', type: "string" },
].flatMap(({ what, tag, type }): HardPair[] => {
  const full = `spec: { o?: { /** @default ${tag} */ p?: ${type}; f?: string; z?: string } }`;
  const other = "spec: { f?: string; o?: { z?: string } }";
  const ofOlder = (rule: string): Declared => ({
    older: full,
    newer: other,
    rules: `older: { "spec.o.f": { to: "spec.f" }, "spec.o.p": ${rule} }`,
  });
  const ofNewer = (rule: string): Declared => ({
    older: other,
    newer: full,
    rules: `older: { "spec.f": { to: "spec.o.f" } }, newer: { "spec.o.p": ${rule} }`,
  });
  return [
    ...withEither(`${what} that was removed`, ofOlder(`"removed"`), [undeclared, gained]),
    ...withEither(`${what} that is kept`, ofOlder(`{ keep: true, default: ${tag} }`), ["proved", keptAnyway]),
    ...withEither(`${what} that was added`, ofNewer(`"added"`), [undeclared, undeclared]),
    ...withEither(`${what} that was added, declared`, ofNewer(`{ default: ${tag} }`), ["proved", "proved"]),
    ...withEither(`${what} that was added and is kept`, ofNewer(`{ keep: true, default: ${tag} }`), [
      keptAnyway,
      "proved",
    ]),
  ];
});

const leaves = `"spec.o.f": { to: "spec.f" }`;
const group =
  't: { older: { f: "spec.o.f" }, newer: { f: "spec.f" }, as: { forward: ({ f }: { f?: string }) => (f === undefined ? {} : { f }), ' +
  "back: ({ f }: { f?: string }) => (f === undefined ? {} : { f }) } }";

/** Defaults of rules. */
const setByRule: readonly HardPair[] = [
  ...withEither(
    "of a field that was added",
    {
      older: "spec: { o?: { f?: string; z?: string } }",
      newer: "spec: { f?: string; o?: { g?: string; z?: string } }",
      rules: `older: { ${leaves} }, newer: { "spec.o.g": { default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a required field that was added",
    {
      older: "spec: { o?: { f?: string } }",
      newer: "spec: { f?: string; o?: { g: string } }",
      rules: `older: { ${leaves} }, newer: { "spec.o.g": { default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a required field that was added and is kept",
    {
      older: "spec: { o?: { f?: string } }",
      newer: "spec: { f?: string; o?: { g: string } }",
      rules: `older: { ${leaves} }, newer: { "spec.o.g": { keep: true, default: "x" } }`,
    },
    [keptAnyway, lost],
  ),
  ...withEither(
    "of a required field that was removed and is kept",
    {
      older: "spec?: { o?: { b: string }; c?: boolean }",
      newer: "spec?: { o?: { c?: boolean } }",
      rules: `older: { "spec.c": { to: "spec.o.c" }, "spec.o.b": { keep: true, default: "p" } }`,
    },
    [lost, "proved"],
  ),
  ...withEither(
    "of a field that was added, of elements",
    {
      older: "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; o?: { f?: string; z?: string } }[] }",
      newer:
        "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; f?: string; o?: { g: string; z?: string } }[] }",
      rules: `older: { "spec.l[].o.f": { to: "spec.l[].f" } }, newer: { "spec.l[].o.g": { default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field that was added, and functions take the other one",
    {
      older: "spec: { o?: { f?: string; z?: string } }",
      newer: "spec: { f?: string; o?: { g: string; z?: string } }",
      rules: `older: {}, newer: { "spec.o.g": { default: "x" } }, together: { ${group} }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field around the object that is left",
    {
      older: "spec: { o?: { q?: { f?: string; z?: string } } }",
      newer: "spec: { f?: string; o?: { g: string; q?: { z?: string } } }",
      rules: `older: { "spec.o.q.f": { to: "spec.f" } }, newer: { "spec.o.g": { default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field that moves into the object",
    {
      older: "spec: { o?: { f?: string; z?: string }; m?: string }",
      newer: "spec: { f?: string; o?: { m: string; z?: string } }",
      rules: `older: { ${leaves}, "spec.m": { to: "spec.o.m", default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field that moves into the object beside another one",
    {
      older: "spec: { o?: { f?: string }; m?: string; b?: string }",
      newer: "spec: { f?: string; o?: { m: string; b?: string } }",
      rules: `older: { ${leaves}, "spec.m": { to: "spec.o.m", default: "x" }, "spec.b": { to: "spec.o.b" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field that stays",
    {
      older: "spec: { o?: { f?: string; m?: string } }",
      newer: "spec: { f?: string; o?: { n: string } }",
      rules: `older: { ${leaves}, "spec.o.m": { to: "spec.o.n", default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field that stays, and the other one is never absent",
    {
      older: "spec: { o?: { f: string; m?: string } }",
      newer: "spec: { f: string; o?: { m: string } }",
      rules: `older: { "spec.o.f": { to: "spec.f", default: "" }, "spec.o.m": { default: "x" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "of a field that was added to the spec, and the other one leaves for the status",
    {
      older: "spec?: { a?: string }; status?: { z?: string }",
      newer: "spec?: { /** @default {} */ p?: { k?: string } }; status?: { a?: string; z?: string }",
      rules: `older: { "spec.a": { to: "status.a" } }, newer: { "spec.p": { default: {} } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a required field that was added to the spec, and the other one leaves for the status",
    {
      older: "spec?: { a?: string; c?: string }; status?: { z?: string }",
      newer: "spec?: { c?: string; p: string }; status?: { a?: string; z?: string }",
      rules: `older: { "spec.a": { to: "status.a" } }, newer: { "spec.p": { default: "x" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "of a field in an object that the other one does not leave",
    {
      older: "spec: { o?: { f?: string; z?: string } }",
      newer: "spec: { o?: { h?: string; q?: { g: string; z?: string } } }",
      rules: `older: { "spec.o.f": { to: "spec.o.h" }, "spec.o.z": { to: "spec.o.q.z" } }, newer: { "spec.o.q.g": { default: "x" } }`,
    },
    ["proved", "proved"],
  ),
];

/** Objects that stay, because no value has left them or their version requires them. */
const stays: readonly HardPair[] = [
  ...withEither(
    "of a required field of the hub, as its value",
    {
      older: "spec?: { o?: { d?: string } }",
      newer: "spec?: { d?: string; o?: { b: string } }",
      rules: `older: { "spec.o.d": { to: "spec.d" } }, newer: { "spec.o.b": { default: "q" } }`,
    },
    ["proved", lost],
  ),
  ...withEither(
    "as the value of a kept field in an object of its own",
    {
      older: "spec?: { o1?: { a: string }; a?: Int32 }",
      newer: "spec?: { zz?: string }; status?: { c?: Int32 }",
      rules: `older: { "spec.o1.a": { keep: true, default: "p" }, "spec.a": { to: "status.c" } }, newer: { "spec.zz": "added" }`,
    },
    ["proved", keptAnyway],
  ),
  ...withEither(
    "of an object in a required one that stays",
    {
      older: "spec: { /** @default {} */ o?: { x?: string } }; status?: { a?: string }",
      newer: "spec: { /** @default {} */ o?: { a?: string } }",
      rules: `older: { "status.a": { to: "spec.o.a" }, "spec.o.x": "keep" }`,
    },
    ["proved", keptAnyway],
  ),
  ...withEither(
    "of an object that a field leaves for the status",
    {
      older: "spec?: { /** @default {} */ o?: { c?: string }; z?: string }",
      newer: "spec?: { z?: string }; status?: { c?: string }",
      rules: `older: { "spec.o.c": { to: "status.c" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "none, of an empty value in an object without the other field",
    {
      older: "spec?: { o?: { i?: string; a: string } }",
      newer: "spec?: { i?: string; o?: { a?: string } }",
      rules: `older: { "spec.o.i": { to: "spec.i" }, "spec.o.a": { as: "dropEmpty" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "of a required field of the older version alone, removed",
    {
      older: `spec?: { /** @default "p" */ a: string; b?: string }`,
      newer: "spec?: { b?: string }",
      rules: `older: { "spec.a": "removed" }`,
    },
    ["conversion/required-lost", "conversion/required-lost"],
  ),
  ...withEither(
    "of a required field of the older version alone, declared",
    {
      older: `spec?: { /** @default "p" */ a: string; b?: string }`,
      newer: "spec?: { b?: string }",
      rules: `older: { "spec.a": { keep: true, default: "p" } }`,
    },
    ["proved", "proved"],
  ),
];

/** A required object whose required field has a value again, and that a part of an object lacks. */
const inRequiredObject: readonly HardPair[] = [
  ...withEither(
    "of a required field that was added to a required object",
    {
      older: "spec: { o: { f?: string; z?: string } }",
      newer: "spec: { f?: string; o: { b: string; z?: string } }",
      rules: `older: { ${leaves} }, newer: { "spec.o.b": { default: "x" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "of a required field that was added to a required object, for the status",
    {
      older: "spec: { o: { f?: string; b?: string } }",
      newer: "spec: { o: { b: string } }; status?: { f?: string }",
      rules: `older: { "spec.o.f": { to: "status.f" }, "spec.o.b": { default: "x" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "of a required field that moves into a required object",
    {
      older: "spec: { b?: string; o: { f?: string } }",
      newer: "spec: { f?: string; o: { b: string } }",
      rules: `older: { ${leaves}, "spec.b": { to: "spec.o.b", default: "x" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "of a required field that is kept in a required object, and the other one enters it",
    {
      older: "spec: { f?: string; o: { b: string; z?: string } }",
      newer: "spec: { o: { f?: string; z?: string } }",
      rules: `older: { "spec.f": { to: "spec.o.f" }, "spec.o.b": { keep: true, default: "x" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "of a required field that was added to a required object of elements",
    {
      older: "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; o: { f?: string; z?: string } }[] }",
      newer:
        "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; f?: string; o: { b: string; z?: string } }[] }",
      rules: `older: { "spec.l[].o.f": { to: "spec.l[].f" } }, newer: { "spec.l[].o.b": { default: "x" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "none, of an empty value that a required object has again, and the other field enters it",
    {
      older: "spec: { f?: string; o: { b: string } }",
      newer: "spec: { o: { f?: string; b?: string } }",
      rules: `older: { "spec.f": { to: "spec.o.f" }, "spec.o.b": { as: "dropEmpty" } }`,
    },
    ["proved", "proved"],
  ),
  ...withEither(
    "none, of a flag that a required object has again, and the other field enters it",
    {
      older: "spec: { f?: string; o: { b: boolean } }",
      newer: "spec: { o: { f?: string; b?: boolean } }",
      rules: `older: { "spec.f": { to: "spec.o.f" }, "spec.o.b": { as: "boolPresence" } }`,
    },
    ["proved", "proved"],
  ),
];

/** The pairs. */
export const leftDefaultPairs: readonly HardPair[] = [...setBySchema, ...setByRule, ...stays, ...inRequiredObject];
