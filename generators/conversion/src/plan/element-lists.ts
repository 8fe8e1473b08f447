// Lists whose elements keep their own data: what the hub has of an element beside the other version stays with it, also when a client of that
// version changes the list around it. The check of the generated tests demands it.
import type { TypeModel } from "@capstan/generator-model";
import { fieldAt, listKeys } from "../fields/typed-field.ts";
import { targetOf, type VersionPair } from "../pairs/version-pair.ts";
import { planOf } from "./pair-plan.ts";
import { formOf } from "./value-form.ts";

/** The paths of such a list in both versions. */
export interface ElementList {
  readonly spoke: string;
  readonly hub: string;
}

/** The lists of a pair, without those inside of elements. */
export function elementLists(model: TypeModel, pair: VersionPair): readonly ElementList[] {
  const withRules = planOf(model, pair)
    .elements.filter(({ form }) => form === "list")
    .map(({ path }) => ({ spoke: path.join("."), hub: path.join(".") }));
  return [...withRules, ...lists(model, pair)];
}

/** Conditions are told apart by their type, if the hub's schema says so. */
function lists(model: TypeModel, pair: VersionPair): ElementList[] {
  if (pair.hub === "older") return [];
  return pair.rules
    .filter((rule) => formOf(rule.as)?.name === "conditions" && !rule.path.includes("["))
    .map((rule) => ({ spoke: rule.path, hub: targetOf(rule) }))
    .filter(({ hub }) => {
      const property = fieldAt(model, pair.newer.node, hub)?.property;
      return property !== undefined && listKeys(model, property)?.join() === "type";
    });
}
