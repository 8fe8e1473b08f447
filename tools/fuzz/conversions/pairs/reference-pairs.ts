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

/** The pairs. */
export const referencePairs: readonly HardPair[] = ["", `hub: "older", `].flatMap((hub) =>
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
  }),
);
