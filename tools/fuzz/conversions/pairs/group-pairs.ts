// Hard pairs of groups: functions of several fields, in objects with other fields that both versions have.
import type { HardPair } from "./pair-table.ts";

const hubs = ["", `hub: "older", `];

/** A group that takes one string to another path, with what it has more. */
export function groupOf(from: string, to: string, more = ""): string {
  return `together: { moved: { older: { x: "${from}" }, newer: { c: "${to}" }, as: {
    forward: ({ x }: { x?: string }): { c?: string } => (x === undefined ? {} : { c: x }),
    back: ({ c }: { c?: string }): { x?: string } => (c === undefined ? {} : { x: c }) }${more} } }`;
}

type Row = Pick<HardPair, "name" | "older" | "newer" | "rules"> & Partial<Pick<HardPair, "want">>;

/** Required fields, and objects that must not be empty, that a group takes a field from or to. */
const beside: readonly Row[] = [
  {
    name: "out of the object of a required field",
    older: "spec?: { o?: { x?: string; d: string }; id?: string }",
    newer: "spec?: { o?: { d: string }; x?: string; id?: string }",
    rules: `older: { "spec.o.d": { bounds: "differ" } }, ${groupOf("spec.o.x", "spec.x")}`,
  },
  {
    name: "out of the object of a required field, not declared",
    older: "spec?: { o?: { x?: string; d: string }; id?: string }",
    newer: "spec?: { o?: { d: string }; x?: string; id?: string }",
    rules: `older: {}, ${groupOf("spec.o.x", "spec.x")}`,
    want: "conversion/bounds-differ",
  },
  {
    name: "into the object of a required field",
    older: "spec?: { o?: { d: { e?: string } }; x?: string; id?: string }",
    newer: "spec?: { o?: { x?: string; d: { e?: string } }; id?: string }",
    rules: `older: { "spec.o.d": { bounds: "differ" } }, ${groupOf("spec.x", "spec.o.x")}`,
  },
  {
    name: "out of the object of a required list, in elements",
    older: "spec?: { l?: { o?: { x?: string; d: string[] }; id?: string }[] }",
    newer: "spec?: { l?: { o?: { d: string[] }; x?: string; id?: string }[] }",
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].o.d": { bounds: "differ" } }, ${groupOf("spec.l[].o.x", "spec.l[].x")}`,
  },
  {
    name: "inside the object of a required field",
    older: "spec?: { o?: { x?: string; d: string }; id?: string }",
    newer: "spec?: { o?: { y?: string; d: string }; id?: string }",
    rules: `older: { "spec.o.d": { bounds: "differ" } }, ${groupOf("spec.o.x", "spec.o.y")}`,
    want: "conversion/not-different",
  },
  {
    name: "beside the object of a required field",
    older: "spec?: { o?: { d: string }; x?: string }",
    newer: "spec?: { o?: { d: string }; y?: string }",
    rules: `older: { "spec.o.d": { bounds: "differ" } }, ${groupOf("spec.x", "spec.y")}`,
    want: "conversion/not-different",
  },
  {
    name: "without rules of the older version",
    older: "spec?: { x?: string; id?: string }",
    newer: "spec?: { y?: string; id?: string }",
    rules: groupOf("spec.x", "spec.y"),
  },
  {
    name: "out of an object that must not be empty",
    older: "spec: { /** @minProperties 1 */ o: { x?: string; y?: string } }",
    newer: "spec: { /** @minProperties 1 */ o: { y?: string }; x?: string }",
    rules: `older: { "spec.o": { bounds: "differ" } }, ${groupOf("spec.o.x", "spec.x")}`,
  },
  {
    name: "out of an object that must not be empty, not declared",
    older: "spec: { /** @minProperties 1 */ o: { x?: string; y?: string } }",
    newer: "spec: { /** @minProperties 1 */ o: { y?: string }; x?: string }",
    rules: `older: {}, ${groupOf("spec.o.x", "spec.x")}`,
    want: "conversion/bounds-differ",
  },
  {
    name: "further into an object that must not be empty",
    older: "spec: { /** @minProperties 1 */ o: { x?: string; y?: string } }",
    newer: "spec: { /** @minProperties 1 */ o: { y?: string; in?: { x?: string } } }",
    rules: `older: { "spec.o": { bounds: "differ" } }, ${groupOf("spec.o.x", "spec.o.in.x")}`,
  },
  {
    name: "inside an object that must not be empty",
    older: "spec: { /** @minProperties 1 */ o: { x?: string; y?: string } }",
    newer: "spec: { /** @minProperties 1 */ o: { z?: string; y?: string } }",
    rules: `older: {}, ${groupOf("spec.o.x", "spec.o.z")}`,
  },
];

/** Functions that give a required object no field for an empty string: no generator can see it. */
const withoutField: Row = {
  name: "a required object that functions give no field",
  older: "spec: { /** @minProperties 1 */ o: { x?: string; y?: string } }",
  newer: "spec: { z: string }",
  rules: `older: {}, together: { z: { older: { x: "spec.o.x", y: "spec.o.y" }, newer: { z: "spec.z" }, as: {
    forward: ({ x = "", y = "" }: { x?: string; y?: string }) => ({ z: x + y }),
    back: ({ z = "" }: { z?: string }): { x?: string; y?: string } => (z === "" ? {} : { x: z }) } } }`,
  want: { fails: "or functions that give it, or a field in it, for every object" },
};

const withIn = "spec?: { o?: { a?: string; in: { c?: string } }; id?: string }";
const withoutIn = "spec?: { o?: { a?: string }; x?: string; id?: string }";

/** Required objects of one version that only fields of a group bring. */
const brought: readonly Row[] = [
  {
    name: "a required object of the newer version",
    older: withoutIn,
    newer: withIn,
    rules: `older: {}, ${groupOf("spec.x", "spec.o.in.c")}`,
    want: "conversion/needs-default",
  },
  {
    name: "a required object of the older version",
    older: withIn,
    newer: withoutIn,
    rules: `older: {}, ${groupOf("spec.o.in.c", "spec.x")}`,
    want: "conversion/required-lost",
  },
  {
    name: "a required object of the newer version, with bounds that differ",
    older: withoutIn,
    newer: withIn,
    rules: `older: {}, ${groupOf("spec.x", "spec.o.in.c", `, bounds: "differ"`)}`,
    want: "conversion/needs-default",
  },
  {
    name: "a required object of the newer version, beside a rule for another field of it",
    older: "spec?: { o?: { a?: string }; x?: string; y?: string; id?: string }",
    newer: "spec?: { o?: { a?: string; in: { c?: string; e?: string } }; id?: string }",
    rules: `older: { "spec.y": { to: "spec.o.in.e" } }, ${groupOf("spec.x", "spec.o.in.c")}`,
    want: "conversion/needs-default",
  },
  {
    name: "a required object of the newer version, with the default of another field of it",
    older: withoutIn,
    newer: "spec?: { o?: { a?: string; in: { c?: string; q: string } }; id?: string }",
    rules: `older: {}, newer: { "spec.o.in.q": { default: "" } }, ${groupOf("spec.x", "spec.o.in.c")}`,
  },
  {
    name: "a required object of the newer version, by a required field",
    older: "spec?: { o?: { a?: string; x: string } }",
    newer: "spec?: { o?: { a?: string; in: { c: string } } }",
    rules: `older: {}, together: { moved: { older: { x: "spec.o.x" }, newer: { c: "spec.o.in.c" }, as: {
      forward: ({ x = "" }: { x?: string }) => ({ c: x }), back: ({ c = "" }: { c?: string }) => ({ x: c }) } } }`,
  },
  {
    name: "a required object of the newer version, by a required field of an object that another field makes",
    older: "spec?: { o?: { a?: string; x: string }; y?: string; id?: string }",
    newer: "spec?: { o?: { a?: string; e?: string; in: { c?: string } }; id?: string }",
    rules: `older: { "spec.y": { to: "spec.o.e" } }, together: { moved: { older: { x: "spec.o.x" }, newer: { c: "spec.o.in.c" }, as: {
      forward: ({ x = "" }: { x?: string }) => ({ c: x }), back: ({ c = "" }: { c?: string }) => ({ x: c }) } } }`,
    want: "conversion/needs-default",
  },
];

/** Required fields of one version alone in an object that only a group makes. */
const ofOne: readonly Row[] = [
  {
    name: "a required field of the older version, in an object that the group makes",
    older: "spec?: { k?: string; o?: { x?: string; d: string } }",
    newer: "spec?: { k?: string; c?: string }",
    rules: `older: { "spec.o.d": "removed" }, ${groupOf("spec.o.x", "spec.c")}`,
    want: "conversion/required-lost",
  },
  {
    name: "a required field of the newer version, in an object that the group makes",
    older: "spec?: { k?: string; x?: string }",
    newer: "spec?: { k?: string; o?: { c?: string; d: string } }",
    rules: `older: {}, newer: { "spec.o.d": "added" }, ${groupOf("spec.x", "spec.o.c")}`,
    want: "conversion/needs-default",
  },
];

/** Defaults in an object that only a group makes. */
const withDefault: readonly Row[] = [
  {
    name: "the default of a required field, in an object of the newer version alone",
    older: "spec?: { x?: string; d?: string; k?: string }",
    newer: "spec?: { k?: string; o?: { c?: string; d: string } }",
    rules: `older: { "spec.d": { to: "spec.o.d", default: "q" } }, ${groupOf("spec.x", "spec.o.c")}`,
  },
  {
    name: "a default of the newer schema, in an object of the newer version alone",
    older: "spec?: { x?: string; d?: string; k?: string }",
    newer: `spec?: { k?: string; o?: { c?: string; /** @default "q" */ d?: string } }`,
    rules: `older: { "spec.d": { to: "spec.o.d", default: "q" } }, ${groupOf("spec.x", "spec.o.c")}`,
  },
  {
    name: "a default beside a form, in an object of the newer version alone",
    older: "spec?: { x?: string; d?: boolean; k?: string }",
    newer: "spec?: { k?: string; o?: { c?: string; d?: boolean } }",
    rules: `older: { "spec.d": { to: "spec.o.d", as: "invert", default: true } }, ${groupOf("spec.x", "spec.o.c")}`,
  },
  {
    name: "the default of a field that moves, in an object of both versions",
    older: "spec?: { x?: string; d?: string; o?: { k?: string } }",
    newer: "spec?: { o?: { k?: string; c?: string; d: string } }",
    rules: `older: { "spec.d": { to: "spec.o.d", default: "q" } }, ${groupOf("spec.x", "spec.o.c")}`,
  },
  {
    name: "the default of a field that moves, in an object of elements",
    older: "spec?: { l?: { x?: string; d?: string; k?: string }[] }",
    newer: "spec?: { l?: { k?: string; o?: { c?: string; d: string } }[] }",
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].d": { to: "spec.l[].o.d", default: "q" } },
      ${groupOf("spec.l[].x", "spec.l[].o.c")}`,
  },
  {
    name: "the default of a field that was added, in a required object of one of the newer version alone",
    older: "spec?: { x?: string; k?: string }",
    newer: "spec?: { k?: string; o?: { c?: string; in: { d: string } } }",
    rules: `older: {}, newer: { "spec.o.in.d": { default: "q" } }, ${groupOf("spec.x", "spec.o.c")}`,
  },
  {
    name: "the default of a field that was added, in an object of the newer version alone",
    older: "spec?: { x?: string; k?: string }",
    newer: "spec?: { k?: string; o?: { c?: string; d: string } }",
    rules: `older: {}, newer: { "spec.o.d": { default: "q" } }, ${groupOf("spec.x", "spec.o.c")}`,
  },
];

/** The pairs. */
export const groupPairs: readonly HardPair[] = [...beside, withoutField, ...brought, ...ofOne, ...withDefault].flatMap(
  ({ name, rules, ...row }) =>
    hubs.map((hub) => ({
      want: "proved",
      ...row,
      name: `a group: ${name}${hub === "" ? "" : ", with an older hub"}`,
      rules: `${hub}${rules}`,
    })),
);
