// Required fields of the older version that move out of their object. Either version may then have one of the two objects without the other: the field is missing, or has its
// empty value by its object alone.
import type { TypeModel } from "@capstan/generator-model";
import { below, isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { makersOf, mayLackBeside } from "./missed-fields.ts";
import { formOf } from "../plan/value-form.ts";
import type { TogetherGroup } from "./together-group.ts";
import {
  isSame,
  oppositeSide,
  pathIn,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "./version-pair.ts";

/** Whether the field of a rule leaves the object that it is in in the older version. */
export function leavesObject(rule: PairRule): boolean {
  const parent = parentOf(rule.path);
  return parent !== "" && !rule.lost && !isUnder(targetOf(rule), parent);
}

/** Whether a required field leaves its object, and has the empty value again where the object comes back without it. */
export function isZeroOfObject(model: TypeModel, { older }: VersionPair, rule: PairRule): boolean {
  const isFilled = formOf(rule.as)?.form.fills?.includes("older") === true;
  return isFilled && leavesObject(rule) && fieldAt(model, older.node, rule.path)?.property.optional === false;
}

/** Whether such a field has no object to come back by: the older version has the object alone, or fields leave that of the newer one, and nothing else is sure to bring it back. */
export function losesObject(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const parent = parentOf(rule.path);
  if (pair.hub === "older") return false;
  const isOfBoth = fieldAt(model, pair.newer.node, parent)?.node.kind === "object";
  if (isOfBoth && (!isEntered(pair, parent) || hasSureField(model, pair, parent))) return false;
  // A rule for the whole object takes it along.
  if (pair.rules.some((other) => !other.lost && !isSame(other) && isUnder(rule.path, other.path))) return false;
  const others = pair.rules.filter((other) => !other.lost && parentOf(other.path) === parent);
  const isSure = (other: PairRule): boolean =>
    fieldAt(model, pair.older.node, other.path)?.property.optional === false && !isZeroOfObject(model, pair, other);
  return isZeroOfObject(model, pair, rule) && !others.some(isSure);
}

/** Whether a field moves into an object of both versions: the older version has the object for others alone. */
function isEntered({ rules, groups }: VersionPair, path: string): boolean {
  const isIn = (one: string): boolean => isUnder(one, path);
  return (
    rules.some((rule) => !rule.lost && isIn(targetOf(rule)) && !isIn(rule.path)) ||
    groups.some(
      (group) => group.newer.some((field) => isIn(field.path)) && group.older.some((field) => !isIn(field.path)),
    )
  );
}

/** Whether both versions require a field in an object, and no rule says anything else of it. */
function hasSureField(model: TypeModel, { older, newer, rules }: VersionPair, path: string): boolean {
  const node = fieldAt(model, older.node, path)?.node;
  if (node?.kind !== "object") return false;
  return node.properties.some(({ name, optional }) => {
    const field = below(path, name);
    const isRequired = fieldAt(model, newer.node, field)?.property.optional === false;
    return !optional && isRequired && !rules.some((rule) => rule.path === field || targetOf(rule) === field);
  });
}

/** Whether a required field that stays in its object, and has its empty value again there, is lost with it: a field from elsewhere is in the object too, and leaves it empty. */
export function isLostBesideMoved(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const parent = parentOf(rule.path);
  const isFilled = formOf(rule.as)?.form.fills?.includes("older") === true;
  if (!isFilled || pair.hub === "older" || parentOf(targetOf(rule)) !== parent) return false;
  if (fieldAt(model, pair.older.node, rule.path)?.property.optional !== false) return false;
  const place = { node: pair.older.node, path: parent };
  return makersOf(pair, { side: "newer", path: parent, but: rule }).some((beside) =>
    mayLackBeside(model, place, beside),
  );
}

/** Whether the field of a rule is in an optional object of one version that the other has not or leaves empty, and that nothing else of the other version leads into: the object is there with the field, or not at all. */
export function hasOwnObject(
  model: TypeModel,
  pair: VersionPair,
  { side, rule }: { readonly side: VersionSide; readonly rule: PairRule },
): boolean {
  const path = parentOf(pathIn(rule, side));
  const object = fieldAt(model, pair[side].node, path);
  if (object?.node.kind !== "object" || !object.property.optional) return false;
  if (!isNeverThere(model, pair, { side: oppositeSide(side), path })) return false;
  const others = pair.rules.filter((other) => other !== rule && !other.lost && isUnder(pathIn(other, side), path));
  return others.length === 0 && !hasGroup(pair, { side, path });
}

/** Whether a version has no object at a path, or one that is never there without fields, all of which have values elsewhere in the other version. */
function isNeverThere(model: TypeModel, pair: VersionPair, { side, path }: ObjectOfSide): boolean {
  const node = fieldAt(model, pair[side].node, path)?.node;
  if (node?.kind !== "object") return true;
  const isMoved = (field: string): boolean =>
    pair.rules.some((rule) => pathIn(rule, side) === field && rule.as === undefined && leaves(rule, side, path));
  return (
    node.properties.some(({ optional }) => !optional) && node.properties.every(({ name }) => isMoved(below(path, name)))
  );
}

function leaves(rule: PairRule, side: VersionSide, path: string): boolean {
  return !rule.lost && !isUnder(pathIn(rule, oppositeSide(side)), path);
}

/** An object of one version. */
export interface ObjectOfSide {
  readonly side: VersionSide;
  readonly path: string;
}

/** Whether functions of `together` have a field in an object. */
export function hasGroup({ groups }: VersionPair, object: ObjectOfSide): boolean {
  return groups.some((group) => isInGroup(group, object));
}

/** Whether a group has a field in an object. */
export function isInGroup(group: TogetherGroup, { side, path }: ObjectOfSide): boolean {
  return group[side].some((field) => isUnder(field.path, path));
}
