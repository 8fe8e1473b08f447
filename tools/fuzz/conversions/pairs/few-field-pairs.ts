// Pairs that lose something in objects with one or two fields. Beside twenty others, which a half of the random objects have each, that hardly ever shows.
import type { HardPair } from "./pair-table.ts";

const others = Array.from({ length: 20 }, (_, index) => `f${index}?: string`).join("; ");
const notEmpty = "/** @minProperties 1 */";

const same = `as: { forward: ({ x }: { x?: string }): { x?: string } => (x === undefined ? {} : { x }),
  back: ({ x }: { x?: string }): { x?: string } => (x === undefined ? {} : { x }) }`;

const pairs: readonly HardPair[] = [
  {
    name: "a kept default in an object that comes by no value",
    older: `spec?: { p?: { o?: { a: string; c?: string }; b?: string; ${others} } }`,
    newer: `spec?: { p?: { c?: string; ${others} }; b?: string }`,
    rules: `older: { "spec.p.o.a": { keep: true, default: "p" }, "spec.p.o.c": { to: "spec.p.c" }, "spec.p.b": { to: "spec.b" } }`,
    want: "proved",
  },
  {
    name: "the same with an older hub",
    older: `spec?: { p?: { c?: string; ${others} }; b?: string }`,
    newer: `spec?: { p?: { o?: { a: string; c?: string }; b?: string; ${others} } }`,
    rules: `hub: "older", older: { "spec.p.c": { to: "spec.p.o.c" }, "spec.b": { to: "spec.p.b" } },
      newer: { "spec.p.o.a": { keep: true, default: "p" } }`,
    want: "proved",
  },
  {
    name: "a kept field beside functions in an object that may not be empty",
    older: `spec?: { a?: string; o?: { a?: string; ${others} } }`,
    newer: `spec?: { ${notEmpty} o?: { b?: string; ${others} } }`,
    rules: `older: { "spec.o.a": "keep" }, together: { a: { older: { x: "spec.a" }, newer: { x: "spec.o.b" }, ${same} } }`,
    want: "proved",
  },
  {
    name: "a field that was added beside functions in an object that may not be empty",
    older: `spec?: { a?: string; ${notEmpty} o?: { in?: { a?: string }; ${others} } }`,
    newer: `spec?: { o?: { in?: { b?: string; a?: string }; ${others} }; x?: string }`,
    rules: `older: {}, newer: { "spec.o.in.b": "added" },
      together: { a: { older: { x: "spec.a" }, newer: { x: "spec.x" }, ${same} } }`,
    want: "proved",
  },
  {
    name: "a string of no number, in an object that may not be empty",
    older: `spec?: { ${notEmpty} a?: { p?: Int32; in?: { z?: string }; ${others} } }`,
    newer: `spec?: { a?: { in?: { p?: string }; ${others} } }`,
    rules: `older: { "spec.a.p": { to: "spec.a.in.p", as: "digits" }, "spec.a.in.z": "keep" }`,
    want: "proved",
  },
  {
    name: "a required empty value in an object that another field enters",
    older: `spec?: { in?: { host: string; ${others} }; s?: string }`,
    newer: `spec?: { in?: { s?: string; ${others} }; host?: string }`,
    rules: `older: { "spec.in.host": { to: "spec.host", as: "dropEmpty" }, "spec.s": { to: "spec.in.s" } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a default in an object that another field enters",
    older: `spec?: { o?: { /** @default 1 */ d?: Int32; ${others} }; c?: string }`,
    newer: `spec?: { o?: { d?: Int32; in?: { c?: string }; ${others} } }`,
    rules: `older: { "spec.c": { to: "spec.o.in.c" } }`,
    want: { fails: "spec.o.d was 1 and is absent" },
  },
];

/** The pairs. */
export const fewFieldPairs: readonly HardPair[] = pairs.map((pair) => ({
  ...pair,
  name: `few of many fields: ${pair.name}`,
}));
