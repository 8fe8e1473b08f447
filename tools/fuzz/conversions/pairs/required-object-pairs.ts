// Hard pairs of fields that move into a required object of the newer version alone: what is around it may be there without the field.
import type { HardPair } from "./pair-table.ts";

const least = "/** @minProperties 1 */";

interface Versions {
  readonly older: string;
  readonly newer: string;
  readonly rules: string;
  readonly want: HardPair["want"];
}

function ofBothHubs(name: string, { rules, ...rest }: Versions): HardPair[] {
  return ["", `hub: "older", `].map((hub) => ({
    ...rest,
    name: `a field into a required object of the newer version: ${name}${hub === "" ? "" : ", with an older hub"}`,
    rules: `${hub}${rules}`,
  }));
}

const want = "conversion/needs-default";

/** The pairs. */
export const requiredObjectPairs: readonly HardPair[] = [
  ...ofBothHubs("in an object that another field makes", {
    older: "spec: { x?: string; k?: string }",
    newer: "spec: { o?: { k?: string; in: { x?: string } } }",
    rules: `older: { "spec.x": { to: "spec.o.in.x" }, "spec.k": { to: "spec.o.k" } }`,
    want,
  }),
  ...ofBothHubs("in an object that it makes", {
    older: "spec: { x?: string }",
    newer: "spec: { o?: { in: { x?: string } } }",
    rules: `older: { "spec.x": { to: "spec.o.in.x" } }`,
    want: "proved",
  }),
  ...ofBothHubs("in an object that must not be empty", {
    older: `spec: { ${least} o?: { k?: string }; x?: string }`,
    newer: `spec: { ${least} o?: { k?: string; in: { x?: string } } }`,
    rules: `older: { "spec.x": { to: "spec.o.in.x" } }`,
    want,
  }),
  ...ofBothHubs("that all fields enter of an object that must not be empty", {
    older: `spec: { ${least} o?: { x?: string; y?: string } }`,
    newer: "spec: { o?: { in: { x?: string; y?: string } } }",
    rules: `older: { "spec.o.x": { to: "spec.o.in.x" }, "spec.o.y": { to: "spec.o.in.y" } }`,
    want: "proved",
  }),
];
