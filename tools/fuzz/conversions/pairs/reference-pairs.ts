// Hard pairs of references: what one version requires of them, and which strings it accepts.
import type { HardPair } from "./pair-table.ts";

const loose = "{ apiVersion?: string; kind?: string; name?: string; namespace?: string }";
const strict = "{ apiVersion: string; kind: string; name: string; namespace?: string }";
const named = "{ apiGroup: string; kind: string; name: string }";
const bounded = `{ /** @minLength 1 */ apiGroup: string; kind: string; name: string }`;
const oneKind = `{ reference: { apiVersion: "v1", kind: "Node" } }`;

/** A reference whose rule has more or less than it. */
interface Case {
  readonly of: string;
  readonly older: string;
  readonly newer: string;
  readonly as?: string;
  /** Whether one version rejects references of the other. */
  readonly differs: boolean;
}

const cases: readonly Case[] = [
  { of: "whose fields only the newer version requires", older: loose, newer: named, differs: true },
  { of: "whose fields both versions require", older: strict, newer: named, differs: false },
  { of: "whose fields no version requires", older: loose, newer: named.replaceAll(":", "?:"), differs: false },
  {
    of: "whose fields only the older version requires",
    older: strict,
    newer: named.replaceAll(":", "?:"),
    differs: true,
  },
  { of: "whose newer group may not be empty", older: strict, newer: bounded, differs: true },
  {
    of: "whose name is bounded in the newer version",
    older: strict,
    newer: named.replace("name:", "/** @minLength 1 */ name:"),
    differs: true,
  },
  {
    of: "to one kind whose name only the newer version requires",
    older: "{ apiVersion?: string; kind?: string; name?: string }",
    newer: "{ name: string }",
    as: oneKind,
    differs: true,
  },
  {
    of: "to one kind whose name both versions require",
    older: "{ apiVersion?: string; kind?: string; name: string }",
    newer: "{ name: string }",
    as: oneKind,
    differs: false,
  },
];

const withUid = loose.replace(" }", "; uid?: string }");
const withRegion = named.replace(" }", "; region?: string }");

/** References with fields that the form does not convert. */
const withMore = (hub: string): readonly HardPair[] => {
  const types = { older: `spec?: { ref?: ${withUid} }`, newer: `spec?: { ref?: ${withRegion} }` };
  const place = hub === "" ? "" : ", with an older hub";
  const rule = `"spec.ref": { as: "reference", bounds: "differ" }`;
  return [
    {
      name: `a reference with fields of one version alone that no rule names${place}`,
      ...types,
      rules: `${hub}older: { ${rule} }`,
      want: "conversion/not-covered",
    },
    {
      name: `a reference with fields of one version alone${place}`,
      ...types,
      rules: `${hub}older: { ${rule}, "spec.ref.uid": "removed" }, newer: { "spec.ref.region": "added" }`,
      want: "proved",
    },
    {
      name: `a reference that moves, with fields of one version alone${place}`,
      older: types.older,
      newer: `spec?: { newRef?: ${withRegion} }`,
      rules: `${hub}older: { ${rule.replace("{ as", `{ to: "spec.newRef", as`)}, "spec.ref.uid": "removed" },
        newer: { "spec.newRef.region": "added" }`,
      want: "conversion/wrong-form",
    },
    {
      name: `a reference with a field of both versions${place}`,
      older: types.older,
      newer: `spec?: { ref?: ${named.replace(" }", "; uid?: string }")} }`,
      rules: `${hub}older: { ${rule} }`,
      want: "conversion/wrong-form",
    },
    {
      name: `a reference to one kind with a namespace that no rule names${place}`,
      older: `spec?: { ref?: ${loose} }`,
      newer: "spec?: { ref?: { name: string } }",
      rules: `${hub}older: { "spec.ref": { as: ${oneKind}, bounds: "differ" } }`,
      want: "conversion/not-covered",
    },
    {
      name: `a reference to one kind with a namespace${place}`,
      older: `spec?: { ref?: ${loose} }`,
      newer: "spec?: { ref?: { name: string } }",
      rules: `${hub}older: { "spec.ref": { as: ${oneKind}, bounds: "differ" }, "spec.ref.namespace": "removed" }`,
      want: "proved",
    },
  ];
};

const noNamespace = "{ apiVersion: string; kind: string; name: string }";

/** References whose hub has more, in elements that are found again by their value. */
const inElements: readonly HardPair[] = [
  {
    name: "references without a namespace in elements without keys",
    older: `spec?: { l?: { ref?: ${noNamespace} }[] }`,
    newer: `spec?: { l?: { tier?: string; ref?: ${named} }[] }`,
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].ref": { as: "reference" } }, newer: { "spec.l[].tier": "added" }`,
    want: "proved",
  },
  {
    name: "references to one kind, with a field of the hub, in elements without keys",
    older: `spec?: { l?: { ref?: ${noNamespace} }[] }`,
    newer: "spec?: { l?: { ref?: { name: string; tier?: string } }[] }",
    rules: `older: { "spec.l": { loses: "unmatched" }, "spec.l[].ref": { as: ${oneKind} } }, newer: { "spec.l[].ref.tier": "added" }`,
    want: "proved",
  },
  {
    name: "a reference with a field of the hub that has a default",
    older: `spec?: { ref?: ${noNamespace} }`,
    newer: `spec?: { ref?: ${named.replace(" }", `; /** @default "t" */ tier?: string }`)} }`,
    rules: `older: { "spec.ref": { as: "reference" } }, newer: { "spec.ref.tier": { default: "t" } }`,
    want: "proved",
  },
  {
    name: "a reference with a namespace in both versions",
    older: `spec?: { ref?: ${strict} }`,
    newer: `spec?: { ref?: ${named.replace(" }", "; namespace?: string }")} }`,
    rules: `older: { "spec.ref": { as: "reference" } }`,
    want: "conversion/wrong-form",
  },
];

const ofCases = (hub: string): readonly HardPair[] =>
  cases.flatMap(({ of, older, newer, as = `"reference"`, differs }): readonly HardPair[] => {
    const types = { older: `spec?: { ref?: ${older} }`, newer: `spec?: { ref?: ${newer} }` };
    const name = `a reference ${of}${hub === "" ? "" : ", with an older hub"}`;
    const plain = `${hub}older: { "spec.ref": { as: ${as} } }`;
    const bounds = `${hub}older: { "spec.ref": { as: ${as}, bounds: "differ" } }`;
    return differs
      ? [
          {
            name: `${name}, as if both versions accepted the same`,
            ...types,
            rules: plain,
            want: "conversion/bounds-differ",
          },
          { name, ...types, rules: bounds, want: "proved" },
        ]
      : [
          { name, ...types, rules: plain, want: "proved" },
          {
            name: `${name}, as if one version rejected some`,
            ...types,
            rules: bounds,
            want: { fails: "both versions accept every value of spec.ref" },
          },
        ];
  });

/** The pairs. */
export const referencePairs: readonly HardPair[] = [
  ...["", `hub: "older", `].flatMap((hub) => [...ofCases(hub), ...withMore(hub)]),
  ...inElements,
];
