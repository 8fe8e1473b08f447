// By which fields the elements of a list are told apart.
import type { TypeModel } from "@capstan/generator-model";
import { aroundElements, below } from "../fields/field-path.ts";
import { fieldAt, listKeys } from "../fields/typed-field.ts";
import { hasNullOfHub } from "../plan/lone-nulls.ts";
import { lossesOfRule } from "../plan/losses-of-rule.ts";
import { hasFunctions } from "./together-group.ts";
import { oppositeSide, targetOf, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** The elements at a path such as `spec.disks[]`, in one of the versions. */
export interface Elements {
  readonly side: VersionSide;
  readonly path: string;
}

/**
 * The keys by which a version finds its elements again in the other one. Their fields may have other names and other forms there, as long as each value of the key comes back; a
 * rule that converts elements as a whole may change the keys, too: then there are none.
 */
export function elementKeys(
  model: TypeModel,
  pair: VersionPair,
  { side, path }: Elements,
): readonly string[] | undefined {
  const keys = declaredKeys(model, pair, { side, path });
  if (keys === undefined || convertsElements(pair, path)) return undefined;
  return keys.some((key) => isLost(model, pair, { side, path: below(path, key) })) ? undefined : keys;
}

/** The keys that a version declares for the list of elements. */
export function declaredKeys(
  model: TypeModel,
  pair: VersionPair,
  { side, path }: Elements,
): readonly string[] | undefined {
  const property = fieldAt(model, pair[side].node, aroundElements(path))?.property;
  return property && listKeys(model, property);
}

/** Whether a rule converts the elements at a path as a whole. */
export function convertsElements({ rules }: VersionPair, path: string): boolean {
  return rules.some((rule) => rule.path === path && rule.as !== undefined && rule.as !== "unchanged");
}

/** Whether the other version does not hold every value of a key. */
export function isLost(model: TypeModel, pair: VersionPair, { side, path }: Elements): boolean {
  // Nothing is known of functions: one of them may give several keys the same value.
  if (pair.groups.some((group) => group[side].some((field) => field.path === path))) return true;
  const rule = pair.rules.find((one) => placeIn(one, side) === path);
  if (rule === undefined) return false;
  return (
    hasFunctions(rule.as) ||
    hasNullOfHub(model, { ...pair, hub: side }, rule) ||
    // A key is never absent.
    lossesOf(model, pair, { side, rule }).some((affects) => affects !== "noValue")
  );
}

/** The values of a version that a rule does not give back to it, whatever is kept of them. */
export function lossesOf(
  model: TypeModel,
  pair: VersionPair,
  { side, rule }: { readonly side: VersionSide; readonly rule: PairRule },
): readonly string[] {
  const { keep: _, ...own } = rule;
  const reverse = { ...pair, hub: oppositeSide(side) };
  return lossesOfRule(model, { pair: reverse, spoke: side, rule: own }).map(({ affects }) => affects);
}

/** The path of the field of a rule in a version; undefined where only the other version has the field. */
export function placeIn(rule: PairRule, side: VersionSide): string | undefined {
  if (rule.lost) return rule.side === side ? rule.path : undefined;
  return side === "older" ? rule.path : targetOf(rule);
}

/** The outermost list around a field of a version whose elements have no keys. */
export function listWithoutKeys(model: TypeModel, pair: VersionPair, { side, path }: Elements): string | undefined {
  const lists = [...path.matchAll(/\[\]/g)].map(({ index }) => path.slice(0, index));
  return lists.find((list) => elementKeys(model, pair, { side, path: `${list}[]` }) === undefined);
}

/** Why elements of a list cannot be found again, and what else there is to do about it than to declare it. */
export function whyUnmatched(
  model: TypeModel,
  pair: VersionPair,
  { side, path: list }: Elements,
): Readonly<Record<"why" | "way", string>> {
  const path = `${list}[]`;
  const areObjects = fieldAt(model, pair[side].node, path)?.node.kind === "object";
  const keys = declaredKeys(model, pair, { side, path });
  const isConverted = convertsElements(pair, path);
  if (isConverted && keys !== undefined)
    return { why: "are converted as a whole, their keys too", way: areObjects ? rulesOfFields : "" };
  const lost = keys?.find((key) => isLost(model, pair, { side, path: below(path, key) }));
  if (lost !== undefined)
    return {
      why: `have the key ${below(path, lost)}, of which a value may not come back from the other version`,
      way: "",
    };
  const areKeyedThere = declaredKeys(model, pair, { side: oppositeSide(side), path }) !== undefined;
  const way = isConverted ? rulesOfFields : "declare keys of the list (@listType map, @listMapKey), or ";
  return { why: `have no keys${areKeyedThere ? ` in the ${side} version` : ""}`, way: areObjects ? way : "" };
}

const rulesOfFields = "write rules for the fields of the elements, or ";
