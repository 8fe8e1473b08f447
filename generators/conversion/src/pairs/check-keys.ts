// Lists with keys in both versions, and sets, of which a form makes one value of several: the other version rejects elements with the same keys. Such lists are named.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { aroundElements, splitAtElements } from "../fields/field-path.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { mergedKey } from "./element-keys.ts";
import { ruleAt, type VersionPair } from "./version-pair.ts";

/** Such lists whose rule does not say so. */
export function checkKeys(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const lists = new Set(pair.rules.map(({ path }) => splitAtElements(path).elements));
  return [...lists].flatMap((elements) => {
    if (!elements.endsWith("[]")) return [];
    const path = aroundElements(elements);
    const rule = ruleAt(pair, path);
    const merged = mergedKey(model, pair, path);
    if (merged?.isCertain !== true) return [];
    const { key } = merged;
    // An element of a set is its own key, so its own rule may say it too.
    const rules = key === undefined ? [rule, ruleAt(pair, elements)] : [rule];
    if (rules.some(({ boundsDiffer }) => boundsDiffer === true)) return [];
    const difference =
      key === undefined ? "several of its elements become one" : `several values of its key ${key} become one`;
    const way = `give each value${key === undefined ? "" : " of the key"} its own one in the other version`;
    const values = { path, difference, way, declaration: declaredWith(rule, { bounds: "differ" }) };
    return [conversionProblem("conversion/bounds-differ", { values, position: rule.position })];
  });
}
