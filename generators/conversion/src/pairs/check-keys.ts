// Lists with keys in both versions, and sets, of which a form makes one value of several: the other version rejects elements with the same keys. Such lists are named.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { fieldsWithoutOwnRule } from "../fields/schema-defaults.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { mergedKey } from "./merged-keys.ts";
import { ruleAt, type VersionPair } from "./version-pair.ts";

/** Such lists whose rule does not say so. */
export function checkKeys(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return listsOf(model, pair).flatMap((path) => {
    const elements = `${path}[]`;
    const rule = ruleAt(pair, path);
    const merged = mergedKey(model, pair, path);
    if (merged?.isCertain !== true) return [];
    const { key } = merged;
    // An element of a set is its own key, so its own rule may say it too.
    const rules = key === undefined ? [rule, ruleAt(pair, elements)] : [rule];
    if (rules.some(({ boundsDiffer }) => boundsDiffer === true)) return [];
    const difference =
      key === undefined ? "several of its elements become one" : `several values of its key ${key} become one`;
    const way =
      pair.strategy === "None"
        ? "let the list be atomic in both versions (@listType atomic)"
        : `give each value${key === undefined ? "" : " of the key"} its own one in the other version`;
    const values = { path, difference, way, declaration: declaredWith(rule, { bounds: "differ" }) };
    return [conversionProblem("conversion/bounds-differ", { values, position: rule.position })];
  });
}

/** The lists around all fields of both versions: one that moves has no rules for its elements. */
function listsOf(model: TypeModel, pair: VersionPair): readonly string[] {
  const ofGroups = pair.groups.flatMap((group) => [...group.older, ...group.newer]);
  const paths = [...pair.rules, ...ofGroups].map(({ path }) => path);
  return [...new Set([...paths, ...fieldsWithoutOwnRule(model, pair).keys()].flatMap(listsAround))];
}

function listsAround(path: string): readonly string[] {
  const parts = path.split("[]");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("[]"));
}
