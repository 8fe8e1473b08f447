// Wrong changes of what brings back the parts of unions.
import type { ChangesByFile } from "./mutant.ts";

/** The changes. */
export const unionChanges: ChangesByFile = {
  "restore-parts.ts": [
    [
      "a field of a union",
      "beside a discriminator that lacks it",
      " && fitsMember(object, parts, { path, part, rule, ...at })",
      "",
    ],
    ["a field of a union", "in another member", "isOfMember(object, rule, at.hub) && ", ""],
    ["a field of a union", "that its member requires", "if (isNeededByMember(object, rule, at.hub)) return;", ""],
    [
      "a field of a union",
      "beside a default of the other version",
      " || (wasNone && deepEqual(value, convertField(one, undefined, spoke)))",
      "",
    ],
    [
      "a field of a union",
      "beside a discriminator that was kept",
      "if (part !== undefined && hasOtherMember(object, parts.kept, { rule, ...at })) return undefined;",
      "",
    ],
    ["an empty object of a union", "in another member", "!fitsUnions(object, members) || ", ""],
    ["an empty object", "beside a field that excludes it", " || isBesideExclusive(object, container)", ""],
    ["an empty object of a union", "drop", "restoreContainers(emptyInUnions);", ""],
  ],
};
