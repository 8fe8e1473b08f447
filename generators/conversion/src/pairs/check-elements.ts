// Lists without keys: an element that a client of the other version changes cannot be found again, and what only the hub has of it is lost. Such lists are named.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { declaredLosses } from "../plan/declared-losses.ts";
import { hasNullOfHub } from "../plan/lone-nulls.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { listWithoutKeys, whyUnmatched } from "./element-keys.ts";
import { mergedKey } from "./merged-keys.ts";
import { hasFunctions } from "./together-group.ts";
import { oppositeSide, ruleAt, targetOf, type VersionPair } from "./version-pair.ts";

/** Lists without keys that can lose what the hub has of their elements and whose rule does not say so, and rules that say so of others. */
export function checkElements(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const { rules } = pair;
  const lossy = pair.strategy === "None" ? new Map<string, string>() : lossyLists(model, pair);
  const missing = [...lossy].flatMap(([list, path]) => {
    const rule = ruleAt(pair, list);
    if (rule.unmatched === true) return [];
    const isMerged = mergedKey(model, pair, list)?.isCertain === true;
    const declaration = declaredWith({ ...rule, unmatched: true }, isMerged ? { bounds: "differ" } : {});
    const values = { path, list, declaration, ...whyUnmatched(model, pair, { side: pair.hub, path: list }) };
    return [conversionProblem("conversion/unmatched-elements", { values, position: rule.position })];
  });
  const idle = rules.filter(({ path, unmatched }) => unmatched === true && !lossy.has(path));
  return [
    ...missing,
    ...idle.map(({ path, position }) =>
      conversionProblem("conversion/nothing-unmatched", { values: { path }, position }),
    ),
  ];
}

/** Losses of values that mean the same as no value, by the forms that drop them. */
const sameAsNothing: ReadonlySet<string> = new Set([
  'oneOf("", 0)',
  "oneOf(false)",
  "emptyObject",
  "emptyFields",
  "noValue",
]);

/** The outermost lists without keys around what the other version does not give back, each with such a field. */
function lossyLists(model: TypeModel, pair: VersionPair): ReadonlyMap<string, string> {
  // What would be lost on the way back to the hub, if it were not kept.
  const rules = pair.rules.map((rule) => {
    const { keep: _, ...others } = rule;
    return others;
  });
  const losses = declaredLosses(model, { ...pair, rules, hub: oppositeSide(pair.hub) })
    .filter(({ affects }) => !sameAsNothing.has(affects))
    .flatMap(({ at }) => at);
  // Nothing is known of functions: one of them may give several values of the hub the same value.
  const byFunctions = [
    ...pair.rules.filter(({ as }) => hasFunctions(as)).map(({ path }) => path),
    ...pair.groups.flatMap((group) => group[pair.hub].map(({ path }) => path)),
  ];
  const nulls = pair.rules
    .filter((rule) => hasNullOfHub(model, pair, rule))
    .map((rule) => (pair.hub === "older" ? rule.path : targetOf(rule)));
  const found = [...losses, ...byFunctions, ...nulls].flatMap((path) => {
    const list = listWithoutKeys(model, pair, { side: pair.hub, path });
    return list === undefined ? [] : [[list, path] as const];
  });
  return new Map(found.toReversed());
}
