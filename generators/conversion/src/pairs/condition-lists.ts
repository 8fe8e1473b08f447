// Lists of conditions in the two shapes of Cluster API that no rule names: their elements differ in most fields for one reason.
import type { TypeModel } from "@capstan/generator-model";
import { isUnder } from "../fields/field-path.ts";
import { faultsOfRule } from "./check-rule.ts";
import { differingFields } from "./differing-fields.ts";
import { ruleFrom, type VersionPair } from "./version-pair.ts";

/** Only conditions of older contracts have it. */
const ofOlder = "[].severity";

/** The paths of such lists, which are the same in both versions. */
export function conditionListsWithoutRule(model: TypeModel, pair: VersionPair): readonly string[] {
  const { older, newer, rules, groups } = pair;
  const named = [...rules, ...groups.flatMap((group) => [...group.older, ...group.newer])].map(({ path }) => path);
  return differingFields(model, [older.node, newer.node])
    .filter((path) => path.endsWith(ofOlder))
    .map((path) => path.slice(0, -ofOlder.length))
    .filter((list) => !named.some((path) => path === list || isUnder(path, list)) && areConditions(model, pair, list));
}

/** Whether the form for conditions fits both lists. */
function areConditions(model: TypeModel, pair: VersionPair, path: string): boolean {
  const rule = ruleFrom("older", { path, value: { as: "conditions", bounds: "differ" }, position: { file: "" } });
  return rule !== undefined && faultsOfRule(model, pair, rule).every(({ code }) => code === "conversion/needs-default");
}
