// Wrong changes of the copies that rules change.
import type { ChangesByFile } from "./mutant.ts";

/** The changes. */
export const copyChanges: ChangesByFile = {
  "copy-for-rules.ts": [
    ["a copy for rules", "without what is taken", "else taking.taken.set(path, ", "else void (path, "],
    [
      "a copy for rules",
      "with what is taken",
      "else if (path === undefined) copyOfValue",
      "else if (path === undefined || setOwn(rest, name, value)) copyOfValue",
    ],
    [
      "a copy for rules",
      "with what goes",
      "else if (path === undefined) copyOfValue(value, part, taking);",
      "else if (path === undefined) setOwn(rest, name, copyOfValue(value, part, taking));",
      "the rules remove it afterwards",
    ],
    ["a copy for rules", "shares what is changed", "if (!changed.isOpen) return value;", "return value;"],
  ],
};
