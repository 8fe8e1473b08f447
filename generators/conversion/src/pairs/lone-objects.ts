// Required objects that one version has alone, and whose fields are elsewhere in the other: they are there by their fields.
import type { TypeModel } from "@capstan/generator-model";
import { accepts } from "../fields/accepted-values.ts";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, rejectsEmpty, tagsOf, type TypedField } from "../fields/typed-field.ts";
import { hasGroup, type ObjectOfSide } from "./left-objects.ts";
import { makersOf, mayLackBeside } from "./missed-fields.ts";
import { oppositeSide, pathIn, targetOf, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Such objects of one version of which no field is sure to come from the other version, and the rules for their fields. */
export function unsureObjects(model: TypeModel, pair: VersionPair, side: VersionSide): readonly UnsureObject[] {
  const moved = pair.rules.filter(({ lost }) => !lost);
  const ofSide = pair.rules.filter((rule) => !rule.lost || rule.side === side);
  const around = new Set(ofSide.flatMap((rule) => objectsAround(pathIn(rule, side))));
  const ownRules = new Set(moved.map((rule) => pathIn(rule, side)));
  return [...around]
    .filter((path) => !ownRules.has(path) && isLone(model, pair, { side, path }) && !hasGroup(pair, { side, path }))
    .map((path) => ({ side, path, inside: moved.filter((rule) => isUnder(pathIn(rule, side), path)) }))
    .filter(({ path, inside }) => !inside.some((rule) => isSure(model, pair, { side, path, rule })));
}

/** Whether an object of one version alone has a required field that the other version has elsewhere: without it, nothing may be in the object. */
export function needsMoved(model: TypeModel, pair: VersionPair, { side, path }: ObjectOfSide): boolean {
  if (fieldAt(model, pair[oppositeSide(side)].node, path)?.node.kind === "object") return false;
  const isRequired = (field: string): boolean => fieldAt(model, pair[side].node, field)?.property.optional === false;
  return pair.rules.some(
    (rule) => !rule.lost && parentOf(pathIn(rule, side)) === path && isRequired(pathIn(rule, side)),
  );
}

/** Whether the default of a rule makes an object of the newer version: those between it and the field are required too. */
export function isMadeByDefault(
  model: TypeModel,
  pair: VersionPair,
  { path, rule }: { readonly path: string; readonly rule: PairRule },
): boolean {
  const isInNewer = rule.side === "newer" || !rule.lost;
  if (!isInNewer || rule.default === undefined || !isUnder(targetOf(rule), path)) return false;
  const between = objectsAround(targetOf(rule)).filter((one) => isUnder(one, path));
  return between.every((one) => fieldAt(model, pair.newer.node, one)?.property.optional === false);
}

/** An object that is there only if one of these rules has a value for it. */
export interface UnsureObject extends ObjectOfSide {
  readonly inside: readonly PairRule[];
}

/** The objects around a field, the outermost one first. */
export function objectsAround(path: string): string[] {
  const parent = parentOf(path);
  return parent === "" ? [] : [...objectsAround(parent), parent];
}

/** Whether a version requires an object, in one that both versions have, and the other version has no object there. */
function isLone(model: TypeModel, pair: VersionPair, { side, path }: ObjectOfSide): boolean {
  const kindIn = (at: VersionSide, one: string): string | undefined => fieldAt(model, pair[at].node, one)?.node.kind;
  const field = fieldAt(model, pair[side].node, path);
  if (field?.node.kind !== "object" || field.property.optional || kindIn(oppositeSide(side), path) === "object")
    return false;
  const parent = parentOf(path);
  const around = fieldAt(model, pair[oppositeSide(side)].node, parent);
  return parent === "" || (around?.node.kind === "object" && !hasRuleForFields(model, around));
}

/** Whether tags of an object say that it has some of its fields, which may be those that matter here. The generated tests see that. */
function hasRuleForFields(model: TypeModel, { property }: TypedField): boolean {
  const names = ["cel", "atLeastOneOf", "exactlyOneOf"];
  return rejectsEmpty(model, property) || tagsOf(model, property).some(({ name }) => names.includes(name));
}

/** Whether the object around has a value of this field wherever the other version has what is around the object. */
function isSure(
  model: TypeModel,
  pair: VersionPair,
  { side, path, rule }: ObjectOfSide & { readonly rule: PairRule },
): boolean {
  const other = oppositeSide(side);
  const place = { node: pair[other].node, path: pathIn(rule, other) };
  const around = parentOf(path);
  const makers = [around, ...makersOf(pair, { side, path: around, but: rule })];
  return !mayBecomeNone(model, pair, { side, rule }) && makers.every((beside) => !mayLackBeside(model, place, beside));
}

/** Whether the form of a rule makes no value of the empty one, and the field accepts that. */
function mayBecomeNone(
  model: TypeModel,
  pair: VersionPair,
  { side, rule }: { readonly side: VersionSide; readonly rule: PairRule },
): boolean {
  const own = fieldAt(model, pair.older.node, rule.path)?.property;
  if (own === undefined) return false;
  if (rule.as === "boolPresence") return side === "newer" || own.optional;
  const isDropped = rule.as === "dropEmpty" && side === "newer";
  return isDropped && ["", 0].some((empty) => accepts(model, { type: own.type, tags: tagsOf(model, own) }, empty));
}
