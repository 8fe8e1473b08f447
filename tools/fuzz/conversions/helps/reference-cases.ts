// The cases of errors about references: what one version requires of them.
import type { PairText } from "../pairs/pair-source.ts";
import { type CodeCase, ofPair } from "./help-case.ts";

const loose: Pick<PairText, "older" | "newer"> = {
  older: "spec?: { ref?: { apiVersion?: string; kind?: string; name?: string } }",
  newer: "spec?: { ref?: { apiGroup: string; kind: string; name: string } }",
};
const oneKind = `{ reference: { apiVersion: "v1", kind: "Node" } }`;

/** All of them. */
export const referenceCases: readonly CodeCase[] = ["", `hub: "older", `].flatMap((hub) => [
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { ...loose, rules: `${hub}older: { "spec.ref": { as: "reference" } }` },
      {
        "give both versions the same bounds": { newer: loose.newer.replaceAll(": string", "?: string") },
        '`"spec.ref": { as: "reference", bounds: "differ" }`': {
          rules: `${hub}older: { "spec.ref": { as: "reference", bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      {
        ...loose,
        newer: "spec?: { ref?: { name: string } }",
        rules: `${hub}older: { "spec.ref": { as: ${oneKind} } }`,
      },
      {
        [`\`"spec.ref": { as: ${oneKind}, bounds: "differ" }\``]: {
          rules: `${hub}older: { "spec.ref": { as: ${oneKind}, bounds: "differ" } }`,
        },
      },
    ),
  },
]);
