// The cases of errors about objects that one version rejects when they are empty. From no rules on, the helps name the rules that stay, and none that another help takes back.
import { groupOf } from "../pairs/group-pairs.ts";
import { ofPair, type CodeCase } from "./help-case.ts";

const least = "/** @minProperties 1 */";

interface Declared {
  readonly code: CodeCase["code"];
  readonly older: string;
  readonly newer: string;
  /** The rules around the one that the help names. */
  readonly rules: (rule: string) => string;
  readonly help: string;
}

/** A pair that lacks one rule, which the help names, with each hub. */
function lacking({ code, rules, help, ...versions }: Declared): CodeCase[] {
  return ["", `hub: "older", `].map((hub) => ({
    code,
    ...ofPair({ ...versions, rules: `${hub}${rules("")}` }, { [`\`${help}\``]: { rules: `${hub}${rules(help)}` } }),
  }));
}

const kept = `"spec.id": { keep: true, default: "" }`;
const differ = `"spec": { bounds: "differ" }`;

const differOfObject = `"spec.o": { bounds: "differ" }`;

/** All of them. */
export const leastCases: readonly CodeCase[] = [
  ...lacking({
    code: "conversion/bounds-differ",
    older: `spec: { ${least} o: { x?: string; y?: string } }`,
    newer: `spec: { ${least} o: { y?: string }; x?: string }`,
    rules: (rule) => `older: { ${rule} }, ${groupOf("spec.o.x", "spec.x")}`,
    help: differOfObject,
  }),
  ...lacking({
    code: "conversion/bounds-differ",
    older: `spec: { ${least} o: { k?: string }; x?: string }`,
    newer: `spec: { ${least} o: { k?: string; in?: { x?: string } } }`,
    rules: (rule) => `older: { "spec.x": { to: "spec.o.in.x" }, ${rule} }`,
    help: differOfObject,
  }),
  ...lacking({
    code: "conversion/not-covered",
    older: "spec?: { id?: string; p?: string }",
    newer: `${least} spec?: { p?: string }`,
    rules: (rule) => `older: { ${rule} }`,
    help: `"spec.id": "removed"`,
  }),
  ...lacking({
    code: "conversion/not-covered",
    older: "spec?: { id: string; p?: string }",
    newer: `${least} spec?: { p?: string; w?: string }`,
    rules: (rule) => `older: { ${rule} }, newer: { "spec.w": "added" }`,
    help: kept,
  }),
  ...lacking({
    code: "conversion/bounds-differ",
    older: "spec?: { id: string; p?: string }",
    newer: `${least} spec: { p?: string; w?: string }`,
    rules: (rule) => `older: { ${kept}, ${rule} }, newer: { "spec.w": "added" }`,
    help: differ,
  }),
  ...lacking({
    code: "conversion/bounds-differ",
    older: "spec: { id: string; p?: string }",
    newer: `${least} spec: { p?: string; w?: string }`,
    rules: (rule) => `older: { ${kept}, ${rule} }, newer: { "spec.w": "added" }`,
    help: differ,
  }),
  ...lacking({
    code: "conversion/not-covered",
    older: "spec?: { id: string; a: string }; status?: { r?: boolean }",
    newer: `${least} status?: { d?: string }; spec: { a: string; w?: string }`,
    rules: (rule) => `older: { ${differ}, ${kept}, ${rule} }, newer: { "spec.w": "added", "status.d": "added" }`,
    help: `"status.r": "removed"`,
  }),
  ...lacking({
    code: "conversion/bounds-differ",
    older: `spec: { c: string; ${least} u: { a?: string; b?: string } }`,
    newer: `spec: { c: string; d?: string; ${least} u: { a?: string } }`,
    rules: (rule) => `older: { "spec.u.b": { to: "spec.d" }, ${rule} }`,
    help: `"spec.u": { bounds: "differ" }`,
  }),
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      {
        older: `spec: { c: string; ${least} u: { a?: string; b?: string } }`,
        newer: `spec: { c: string; d?: string; ${least} u: { a?: string } }`,
        rules: `older: { "spec.u.b": { to: "spec.d" } }`,
      },
      {
        "make it optional": {
          older: `spec: { c: string; ${least} u?: { a?: string; b?: string } }`,
          newer: `spec: { c: string; d?: string; ${least} u?: { a?: string } }`,
        },
      },
    ),
  },
  ...["", `hub: "older", `].map((hub): CodeCase => ({
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: `spec?: { ${least} o?: { a?: string; f?: string } }`,
        newer: `spec?: { ${least} o?: { a?: string; in: { f?: string } } }`,
        rules: `${hub}older: { "spec.o.f": { to: "spec.o.in.f" } }`,
      },
      {
        'newer: { in: "spec.o.in" }': {
          rules: `${hub}older: {}, together: { f: { older: { f: "spec.o.f" }, newer: { in: "spec.o.in" }, as: {
            forward: ({ f }: { f?: string }): { in: { f?: string } } => ({ in: f === undefined ? {} : { f } }),
            back: (value: { in?: { f?: string } }): { f?: string } => ({ ...value.in }) } } }`,
        },
        "or make it optional": { newer: `spec?: { ${least} o?: { a?: string; in?: { f?: string } } }` },
      },
    ),
  })),
];
