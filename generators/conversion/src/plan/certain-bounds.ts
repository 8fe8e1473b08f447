// Whether the types alone say that the bounds of a field differ, so that no random object has to show it.
import type { Property, Tag, TypeModel } from "@capstan/generator-model";
import { differencesOfRule, haveOtherBounds } from "../pairs/check-bounds.ts";
import { isMissed } from "../pairs/missed-fields.ts";
import { crossedUnions } from "../pairs/union-bounds.ts";
import { mergedKey } from "../pairs/merged-keys.ts";
import { targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";
import { fieldAt, tagsOf } from "../fields/typed-field.ts";
import { acceptTheSame } from "./unchanged-form.ts";

/** Whether the types say that one version accepts values of a field that the other rejects. */
export function isCertain(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  if ((["older", "newer"] as const).some((side) => isMissed(model, pair, { side, rule }))) return true;
  if (crossedUnions(model, pair, rule) !== undefined) return true;
  if (rule.as !== "unchanged" && rule.as !== "dropEmpty")
    return (
      rule.as === "width" ||
      differencesOfRule(model, pair, rule).length > 0 ||
      (rule.as === undefined && mergedKey(model, pair, rule.path)?.isCertain === true)
    );
  const [older, newer] = [
    fieldAt(model, pair.older.node, rule.path)?.property,
    fieldAt(model, pair.newer.node, targetOf(rule))?.property,
  ];
  if (older === undefined || newer === undefined) return false;
  return rule.as === "unchanged" ? !acceptTheSame(model, older, newer) : haveOtherFilledBounds(model, { older, newer });
}

/** Whether one version accepts values that `dropEmpty` leaves as they are, because they are not empty, and that the other rejects. */
export function haveOtherFilledBounds(
  model: TypeModel,
  { older, newer }: { readonly older: Property; readonly newer: Property },
): boolean {
  const filled = (property: Property): Property => ({ ...property, tags: tagsOf(model, property).flatMap(ofFilled) });
  return haveOtherBounds(model, [filled(older), filled(newer)]);
}

/** A tag as it is about values that are not empty: each string of them has a character, and whole numbers of them that are not negative begin with 1. */
function ofFilled(tag: Tag): readonly Tag[] {
  if (tag.steps.length > 0) return [tag];
  if (tag.name === "minLength" && Number(tag.value) <= 1) return [{ ...tag, value: 0 }];
  return [tag.name === "minimum" && tag.value === 0 ? { ...tag, value: 1 } : tag];
}
