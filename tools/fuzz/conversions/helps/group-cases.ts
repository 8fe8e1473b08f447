// The cases of errors about groups: functions of several fields, in objects with other fields.
import { groupOf } from "../pairs/group-pairs.ts";
import { ofPair, type CodeCase } from "./help-case.ts";

const hubs = ["", `hub: "older", `];
const moved = groupOf("spec.o.x", "spec.x");

const withoutIn = "spec?: { o?: { a?: string }; x?: string; id?: string }";
const withIn = "spec?: { o?: { a?: string; in: { c?: string } }; id?: string }";
const withOptional = "spec?: { o?: { a?: string; in?: { c?: string } }; id?: string }";

/** Functions that make an object of a string, and the reverse, and what they do not give back to a version that is not the hub. */
const made = "({ x }: { x?: string }): { in: { c?: string } } => ({ in: x === undefined ? {} : { c: x } })";
const taken =
  "({ in: value }: { in?: { c?: string } }): { x?: string } => (value?.c === undefined ? {} : { x: value.c })";
const lostObject = ", loses: ({ in: value }: { in?: { c?: string } }) => value !== undefined && value.c === undefined";

/** An object in the only group for its field, and what the help says of it for each hub. */
const brought = [
  { hub: "", losesOf: { newer: "", older: lostObject } },
  { hub: `hub: "older", `, losesOf: { newer: lostObject, older: "" } },
].flatMap(({ hub, losesOf }): readonly CodeCase[] => [
  {
    code: "conversion/needs-default",
    ...ofPair(
      { older: withoutIn, newer: withIn, rules: `${hub}older: {}, ${groupOf("spec.x", "spec.o.in.c")}` },
      {
        [`name the object itself in \`newer\` of moved in place of its fields, \`in: "spec.o.in"\`, and let \`forward\` return one in any case${wordsOf(losesOf.newer)},`]:
          {
            rules: `${hub}older: {}, together: { moved: { older: { x: "spec.x" }, newer: { in: "spec.o.in" },
              as: { forward: ${made}, back: ${taken} }${losesOf.newer} } }`,
          },
        "make it optional": { newer: withOptional },
      },
    ),
  },
  {
    code: "conversion/required-lost",
    ...ofPair(
      { older: withIn, newer: withoutIn, rules: `${hub}older: {}, ${groupOf("spec.o.in.c", "spec.x")}` },
      {
        [`name the object itself in \`older\` of moved in place of its fields, \`in: "spec.o.in"\`, and let \`back\` return one in any case${wordsOf(losesOf.older)},`]:
          {
            rules: `${hub}older: {}, together: { moved: { older: { in: "spec.o.in" }, newer: { x: "spec.x" },
              as: { forward: ${taken}, back: ${made} }${losesOf.older} } }`,
          },
        "make it optional in the older version": { older: withOptional },
      },
    ),
  },
  {
    code: "conversion/needs-default",
    ...ofPair(
      { older: withoutIn, newer: withIn, rules: `${hub}older: { "spec.x": { to: "spec.o.in.c" } }` },
      {
        [`in place of the rules for its fields${wordsOf(losesOf.newer)},`]: {
          rules: `${hub}older: {}, together: { x: { older: { x: "spec.x" }, newer: { in: "spec.o.in" },
            as: { forward: ${made}, back: ${taken} }${losesOf.newer} } }`,
        },
      },
    ),
  },
]);

const least = "/** @minProperties 1 */";

/** A required object in an object that may be there without the field that moves into it. */
const movedInto = [
  {
    older: "spec: { x?: string; k?: string }",
    newer: "spec: { o?: { k?: string; in: { c?: string } } }",
    optional: "spec: { o?: { k?: string; in?: { c?: string } } }",
    others: `"spec.k": { to: "spec.o.k" }`,
  },
  {
    older: `spec: { ${least} o?: { k?: string }; x?: string }`,
    newer: `spec: { ${least} o?: { k?: string; in: { c?: string } } }`,
    optional: `spec: { ${least} o?: { k?: string; in?: { c?: string } } }`,
    others: "",
  },
].flatMap(({ older, newer, optional, others }) =>
  hubs.map((hub): CodeCase => ({
    code: "conversion/needs-default",
    ...ofPair(
      { older, newer, rules: `${hub}older: { "spec.x": { to: "spec.o.in.c" }, ${others} }` },
      {
        [`in place of the rules for its fields${wordsOf(hub === "" ? "" : lostObject)},`]: {
          rules: `${hub}older: { ${others} }, together: { x: { older: { x: "spec.x" }, newer: { in: "spec.o.in" },
            as: { forward: ${made}, back: ${taken} }${hub === "" ? "" : lostObject} } }`,
        },
        "make it optional": { newer: optional },
      },
    ),
  })),
);

function wordsOf(loses: string): string {
  return loses === "" ? "" : ", with `loses` for those that do not come back";
}

/** Groups beside other fields. */
const beside = hubs.flatMap((hub): readonly CodeCase[] => [
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      {
        older: "spec?: { o?: { x?: string; d: string }; id?: string }",
        newer: "spec?: { o?: { d: string }; x?: string; id?: string }",
        rules: `${hub}older: {}, ${moved}`,
      },
      {
        "make it optional": {
          older: "spec?: { o?: { x?: string; d?: string }; id?: string }",
          newer: "spec?: { o?: { d?: string }; x?: string; id?: string }",
        },
        'declare it in `older`: `"spec.o.d": { bounds: "differ" }`': {
          rules: `${hub}older: { "spec.o.d": { bounds: "differ" } }, ${moved}`,
        },
      },
    ),
  },
  {
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: "spec: { x?: string; y?: string; id?: string }",
        newer: "spec: { in: { c?: string; e?: string }; id?: string }",
        rules: `${hub}older: { "spec.y": { to: "spec.in.e" } }, ${groupOf("spec.x", "spec.in.c")}`,
      },
      {
        "convert the whole object with functions of `together`": {
          rules: `${hub}older: {}, together: { whole: { older: { x: "spec.x", y: "spec.y" }, newer: { in: "spec.in" }, as: {
            forward: ({ x, y }: { x?: string; y?: string }): { in: { c?: string; e?: string } } =>
              ({ in: { ...(x === undefined ? {} : { c: x }), ...(y === undefined ? {} : { e: y }) } }),
            back: ({ in: { c, e } = {} }: { in?: { c?: string; e?: string } }): { x?: string; y?: string } =>
              ({ ...(c === undefined ? {} : { x: c }), ...(e === undefined ? {} : { y: e }) }) } } }`,
        },
        "make it optional": { newer: "spec: { in?: { c?: string; e?: string }; id?: string }" },
      },
    ),
  },
]);

/** All of them. */
export const groupCases: readonly CodeCase[] = [...beside, ...brought, ...movedInto];
