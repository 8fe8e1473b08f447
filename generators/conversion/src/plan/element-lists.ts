// Lists whose elements keep their own data: what the hub has of an element beside the other version stays with it, also when a client of that
// version changes the list around it. The check of the generated tests demands it.
import type { TypeModel } from "@capstan/generator-model";
import { listWithoutKeys } from "../pairs/element-keys.ts";
import { targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";
import { listFields } from "./list-forms.ts";
import { planOf } from "./pair-plan.ts";
import { formOf } from "./value-form.ts";

/** The paths of such a list in both versions. */
export interface ElementList {
  readonly spoke: string;
  readonly hub: string;
  /** The field that tells the elements apart of a list that a form converts, or of a list that is a map in the other version. */
  readonly key?: string;
}

/** The lists of a pair, those with rules for their elements without those inside of elements. */
export function elementLists(model: TypeModel, pair: VersionPair): readonly ElementList[] {
  const withRules = planOf(model, pair)
    .elements.filter(({ form }) => form === "list")
    .map(({ path }) => ({ spoke: path.join("."), hub: path.join(".") }));
  return [...withRules, ...convertedLists(model, pair)];
}

/** Lists that a form converts. In elements that are found again by their value, a change of the list is one of the element. */
function convertedLists(model: TypeModel, pair: VersionPair): ElementList[] {
  return pair.rules.flatMap((rule) => {
    const key = keyOf(rule);
    if (key === undefined) return [];
    const [older, newer] = [rule.path, targetOf(rule)];
    const paths = pair.hub === "newer" ? { spoke: older, hub: newer } : { spoke: newer, hub: older };
    return listWithoutKeys(model, pair, { side: pair.hub, path: paths.hub }) === undefined ? [{ ...paths, key }] : [];
  });
}

/** Conditions are told apart by their type, whatever the schemas say. */
function keyOf({ as }: PairRule): string | undefined {
  const form = formOf(as);
  if (form?.name === "conditions") return "type";
  return form?.name === "mapToList" || form?.name === "listToMap" ? listFields(form.argument).key : undefined;
}
