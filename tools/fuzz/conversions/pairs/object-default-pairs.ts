// Hard pairs of objects with a default that one version alone has, or that both have in an object that another field makes.
import type { Expectation, HardPair } from "./pair-table.ts";

const hubs = [
  ["", ""],
  [`hub: "older", `, ", with an older hub"],
] as const;

/** The objects of both versions, `D` in the place of `@default {}`, and the rules. */
function toEither(name: string, pair: Pick<HardPair, "older" | "newer" | "rules">, want: Expectation): HardPair[] {
  const withDefault = (body: string): string => body.replaceAll("D ", "/** @default {} */ ");
  return hubs.map(([hub, end]) => ({
    name: `a default of an object: ${name}${end}`,
    older: withDefault(pair.older),
    newer: withDefault(pair.newer),
    rules: `${hub}${pair.rules}`,
    want,
  }));
}

const gained = "conversion/gained-default";

/** The pairs. */
export const objectDefaultPairs: readonly HardPair[] = [
  ...toEither(
    "of the older version alone",
    { older: "spec: { D o?: { a?: string } }", newer: "spec: { o?: { a?: string } }", rules: "older: {}" },
    gained,
  ),
  ...toEither(
    "of the older version alone, of elements",
    {
      older: "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; D o?: { a?: string } }[] }",
      newer: "spec: { /** @listType map\n@listMapKey id */ l?: { id: string; o?: { a?: string } }[] }",
      rules: "older: {}",
    },
    gained,
  ),
  ...toEither(
    "of the older version alone, of values of a map in the status",
    {
      older: "status?: { m?: { [key: string]: { D o?: { a?: string; k?: string } } } }",
      newer: "status?: { m?: { [key: string]: { o?: { a?: string } } } }",
      rules: `older: { "status.m[*].o.k": "removed" }`,
    },
    gained,
  ),
  ...toEither(
    "of the older version alone, and it moves as a whole",
    {
      older: "spec: { D o?: { a?: string } }",
      newer: "spec: { u?: { a?: string } }",
      rules: `older: { "spec.o": { to: "spec.u" } }`,
    },
    gained,
  ),
  ...toEither(
    "of the older version alone, and a required field moves into it",
    {
      older: "spec: { D o?: { a?: string }; p?: { f: boolean; b?: string } }",
      newer: "spec: { o?: { a?: string; f: boolean }; p?: { b?: string } }",
      rules: `older: { "spec.p.f": { to: "spec.o.f", bounds: "differ" } }`,
    },
    gained,
  ),
  ...toEither(
    "of the older version alone, and the newer one requires a field in it",
    {
      older: "spec: { D o?: { f?: string } }",
      newer: "spec: { o?: { f: string } }",
      rules: `older: { "spec.o.f": { default: "" } }`,
    },
    gained,
  ),
  ...toEither(
    "of the older version, and the newer one requires the object",
    {
      older: "spec: { w?: { D o?: { a?: string; k?: string } } }",
      newer: "spec: { w?: { o: { a?: string; m?: string } } }",
      rules: `older: { "spec.w.o.k": { to: "spec.w.o.m" }, "spec.w.o": { bounds: "differ" } }`,
    },
    "proved",
  ),
  ...toEither(
    "of the newer version alone",
    { older: "spec: { o?: { a?: string } }", newer: "spec: { D o?: { a?: string } }", rules: "older: {}" },
    "conversion/default-not-declared",
  ),
  ...toEither(
    "of the newer version alone, and it moves as a whole",
    {
      older: "spec: { o?: { a?: string } }",
      newer: "spec: { D u?: { a?: string } }",
      rules: `older: { "spec.o": { to: "spec.u" } }`,
    },
    "conversion/default-not-declared",
  ),
  ...toEither(
    "of the newer version alone, and a rule has it",
    {
      older: "spec: { o?: { a?: string } }",
      newer: "spec: { D o?: { a?: string } }",
      rules: `older: { "spec.o": { default: {} } }`,
    },
    "proved",
  ),
  ...toEither(
    "of the newer version alone, and a field of it has a rule",
    {
      older: "spec: { o?: { a?: string } }",
      newer: "spec: { D o?: { a?: string; k?: string } }",
      rules: `older: {}, newer: { "spec.o.k": "added" }`,
    },
    gained,
  ),
  ...toEither(
    "of both versions, a field of it has a rule, and another field makes the object around it",
    {
      older: "spec: { o?: { D p?: { a?: string; k?: string }; r?: { f?: string } } }",
      newer: "spec: { f?: string; o?: { D p?: { a?: string } } }",
      rules: `older: { "spec.o.r.f": { to: "spec.f" }, "spec.o.p.k": "removed" }`,
    },
    gained,
  ),
  ...toEither(
    "of both versions, around a field with a default of the older one, and another field leaves it",
    {
      older: `spec: { D o?: { /** @default "x" */ p?: string; r?: { f?: string } } }`,
      newer: `spec: { f?: string; D o?: { /** @default "x" */ p?: string } }`,
      rules: `older: { "spec.o.r.f": { to: "spec.f" } }`,
    },
    "proved",
  ),
  ...toEither(
    "of both versions, in one that moves as a whole and has a default in its rule",
    {
      older: `spec: { o?: { D p?: { f?: string }; /** @default "x" */ g?: string } }`,
      newer: `spec: { u: { D p?: { f?: string }; /** @default "x" */ g?: string } }`,
      rules: `older: { "spec.o": { to: "spec.u", default: {} } }`,
    },
    "proved",
  ),
  ...toEither(
    "of one that the older version requires, in one that another field makes",
    {
      older: "spec: { p?: { o: { a?: string } }; x?: string }",
      newer: "spec: { p?: { D o?: { a?: string }; x?: string } }",
      rules: `older: { "spec.p.o": { bounds: "differ" }, "spec.x": { to: "spec.p.x" } }`,
    },
    gained,
  ),
  ...toEither(
    "of one that both versions require, in one that another field makes",
    {
      older: "spec: { p?: { o: { a?: string } }; x?: string }",
      newer: "spec: { p?: { D o: { a?: string }; x?: string } }",
      rules: `older: { "spec.p.o": { bounds: "differ" }, "spec.x": { to: "spec.p.x" } }`,
    },
    gained,
  ),
  ...toEither(
    "of one that the newer version requires, in one that another field leaves",
    {
      older: "spec: { p?: { D o?: { a?: string }; x?: string } }",
      newer: "spec: { p?: { o: { a?: string } }; x?: string }",
      rules: `older: { "spec.p.o": { bounds: "differ" }, "spec.p.x": { to: "spec.x" } }`,
    },
    gained,
  ),
  ...toEither(
    "of one that the older version requires, in one that is always there, and another field moves into that",
    {
      older: "spec: { p: { o: { a?: string } }; x?: string }",
      newer: "spec: { p: { D o?: { a?: string }; x?: string } }",
      rules: `older: { "spec.p.o": { bounds: "differ" }, "spec.x": { to: "spec.p.x" } }`,
    },
    "proved",
  ),
  ...toEither(
    "in one of the newer version alone that has a default in its rule",
    {
      older: "spec: { n?: string }",
      newer: "spec: { n?: string; o: { D p?: { f?: string } } }",
      rules: `older: {}, newer: { "spec.o": { default: {} } }`,
    },
    "proved",
  ),
  {
    name: "a default of an object: in a required one that the hub keeps, with a default in its rule",
    older: "spec: { n?: string; o: { /** @default {} */ p?: { f?: string } } }",
    newer: "spec: { n?: string }",
    rules: `older: { "spec.o": { keep: true, default: {} } }`,
    want: "proved",
  },
  {
    name: "a default of an object: in a required one of elements that an older hub keeps, with a default in its rule",
    older: "spec: { /** @listType map\n@listMapKey id */ l?: { id: string }[] }",
    newer: `spec: { /** @listType map\n@listMapKey id */ l?: { id: string; o: { /** @default {} */ p?: { /** @default "x" */ f?: string } } }[] }`,
    rules: `hub: "older", older: {}, newer: { "spec.l[].o": { keep: true, default: {} } }`,
    want: "proved",
  },
  {
    name: "a default of the older version alone, in an object that another field makes",
    older: `spec: { o?: { /** @default "x" */ p?: string; r?: { f?: string } } }`,
    newer: "spec: { f?: string; o?: { p?: string } }",
    rules: `older: { "spec.o.r.f": { to: "spec.f" } }`,
    want: gained,
  },
  {
    name: "a default of an object: of the newer version alone, and a field of it has another one",
    older: "spec: { o?: { a?: string } }",
    newer: `spec: { /** @default {} */ o?: { /** @default "x" */ a?: string } }`,
    rules: `older: { "spec.o.a": { default: "x" } }`,
    want: "proved",
  },
  {
    name: "a default with values in inner objects and maps, of a newer field",
    older: "spec?: { a?: string }",
    newer: "spec?: { a?: string; h: { n?: string; m?: Record<string, string>; o?: { x?: string } } }",
    rules: `older: {}, newer: { "spec.h": { default: { n: "", m: { p: "b" }, o: { x: "y" } } } }`,
    want: "proved",
  },
  {
    name: "a default with values in inner objects and maps, of a kept field",
    older: "spec?: { a?: string; h: { n?: string; m?: Record<string, string>; o?: { x?: string } } }",
    newer: "spec?: { a?: string }",
    rules: `older: { "spec.h": { keep: true, default: { n: "", m: { p: "b" }, o: { x: "y" } } } }`,
    want: "proved",
  },
];
