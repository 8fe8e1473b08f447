// Hard pairs of defaults of objects that only the version that is not the hub has, with fields in them that the hub keeps, or loses.
import type { HardPair } from "./pair-table.ts";

const gained = "conversion/gained-default";
const keptP = `{ keep: true, default: "p" }`;

/** Objects with such fields: the default that the schema sets, and the fields around which it is. */
const shapes = [
  { what: "", own: `/** @default {} */ o?: { /** @default "p" */ b?: string; a?: string }`, b: keptP },
  {
    what: " that has the value itself",
    own: `/** @default { "b": "p" } */ o?: { b?: string; a?: string }`,
    b: `"keep"`,
  },
];

const ofShapes = shapes.flatMap(({ what, own, b }): HardPair[] => [
  {
    name: `a default of an object with kept fields${what}`,
    older: `spec: { c?: string; ${own} }`,
    newer: "spec: { c?: string }",
    rules: `older: { "spec.o.a": "keep", "spec.o.b": ${b} }`,
    want: gained,
  },
  {
    name: `a default of an object with kept fields${what}, with an older hub`,
    older: "spec: { c?: string }",
    newer: `spec: { c?: string; ${own} }`,
    rules: `hub: "older", older: {}, newer: { "spec.o.a": "keep", "spec.o.b": ${b} }`,
    want: gained,
  },
  {
    name: `a default of an object with kept fields${what}, of which one moves`,
    older: `spec: { c?: string; ${own} }`,
    newer: "spec: { c?: string; a?: string }",
    rules: `older: { "spec.o.a": { to: "spec.a" }, "spec.o.b": ${b} }`,
    want: gained,
  },
  {
    name: `a default of an object with kept fields${what}, which a field of the hub always makes`,
    older: `spec: { c?: string; ${own} }`,
    newer: "spec: { c?: string; a: string }",
    rules: `older: { "spec.o.a": { to: "spec.a", default: "z" }, "spec.o.b": ${b} }`,
    want: "proved",
  },
  {
    name: `a default of an object with fields that are lost${what}, with an older hub`,
    older: "spec: { c?: string }",
    newer: `spec: { c?: string; ${own} }`,
    rules: `hub: "older", older: {}, newer: { "spec.o.a": "added", "spec.o.b": { default: "p" } }`,
    want: "proved",
  },
]);

/** Objects in objects. */
const nested: readonly HardPair[] = [
  {
    name: "a default of an object with a kept object that has one, too",
    older:
      "spec: { c?: string; /** @default {} */ o?: { /** @default {} */ q?: { /** @default 1 */ b?: Int32 }; a?: string } }",
    newer: "spec: { c?: string }",
    rules: `older: { "spec.o.a": "keep", "spec.o.q": { keep: true, default: {} } }`,
    want: gained,
  },
  {
    name: "a default of an object with kept fields, in an object that another field makes",
    older: `spec: { c?: string; o?: { /** @default {} */ q?: { /** @default "p" */ b?: string }; a?: string } }`,
    newer: "spec: { c?: string; a?: string }",
    rules: `older: { "spec.o.a": { to: "spec.a" }, "spec.o.q.b": ${keptP} }`,
    want: gained,
  },
  {
    name: "a default of an object with kept fields, in an object that is there for kept fields alone",
    older: `spec: { c?: string; o?: { /** @default {} */ q?: { /** @default "p" */ b?: string }; a?: string } }`,
    newer: "spec: { c?: string }",
    rules: `older: { "spec.o.a": "keep", "spec.o.q.b": ${keptP} }`,
    want: "proved",
  },
  {
    name: "a default of an object with kept fields that no schema sets",
    older: "spec: { c?: string; /** @default {} */ o?: { b?: string } }",
    newer: "spec: { c?: string }",
    rules: `older: { "spec.o.b": ${keptP} }`,
    want: "proved",
  },
  {
    name: "a default of an object with kept fields, of elements",
    older: `spec: { /** @listType map\n@listMapKey id */ l?: { id: string; /** @default {} */ o?: { /** @default "p" */ b?: string } }[] }`,
    newer: "spec: { /** @listType map\n@listMapKey id */ l?: { id: string }[] }",
    rules: `older: { "spec.l[].o.b": ${keptP} }`,
    want: gained,
  },
];

/** Fields that an older hub loses: their default comes again with the object, and nothing without it. */
const lostWithObject = [
  {
    what: "an object of both versions",
    older: "spec: { f?: string; o?: { z?: string } }",
    newer: "spec: { o?: { f?: string; z?: string; w?: string } }",
  },
  {
    what: "an object of its own",
    older: "spec: { c?: string; f?: string }",
    newer: "spec: { c?: string; o?: { f?: string; w?: string } }",
  },
].map(({ what, ...versions }): HardPair => ({
  ...versions,
  name: `a default of a field that is lost, in ${what} that another field enters, with an older hub`,
  rules: `hub: "older", older: { "spec.f": { to: "spec.o.f" } }, newer: { "spec.o.w": { default: "d" } }`,
  want: "proved",
}));

/** The pairs. */
export const keptDefaultPairs: readonly HardPair[] = [...ofShapes, ...nested, ...lostWithObject];
