// Hard pairs of groups: functions of several fields, in objects with other fields that both versions have.
import type { HardPair } from "./pair-table.ts";

const hubs = ["", `hub: "older", `];

/** A group that takes one string to another path. */
export function groupOf(from: string, to: string): string {
  return `together: { moved: { older: { x: "${from}" }, newer: { c: "${to}" }, as: {
    forward: ({ x }: { x?: string }): { c?: string } => (x === undefined ? {} : { c: x }),
    back: ({ c }: { c?: string }): { x?: string } => (c === undefined ? {} : { x: c }) } } }`;
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
    name: "out of an object that must not be empty",
    older: "spec: { /** @minProperties 1 */ o: { x?: string; y?: string } }",
    newer: "spec: { /** @minProperties 1 */ o: { y?: string }; x?: string }",
    rules: `older: { "spec.o": { bounds: "differ" } }, ${groupOf("spec.o.x", "spec.x")}`,
  },
];

/** The pairs. */
export const groupPairs: readonly HardPair[] = beside.flatMap(({ name, rules, ...row }) =>
  hubs.map((hub) => ({
    want: "proved",
    ...row,
    name: `a group: ${name}${hub === "" ? "" : ", with an older hub"}`,
    rules: `${hub}${rules}`,
  })),
);
