// Hard pairs of empty values: bounds of one version reject them, or they are as good as none.
import type { HardPair } from "./pair-table.ts";

/** A required field that became optional, whose newer version rejects the empty value. */
function dropped(
  name: string,
  [type, tag]: readonly [string, string],
  { older = "a", rule = `{ as: "dropEmpty" }` } = {},
): HardPair {
  return {
    name: `an empty value that an older hub has alone: ${name}`,
    older: `spec?: { ${older}: ${type}; b?: string }`,
    newer: `spec?: { /** @${tag} */ a?: ${type}; b?: string }`,
    rules: `hub: "older", older: { "spec.a": ${rule} }`,
    want: "proved",
  };
}

const differ = { rule: `{ as: "dropEmpty", bounds: "differ" }` };

/** The pairs. */
export const emptyPairs: readonly HardPair[] = [
  dropped("a required string", ["string", "minLength 1"]),
  dropped("an optional string", ["string", "minLength 1"], { older: "a?" }),
  dropped("a required number", ["Int32", "minimum 1"], differ),
  dropped("a string with a pattern", ["string", "pattern ^[a-z]+$"], differ),
  dropped("a string with a format", ["string", "format ipv4"], differ),
  {
    name: "a required field that only an older hub has",
    older: "spec?: { a?: string; legacy: string; o?: { x: Int32; y?: string } }",
    newer: "spec?: { a?: string; o?: { y?: string } }",
    rules: `hub: "older", older: { "spec.legacy": { keep: true, default: "none" }, "spec.o.x": { keep: true, default: 3 } }`,
    want: "proved",
  },
  {
    name: "a required field that only an older hub has, in elements of lists",
    older: `spec?: { /** @listType map\n@listMapKey name */ l?: { name: string; size: Int32 }[]; m?: { note?: string; size: Int32 }[] }`,
    newer: `spec?: { /** @listType map\n@listMapKey name */ l?: { name: string }[]; m?: { note?: string }[] }`,
    rules: `hub: "older", older: {
      "spec.l[].size": { keep: true, default: 3 }, "spec.m": { loses: "unmatched" }, "spec.m[].size": { keep: true, default: 3 } }`,
    want: "proved",
  },
  {
    name: "a required field that only an older hub has, without a value",
    older: "spec?: { a?: string; legacy: string }",
    newer: "spec?: { a?: string }",
    rules: `hub: "older", older: { "spec.legacy": "removed" }`,
    want: "conversion/required-lost",
  },
  {
    name: "an optional field that only an older hub has, with a value",
    older: "spec?: { a?: string; legacy?: string }",
    newer: "spec?: { a?: string }",
    rules: `hub: "older", older: { "spec.legacy": { keep: true, default: "" } }`,
    want: "conversion/kept-anyway",
  },
  {
    name: "a required field that the hub keeps, of an object that may not be empty in the hub",
    older: "spec?: { id: string; p?: string }",
    newer: "/** @minProperties 1 */ spec?: { p?: string; w?: string }",
    rules: `older: { "spec.id": { keep: true, default: "" } }, newer: { "spec.w": "added" }`,
    want: "proved",
  },
  {
    name: "a required field that the hub keeps, of an object that the hub requires and that may not be empty there",
    older: "spec?: { id: string; p?: string }",
    newer: "/** @minProperties 1 */ spec: { p?: string; w?: string }",
    rules: `older: { "spec.id": { keep: true, default: "" }, "spec": { bounds: "differ" } }, newer: { "spec.w": "added" }`,
    want: "proved",
  },
  // An empty object around the field comes back with the default in it: the loss of no value covers that, and the object's happens all the same.
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `a field of an object in an object, with a default of a required field ${hub}`,
    older: "spec: { a?: { n?: { r?: string } } }",
    newer: "spec: { r: string }",
    rules: `${hub}older: { "spec.a.n.r": { to: "spec.r", default: "x" } }`,
    want: "proved",
  })),
];
