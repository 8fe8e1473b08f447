// A pair of versions with hundreds of fields: its generated tests end in the time that a test has.
import type { HardPair } from "./pair-table.ts";

interface FieldText {
  readonly older: string;
  readonly newer: string;
  readonly rule?: string;
}

const object = "{ a?: string; b?: { c?: Int32; d?: string[] } }";

/** Fields of five kinds by turns. */
const makers: readonly ((index: number) => FieldText)[] = [
  (index) => ({
    older: `f${index}?: Duration`,
    newer: `/** @minimum 0\n@maximum 2147483647 */ f${index}Seconds?: Int32`,
    rule: `"spec.f${index}": { to: "spec.f${index}Seconds", as: "seconds", bounds: "differ" }`,
  }),
  (index) => ({
    older: `f${index}?: "a" | "b"`,
    newer: `f${index}?: "A" | "B"`,
    rule: `"spec.f${index}": { as: { enum: { a: "A", b: "B" } } }`,
  }),
  (index) => ({ older: `f${index}?: ${object}`, newer: `f${index}?: ${object}` }),
  (index) => ({
    older: `f${index}?: boolean`,
    newer: `g${index}?: boolean`,
    rule: `"spec.f${index}": { to: "spec.g${index}", as: "invert" }`,
  }),
  (index) => ({
    older: `f${index}?: string`,
    newer: `x${index}?: string`,
    rule: `"spec.f${index}": { to: "spec.x${index}" }`,
  }),
];

const fields = Array.from({ length: 80 }, (_, index) => index).flatMap((turn) =>
  makers.map((make, index) => make(turn * makers.length + index)),
);

function textOf(version: "older" | "newer"): string {
  return `spec?: { ${fields.map((field) => field[version]).join("; ")} }`;
}

/** The pairs. */
export const largePairs: readonly HardPair[] = [
  {
    name: "four hundred fields",
    older: textOf("older"),
    newer: textOf("newer"),
    rules: `older: { ${fields.flatMap(({ rule }) => rule ?? []).join(", ")} }`,
    want: "proved",
  },
];
