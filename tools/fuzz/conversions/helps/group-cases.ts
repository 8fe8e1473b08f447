// The cases of errors about groups: functions of several fields, in objects with other fields.
import { groupOf } from "../pairs/group-pairs.ts";
import { ofPair, type CodeCase } from "./help-case.ts";

const hubs = ["", `hub: "older", `];
const moved = groupOf("spec.o.x", "spec.x");

/** All of them. */
export const groupCases: readonly CodeCase[] = hubs.flatMap((hub): readonly CodeCase[] => [
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
]);
