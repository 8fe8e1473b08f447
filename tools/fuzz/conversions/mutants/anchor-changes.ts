// Wrong changes of what decides whether the objects around kept parts still exist.
import type { ChangesByFile } from "./mutant.ts";

/** The changes. */
export const anchorChanges: ChangesByFile = {
  "anchors.ts": [
    [
      "an object that a default makes on the way back",
      "is new for an object in it",
      "&& (!isGained(kept, inside) || hasMore(inside));",
      ";",
      "no accepted kind is known for which this matters: `anchors.test.ts` has kept data for which it does",
    ],
    [
      "an object around a kept part",
      "never removed",
      "return outermost === undefined || wasMissing(parts, outermost, at);",
      "return true;",
    ],
    ["an object around a kept part", "off by one", "path.slice(0, anchor).map", "path.slice(0, anchor - 1).map"],
    ["an object around a kept part", "the innermost", "objects.find(", "objects.findLast("],
    ["an object that could not be held", "with its marks", "unmarked(container));", "deepClone(container));"],
    ["an object that could not be held", "drop", "|| couldNotHold(parts, path, at)", ""],
    [
      "an object that could not be held",
      "of what the hub keeps for others",
      "if (forSpoke === true) return false;",
      "",
    ],
    ["an object that only one version has", "not seen", "|| isOneSided(parts.kept, path)", ""],
    [
      "a whole element",
      "with an object that it did not have",
      "whole === true ? objectAt(kept, path) === undefined : isGained(kept, path)",
      "isGained(kept, path)",
    ],
  ],
};
