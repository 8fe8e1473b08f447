// The losses that rules name themselves: by functions, by lists of values, or by a default.
import type { Property, TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { below, isUnder, parentOf } from "../fields/field-path.ts";
import { defaultOfNull, isNullForNothing, type FieldOfBoth } from "../fields/schema-defaults.ts";
import { fieldAt, isNullable, mayBeMissing, rejectsEmpty } from "../fields/typed-field.ts";
import { isNoValue } from "../pairs/gained-defaults.ts";
import { isMade } from "../pairs/made-defaults.ts";
import { hasOwnObject } from "../pairs/left-objects.ts";
import { hasFunctions, type TogetherGroup } from "../pairs/together-group.ts";
import {
  declarationName,
  isLossWord,
  oppositeSide,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";

/** A predicate as source, and the one value that it is about, of a rule that lists its values. */
interface NamedLoss {
  readonly affects: string;
  readonly value?: unknown;
  /** Whether no object needs to show it. */
  readonly certain?: true;
}

/** The version whose values a rule names: beside functions the one that is not the hub, beside a table the one whose values become one. */
export function sideOfLosses(pair: VersionPair, { as }: PairRule): VersionSide {
  return hasFunctions(as) ? oppositeSide(pair.hub) : "older";
}

/** The values that a rule names, each of a list by itself. */
export function namedLosses(pair: VersionPair, rule: PairRule): readonly NamedLoss[] {
  const { loses, path } = rule;
  if (loses === undefined || isLossWord(loses) || sideOfLosses(pair, rule) === pair.hub) return [];
  if (typeof loses === "string") return [{ affects: `namedBy(${declarationName(pair)}.older[${valueLiteral(path)}])` }];
  return loses.map((value) => ({ affects: `oneOf(${valueLiteral(value)})`, value }));
}

interface RuleWithFields {
  readonly rule: PairRule;
  readonly fields: FieldOfBoth | undefined;
}

/** What comes back as a default: no value, and a null that the hub does not have. */
export function lossesOfDefault(
  model: TypeModel,
  pair: VersionPair,
  { rule, fields }: RuleWithFields,
): readonly NamedLoss[] {
  if (rule.default === undefined) return [];
  if (isNullForNothing(model, pair, rule)) return [];
  const isOfNull = defaultOfNull(model, pair, fields) !== undefined;
  const isEverMissing =
    !hasOwnObject(model, pair, { side: "newer", rule }) &&
    !isAlwaysInObject(model, pair, rule) &&
    !isLeftWithoutIt(model, pair, rule) &&
    // An older hub has no value for such a default and for none, and the default comes back for both.
    (pair.hub === "older" || !isNoValue(rule, "newer", rule.default)) &&
    (!isOfNull || fields === undefined || mayBeMissing(model, fields.older.property));
  return [
    ...(isEverMissing && isLostByHub(model, pair, fields)
      ? [{ affects: "noValue", ...(isMadeByOthers(model, pair, rule) ? { certain: true as const } : {}) }]
      : []),
    ...(isOfNull || (rule.default !== null && isNullOfNewer(model, pair, fields)) ? [{ affects: "oneOf(null)" }] : []),
  ];
}

/** Whether the older version has no object around the newer field: the values of other rules that make it there may be rare. */
function isMadeByOthers(model: TypeModel, { older }: VersionPair, rule: PairRule): boolean {
  return fieldAt(model, older.node, parentOf(targetOf(rule)))?.node.kind !== "object";
}

/** Whether the version that is not the hub may have no value, which comes back as the default. */
function isLostByHub(model: TypeModel, { hub }: VersionPair, fields: FieldOfBoth | undefined): boolean {
  if (hub === "newer") return true;
  return fields !== undefined && [fields.older, fields.newer].every(({ property }) => mayBeMissing(model, property));
}

/** Whether a field of the newer version may be null, and an older hub has no value then: the rule's default comes back. */
function isNullOfNewer(model: TypeModel, { hub }: VersionPair, fields: FieldOfBoth | undefined): boolean {
  if (hub === "newer" || fields === undefined) return false;
  const [older, newer] = [fields.older, fields.newer].map(({ property }) => isNullable(model, property.type));
  return newer === true && older === false && mayBeMissing(model, fields.older.property);
}

/** Whether the older field is all that its object has in both versions, and the API server rejects that object without it. */
function isAlwaysInObject(model: TypeModel, { older }: VersionPair, rule: PairRule): boolean {
  if (parentOf(rule.path) !== parentOf(targetOf(rule))) return false;
  const around = fieldAt(model, older.node, parentOf(rule.path));
  return around?.node.kind === "object" && around.node.properties.length === 1 && rejectsEmpty(model, around.property);
}

/** Whether an object that stays in its place is there in the newer version by this field alone: all others leave it, one of them always. */
function isLeftWithoutIt(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const path = parentOf(targetOf(rule));
  const [around, newer] = [pair.older, pair.newer].map(({ node }) => fieldAt(model, node, path));
  if (path !== parentOf(rule.path) || around?.node.kind !== "object" || newer === undefined) return false;
  if (!mayBeMissing(model, newer.property) || isMade(model, pair, { side: "newer", path: targetOf(rule), but: rule }))
    return false;
  const others = around.node.properties.filter(({ name }) => below(path, name) !== rule.path);
  const leaves = ({ name }: Property): boolean =>
    pair.rules.some((one) => one.path === below(path, name) && !one.lost && !isUnder(targetOf(one), path));
  return others.every(leaves) && others.some(({ optional }) => !optional);
}

/** A loss of several fields of the version that is not the hub. */
export interface LossOfGroup {
  readonly at: readonly string[];
  readonly to: readonly string[];
  readonly affects: string;
  /** The predicate for the template of the kind. */
  readonly inTemplate: string;
}

/** What a rule for several fields names. */
export function lossOfGroup(pair: VersionPair, group: TogetherGroup): LossOfGroup {
  const spoke = oppositeSide(pair.hub);
  const [at, to] = [group[spoke], group[pair.hub]].map((fields) => fields.map(({ path }) => path));
  const rule = `${declarationName(pair)}.together?.[${valueLiteral(group.name)}]`;
  const side = spoke === "older" ? "" : `, ${valueLiteral(spoke)}`;
  const affects = `namedTogether(${rule}${side === "" ? "" : `, ""${side}`})`;
  return { at: at ?? [], to: to ?? [], affects, inTemplate: `namedTogether(${rule}, "spec.template."${side})` };
}
