// Wrong changes of what brings back the parts of unions.
import type { ChangesByFile } from "./mutant.ts";

/** The changes. */
export const unionChanges: ChangesByFile = {
  "restore-parts.ts": [
    [
      "a field of a union",
      "beside a discriminator that lacks it",
      " &&\n    fitsMember(object, parts, { rule, path, part, ...at })",
      "",
    ],
    [
      "a field of a union",
      "of the outer one alone",
      "return unions.every((union) => {",
      "return unions.slice(0, 1).every((union) => {",
    ],
    ["a field of a union", "in another member", "isInMembers(object, parts.kept, rule.members?.[at.hub]) &&", ""],
    ["a field of a union", "that its member requires", "if (isNeededByMember(object, rule, at.hub)) return;", ""],
    [
      "a field of a union",
      "beside a default of the other version",
      " || (wasNone && deepEqual(value, convertField(rule, undefined, spoke)))",
      "",
    ],
    [
      "a field that others exclude",
      "beside one that a client has set",
      "!isExcludedBy(object, parts, { exclusive: rule.exclusive?.[at.hub] ?? [], ...at }) &&",
      "",
    ],
    ["a field that others exclude", "not beside a default", " && !isByDefault(path, parts, at)", ""],
    ["an empty object of a union", "in another member", "!fitsUnions(object, members) || ", ""],
    ["an empty object", "beside a field that excludes it", " || isExcludedBy(object, parts, { exclusive, ...at })", ""],
    ["an empty object of a union", "drop", "restoreContainers(emptyInUnions);", ""],
  ],
};
