// Required fields of the older version that move out of their object. Either version may then have one of the two objects without the other: the field is missing, or has its
// empty value by its object alone.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, mayBeMissing } from "../fields/typed-field.ts";
import { formOf } from "../plan/value-form.ts";
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

/** Whether such a field has no object to come back by: only the older version has the object, and nothing else is sure to bring it back. */
export function losesObject(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const parent = parentOf(rule.path);
  if (pair.hub === "older" || fieldAt(model, pair.newer.node, parent)?.node.kind === "object") return false;
  // A rule for the whole object takes it along.
  if (pair.rules.some((other) => !other.lost && !isSame(other) && isUnder(rule.path, other.path))) return false;
  const others = pair.rules.filter((other) => !other.lost && parentOf(other.path) === parent);
  const isSure = (other: PairRule): boolean =>
    fieldAt(model, pair.older.node, other.path)?.property.optional === false && !isZeroOfObject(model, pair, other);
  return isZeroOfObject(model, pair, rule) && !others.some(isSure);
}

/** Whether a required field that moves as it is into another object is missing in some objects of one version: its object is there, and the other one is not. */
export function isMissedInSome(model: TypeModel, { older, newer }: VersionPair, rule: PairRule): boolean {
  const to = targetOf(rule);
  const from = { node: older.node, path: rule.path };
  const into = { node: newer.node, path: to };
  const leaves = [leavesObject(rule), parentOf(to) !== "" && !isUnder(rule.path, parentOf(to))];
  return (
    leaves[0] === true && leaves[1] === true && (isMissedBeside(model, from, into) || isMissedBeside(model, into, from))
  );
}

interface Place {
  readonly node: TypeNode;
  readonly path: string;
}

function isMissedBeside(model: TypeModel, own: Place, other: Place): boolean {
  const parent = parentOf(own.path);
  const object = fieldAt(model, own.node, parent)?.node;
  // An object that only one version has is there by its fields.
  const isThere =
    fieldAt(model, other.node, parent)?.node.kind === "object" ||
    (object?.kind === "object" && object.properties.length > 1);
  return (
    fieldAt(model, own.node, own.path)?.property.optional === false && isThere && mayLackBeside(model, other, parent)
  );
}

/** Whether a version may lack a field, or an object around it, where it has another object. */
export function mayLackBeside(model: TypeModel, { node, path }: Place, beside: string): boolean {
  for (let here = path; here !== "" && !isUnder(beside, here) && beside !== here; here = parentOf(here)) {
    const property = fieldAt(model, node, here)?.property;
    if (property !== undefined && mayBeMissing(model, property)) return true;
  }
  return false;
}

/** Whether a required field that leaves its object may be missing where the object is: the rule says so, or the object is there by this field alone. */
export function mayMissField(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  return leavesObject(rule) && (rule.boundsDiffer === true || hasOwnObject(model, pair, { side: "older", rule }));
}

/** Whether the field of a rule is in an optional object that one version alone has, and that nothing else of the other version leads into: the object is there with the field, or not at all. */
export function hasOwnObject(
  model: TypeModel,
  pair: VersionPair,
  { side, rule }: { readonly side: VersionSide; readonly rule: PairRule },
): boolean {
  const path = parentOf(pathIn(rule, side));
  const [object, other] = [side, oppositeSide(side)].map((at) => fieldAt(model, pair[at].node, path));
  if (object?.node.kind !== "object" || !object.property.optional || other?.node.kind === "object") return false;
  const others = pair.rules.filter((other) => other !== rule && !other.lost && isUnder(pathIn(other, side), path));
  return others.length === 0 && !hasGroup(pair, { side, path });
}

/** An object of one version. */
export interface ObjectOfSide {
  readonly side: VersionSide;
  readonly path: string;
}

/** Whether functions of `together` have a field in an object. */
export function hasGroup({ groups }: VersionPair, { side, path }: ObjectOfSide): boolean {
  return groups.some((group) => group[side].some((field) => isUnder(field.path, path)));
}
