// Required objects that one version has alone, and whose fields are elsewhere in the other: they are there by their fields.
import type { TypeModel } from "@capstan/generator-model";
import { accepts } from "../fields/accepted-values.ts";
import { below, isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, leastFields, rejectsEmpty, tagsOf, type TypedField } from "../fields/typed-field.ts";
import { isInGroup, type ObjectOfSide } from "./left-objects.ts";
import { makersOf, mayLackBeside } from "./missed-fields.ts";
import type { TogetherGroup } from "./together-group.ts";
import { oppositeSide, pathIn, targetOf, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Such objects of one version of which no field is sure to come from the other version, and the rules and groups for their fields. */
export function unsureObjects(model: TypeModel, pair: VersionPair, side: VersionSide): readonly UnsureObject[] {
  const moved = pair.rules.filter(({ lost }) => !lost);
  const ofSide = pair.rules.filter((rule) => !rule.lost || rule.side === side).map((rule) => pathIn(rule, side));
  const grouped = pair.groups.flatMap((group) => group[side].map(({ path }) => path));
  const around = new Set([...ofSide, ...grouped].flatMap(objectsAround));
  const ownRules = new Set(moved.map((rule) => pathIn(rule, side)));
  return [...around]
    .filter((path) => !ownRules.has(path) && isLone(model, pair, { side, path }))
    .map((path): UnsureObject => ({
      side,
      path,
      inside: moved.filter((rule) => isUnder(pathIn(rule, side), path)),
      groups: pair.groups.filter((group) => isInGroup(group, { side, path })),
    }))
    .filter(({ inside, groups, ...object }) => {
      const isSureRule = (rule: PairRule): boolean => isSure(model, pair, { ...object, rule });
      return !inside.some(isSureRule) && !groups.some((group) => isCalled(model, pair, { ...object, group }));
    });
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

/** An object that is there only if one of these rules and groups has a value for it. */
export interface UnsureObject extends ObjectOfSide {
  readonly inside: readonly PairRule[];
  readonly groups: readonly TogetherGroup[];
}

/** The objects around a field, the outermost one first. */
export function objectsAround(path: string): string[] {
  const parent = parentOf(path);
  return parent === "" ? [] : [...objectsAround(parent), parent];
}

/** Whether a version requires an object, in one that both versions have or that other fields make, and the other version has no object there. */
function isLone(model: TypeModel, pair: VersionPair, { side, path }: ObjectOfSide): boolean {
  const kindIn = (at: VersionSide, one: string): string | undefined => fieldAt(model, pair[at].node, one)?.node.kind;
  const field = fieldAt(model, pair[side].node, path);
  const other = oppositeSide(side);
  if (field?.node.kind !== "object" || field.property.optional || kindIn(other, path) === "object") return false;
  const parent = parentOf(path);
  if (parent === "") return true;
  const around = fieldAt(model, pair[other].node, parent);
  if (around?.node.kind !== "object") return hasMakersBeside(pair, { side, path });
  if (hasRuleForFields(model, around)) return false;
  return !rejectsEmpty(model, around.property) || !comesWithFields(model, pair, { side, path });
}

/** Whether tags of an object say which of its fields it has, which may be those that matter here. The generated tests see that. */
function hasRuleForFields(model: TypeModel, { property }: TypedField): boolean {
  const names = ["cel", "atLeastOneOf", "exactlyOneOf"];
  return tagsOf(model, property).some(({ name }) => names.includes(name));
}

/** Whether an object comes with the fewest fields that the other version accepts around it, or the object around goes without it. */
function comesWithFields(model: TypeModel, pair: VersionPair, { side, path }: ObjectOfSide): boolean {
  const [other, around] = [oppositeSide(side), parentOf(path)];
  const [own, there] = [side, other].map((at) => fieldAt(model, pair[at].node, around));
  if (own === undefined || there?.node.kind !== "object") return false;
  const fields = there.node.properties.map(({ name }) => below(around, name));
  const brings = (field: string): boolean =>
    pair.rules.some(
      (rule) =>
        !rule.lost &&
        pathIn(rule, other) === field &&
        isUnder(pathIn(rule, side), path) &&
        !mayBecomeNone(model, pair, { side, rule }),
    );
  if (fields.filter((field) => !brings(field)).length < leastFields(model, there.property)) return true;
  const isRemoved = rejectsEmpty(model, own.property) && (own.property.optional || there.property.optional);
  return isRemoved && !fields.some((field) => staysBeside(model, pair, { side, path, field }));
}

/** Whether a field of the other version, or one in it, has a value in the object around another one, and not in that one. */
function staysBeside(
  model: TypeModel,
  pair: VersionPair,
  { side, path, field }: ObjectOfSide & { readonly field: string },
): boolean {
  const other = oppositeSide(side);
  const isOf = (one: string): boolean => one === field || isUnder(one, field);
  const isBeside = (one: string): boolean => isUnder(one, parentOf(path)) && one !== path && !isUnder(one, path);
  const targets = [
    ...pair.rules.filter((rule) => !rule.lost && isOf(pathIn(rule, other))).map((rule) => pathIn(rule, side)),
    ...pair.groups
      .filter((group) => group[other].some((one) => isOf(one.path)))
      .flatMap((group) => group[side].map((one) => one.path)),
  ];
  if (targets.some(isBeside)) return true;
  const isRuled = pair.rules.some((rule) => (!rule.lost || rule.side === other) && pathIn(rule, other) === field);
  return !isRuled && field !== path && fieldAt(model, pair[side].node, field) !== undefined;
}

/** Whether the object around has a value of this field wherever the other version has what is around the object. */
export function isSure(
  model: TypeModel,
  pair: VersionPair,
  { side, path, rule }: ObjectOfSide & { readonly rule: PairRule },
): boolean {
  const isThere = isNeverLacked(model, pair, { side, path, but: rule });
  return !mayBecomeNone(model, pair, { side, rule }) && isThere(pathIn(rule, oppositeSide(side)));
}

/** Whether the functions of a group get a value there: what they make of none creates no object. What they return the generated tests see. */
function isCalled(
  model: TypeModel,
  pair: VersionPair,
  { side, path, group }: ObjectOfSide & { readonly group: TogetherGroup },
): boolean {
  const isThere = isNeverLacked(model, pair, { side, path, but: group });
  return group[oppositeSide(side)].some((field) => isThere(field.path));
}

/** Tells whether the other version has a field wherever it has what is around the object, or something that makes that without the object. */
function isNeverLacked(
  model: TypeModel,
  pair: VersionPair,
  { side, path, but }: ObjectOfSide & { readonly but: PairRule | TogetherGroup },
): (field: string) => boolean {
  const { node } = pair[oppositeSide(side)];
  const around = parentOf(path);
  const isOfBoth = around === "" || fieldAt(model, node, around)?.node.kind === "object";
  const makers = [
    ...(isOfBoth ? [around] : []),
    ...makersOf(makersBeside(pair, { side, path }), { side, path: around, but }),
  ];
  return (field) => makers.every((beside) => !mayLackBeside(model, { node, path: field }, beside));
}

/** The rules and groups that make the object around another one by fields outside of that. */
function makersBeside(pair: VersionPair, { side, path }: ObjectOfSide): Pick<VersionPair, "rules" | "groups"> {
  const isOutside = (field: string): boolean => isUnder(field, parentOf(path)) && !isUnder(field, path);
  return {
    rules: pair.rules.filter((rule) => !rule.lost && isOutside(pathIn(rule, side))),
    groups: pair.groups.filter((group) => group[side].some((field) => isOutside(field.path))),
  };
}

function hasMakersBeside(pair: VersionPair, object: ObjectOfSide): boolean {
  const { rules, groups } = makersBeside(pair, object);
  return rules.length + groups.length > 0;
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
