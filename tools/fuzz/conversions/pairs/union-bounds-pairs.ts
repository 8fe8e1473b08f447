// Pairs of which one version has a union and the other an object with the fields of all members, or a field of a member elsewhere: one of them accepts what the other rejects.
import type { HardPair } from "./pair-table.ts";

const types = `interface A { type: "A"; a: string }
interface B { type: "B"; b?: string; s?: Int32 }
/** @union */
export type U = A | B;
export interface P { type: "A" | "B"; a?: string; b?: string; s?: Int32 }
export interface Q { type: "A" | "B"; c?: string; b?: string; s?: Int32 }`;

const differ = `bounds: "differ"`;

interface Row extends Pick<HardPair, "older" | "newer" | "rules"> {
  readonly name: string;
  readonly more?: string;
  readonly want?: HardPair["want"];
}

/** T is the union in one version and the object in the other. */
const ofOneField: readonly (readonly [name: string, field: string])[] = [
  ["", "u?: T"],
  [", which both require", "u: T"],
  [", in a list", "u?: T[]"],
  [", in a map", "u?: { [key: string]: T }"],
];

const ofObject: readonly Row[] = [
  ["U", "P"],
  ["P", "U"],
].flatMap(([from = "", to = ""]): Row[] => {
  const name = from === "U" ? "a union that becomes an object" : "an object that becomes a union";
  const isObjectFirst = from === "P";
  const rename = isObjectFirst ? `"spec.u.c": { to: "spec.u.a" }` : `"spec.u.a": { to: "spec.u.c" }`;
  return [
    ...ofOneField.map(([place, field]) => ({
      name: `${name}${place}`,
      older: `spec?: { ${field.replace("T", from)} }`,
      newer: `spec?: { ${field.replace("T", to)} }`,
      rules: `older: { "spec.u": { ${differ} } }`,
    })),
    {
      name: `${name}, and nothing says so`,
      older: `spec?: { u?: ${from} }`,
      newer: `spec?: { u?: ${to} }`,
      rules: "older: {}",
      want: "conversion/bounds-differ",
    },
    {
      name: `${name}, with a renamed field`,
      older: `spec?: { u?: ${isObjectFirst ? "Q" : from} }`,
      newer: `spec?: { u?: ${isObjectFirst ? to : "Q"} }`,
      rules: `older: { "spec.u": { ${differ} }, ${rename} }`,
    },
    {
      name: `${name} and moves`,
      older: `spec?: { u?: ${from} }`,
      newer: `spec?: { w?: ${to} }`,
      rules: `older: { "spec.u": { to: "spec.w", as: "unchanged", ${differ} } }`,
    },
  ];
});

const members = (field: string): string => `interface A { type: "A"; s?: string${field} }
interface B { type: "B"; b: string; s?: string }
/** @union */
export type U = A | B;`;
const without = members("")
  .replaceAll(/interface (\w)/g, "interface Less$1")
  .replace("U = A | B", "Less = LessA | LessB");

const ofMembers: readonly Row[] = (
  [
    { bounds: "", want: "conversion/bounds-differ" },
    { bounds: `, ${differ}`, want: "proved" },
  ] as const
).flatMap(({ bounds, want }): Row[] => [
  {
    name: `a field that moves into a member of a union${bounds}`,
    older: "spec?: { u?: Less; a?: string }",
    newer: "spec?: { u?: U }",
    rules: `older: { "spec.u.type": { ${differ} }, "spec.a": { to: "spec.u.a"${bounds} } }`,
    more: `${members("; a?: string")}\n${without}`,
    want,
  },
  {
    name: `a field that moves out of a member of a union${bounds}`,
    older: "spec?: { u?: U }",
    newer: "spec?: { u?: Less; a?: string }",
    rules: `older: { "spec.u.type": { ${differ} }, "spec.u.a": { to: "spec.a"${bounds} } }`,
    more: `${members("; a?: string")}\n${without}`,
    want,
  },
]);

/** Renamed fields of members: in the first row each goes with the other member. */
const ofOtherMembers: readonly Row[] = (
  [
    ["with the other members", "B", "A", "conversion/bounds-differ"],
    ["with the same members", "A", "B", "proved"],
  ] as const
).map(([name, first, second, want]) => ({
  name: `renamed fields of a union, ${name}`,
  older: "spec?: { u?: Old }",
  newer: "spec?: { u?: New }",
  rules: `older: { "spec.u.a": { to: "spec.u.c" }, "spec.u.b": { to: "spec.u.d" } }`,
  more: `interface OldA { type: "A"; a?: string }
    interface OldB { type: "B"; b?: string }
    /** @union */
    export type Old = OldA | OldB;
    interface NewC { type: "${first}"; c?: string }
    interface NewD { type: "${second}"; d?: string }
    /** @union */
    export type New = NewC | NewD;`,
  want,
}));

/** An older hub keeps what the functions lose. */
const byFunctions = [
  ["", ', loses: ({ u, a }: { u?: Less; a?: string }): boolean => a !== undefined && u?.type !== "A"'],
  [`hub: "older", `, ""],
].map(([hub, loses]): HardPair => ({
  name: `a field that moves into a member of a union, by functions with the union ${hub}`,
  older: "spec?: { u?: Less; a?: string }",
  newer: "spec?: { u?: U }",
  rules: `${hub}older: {}, together: { a: { older: { u: "spec.u", a: "spec.a" }, newer: { u: "spec.u" }, as: {
    forward: ({ u, a }: { u?: Less; a?: string }): { u?: U } =>
      u === undefined ? {} : { u: u.type === "A" && a !== undefined ? { ...u, a } : u },
    back({ u }: { u?: U }): { u?: Less; a?: string } {
      if (u?.type !== "A" || u.a === undefined) return u === undefined ? {} : { u };
      const { a, ...rest } = u;
      return { u: rest, a };
    } }${loses} } }`,
  more: `${members("; a?: string")}\n${without}`,
  want: "proved",
}));

/** The pairs. */
export const unionBoundsPairs: readonly HardPair[] = [
  ...[...ofObject, ...ofMembers, ...ofOtherMembers].flatMap((row) =>
    ["", `hub: "older", `].map((hub): HardPair => ({
      more: types,
      want: "proved",
      ...row,
      name: `${row.name} ${hub}`,
      rules: `${hub}${row.rules}`,
    })),
  ),
  ...byFunctions,
];
