// Wrong changes of how the rules of a kind become those of its template.
import type { ChangesByFile } from "./mutant.ts";

/** The changes. */
export const templateChanges: ChangesByFile = {
  "template-plan.ts": [
    ["templates", "off by one", 'return ["spec", "template", ...path];', 'return ["spec", ...path];'],
    [
      "templates",
      "without elements",
      ".map((element): ElementRule => ({ ...element, path: inTemplate(element.path) }))",
      ".filter(() => false)",
    ],
    ["templates", "without steps", "return { ...rule, ...Object.fromEntries(counts) };", "return rule;"],
    ["templates", "steps off by one", "[[name, steps + deeper] as const]", "[[name, steps + deeper - 1] as const]"],
    ["templates", "without their unions", "({ ...union, path: inTemplate(union.path) })", "union"],
    ["templates", "with the status", "older !== undefined && isSpec(older)", "older !== undefined"],
    [
      "templates",
      "without empty objects",
      "onlyIn: onlyIn.filter(({ path }) => isSpec(path)).map(containerInTemplate)",
      "onlyIn: []",
    ],
    ["templates", "without fields together", "isGroupOfSpec).map(groupInTemplate)", "() => false)"],
  ],
};
