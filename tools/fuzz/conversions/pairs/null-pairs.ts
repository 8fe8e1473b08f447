// Hard pairs of fields that may be null in one version only.
import type { HardPair } from "./pair-table.ts";

/** The pairs. */
export const nullPairs: readonly HardPair[] = [
  {
    name: "a string that may be null in the hub only",
    older: "spec?: { note?: string }",
    newer: "spec?: { note?: string | null }",
    rules: `older: { "spec.note": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "a string that may be null in the hub only, without a rule",
    older: "spec?: { note?: string }",
    newer: "spec?: { note?: string | null }",
    rules: "older: {}",
    want: "conversion/bounds-differ",
  },
  {
    name: "a string that may be null in an older hub only",
    older: "spec?: { note?: string | null }",
    newer: "spec?: { note?: string }",
    rules: `hub: "older", older: { "spec.note": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "a string that may be null in the version that is not the hub",
    older: "spec?: { note?: string }",
    newer: "spec?: { note?: string | null }",
    rules: `hub: "older", older: { "spec.note": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "functions whose field may be null in the hub only",
    older: "spec?: { note?: string }",
    newer: "spec?: { note?: string | null }",
    rules: `older: { "spec.note": { as: {
      forward: (value: string) => value, back: (value: string) => value } } }`,
    want: "proved",
  },
  {
    name: "a field that moves and may be null in the hub only",
    older: "spec?: { b?: string; q?: string }",
    newer: "spec?: { at?: { b?: string | null }; q?: string }",
    rules: `older: { "spec.b": { to: "spec.at.b", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "an object that moves, with a field that may be null in the hub only",
    older: "spec?: { a?: { x?: string; y?: string } }",
    newer: "spec?: { b?: { x?: string | null; y?: string } | null }",
    rules: `older: { "spec.a": { to: "spec.b", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "an enum with other names that may be null in the hub only",
    older: `spec?: { e?: "a" | "b" }`,
    newer: `spec?: { e?: "A" | "B" | null }`,
    rules: `older: { "spec.e": { as: { enum: { a: "A", b: "B" } } } }`,
    want: "proved",
  },
  {
    name: "an object, a list and a map that may be null in the hub only",
    older: "spec?: { o?: { x?: string }; l?: string[]; m?: Record<string, string> }",
    newer: "spec?: { o?: { x?: string } | null; l?: string[] | null; m?: Record<string, string> | null }",
    rules: `older: { "spec.o": { bounds: "differ" }, "spec.l": { bounds: "differ" }, "spec.m": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "an object that may be null in the hub only, with a field that has moved in it",
    older: "spec?: { o?: { x?: string; z?: string } }",
    newer: "spec?: { o?: { y?: string; z?: string } | null }",
    rules: `older: { "spec.o": { bounds: "differ" }, "spec.o.x": { to: "spec.o.y" } }`,
    want: "proved",
  },
  {
    name: "a list that may be null in the hub only, with fields of its own in the elements",
    older: "spec?: { /** @listType map\n@listMapKey name */ l?: { name: string }[] }",
    newer:
      "spec?: { /** @listType map\n@listMapKey name */ l?: { name: string; own?: string; note?: string | null }[] | null }",
    rules: `older: { "spec.l": { bounds: "differ" } }, newer: { "spec.l[].own": "added", "spec.l[].note": "added" }`,
    want: "proved",
  },
  {
    name: "values of a map that may be null in the hub only",
    older: "spec?: { m?: Record<string, string> }",
    newer: "spec?: { m?: Record<string, string | null> }",
    rules: `older: { "spec.m": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "elements with a key whose field may be null in the hub only",
    older: "spec?: { /** @listType map\n@listMapKey name */ l?: { name: string; note?: string }[] }",
    newer: "spec?: { /** @listType map\n@listMapKey name */ l?: { name: string; note?: string | null }[] }",
    rules: `older: { "spec.l[].note": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "elements without keys whose field may be null in the hub only",
    older: "spec?: { l?: { name?: string; note?: string }[] }",
    newer: "spec?: { l?: { name?: string; note?: string | null }[] }",
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].note": { bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "elements without keys whose field may be null in the hub only, and nothing says that it is lost",
    older: "spec?: { l?: { name?: string; note?: string }[] }",
    newer: "spec?: { l?: { name?: string; note?: string | null }[] }",
    rules: `older: { "spec.l[].note": { bounds: "differ" } }`,
    want: "conversion/unmatched-elements",
  },
  {
    name: "an empty string that becomes no value, which may be null in the hub",
    older: "spec: { a: string }",
    newer: "spec: { a?: string | null }",
    rules: `older: { "spec.a": { as: "dropEmpty" } }`,
    want: "proved",
  },
];
