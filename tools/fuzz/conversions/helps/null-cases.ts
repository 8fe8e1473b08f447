// The cases of errors about fields that may be null in one version only.
import { ofPair, type CodeCase } from "./help-case.ts";

const note = { older: "spec?: { note?: string }", newer: "spec?: { note?: string | null }", rules: "older: {}" };

/** All of them. */
export const nullCases: readonly CodeCase[] = [
  {
    code: "conversion/bounds-differ",
    ...ofPair(note, {
      '`"spec.note": { bounds: "differ" }`': { rules: `older: { "spec.note": { bounds: "differ" } }` },
    }),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { older: note.newer, newer: note.older, rules: `hub: "older", older: {}` },
      {
        '`"spec.note": { bounds: "differ" }`': { rules: `hub: "older", older: { "spec.note": { bounds: "differ" } }` },
      },
    ),
  },
];
