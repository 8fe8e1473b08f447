// Defaults that objects of the other version would gain. The API server sets a default only where the object around the field is: of a field that moves to another object,
// one version may have it where the other version has no value.
import type { TypeModel } from "@capstan/generator-model";
import { deepEqual } from "@capstan/kube";
import { below, isUnder, parentOf } from "../fields/field-path.ts";
import type { FieldOfBoth } from "../fields/schema-defaults.ts";
import { fieldAt, isDefaulted, mayBeMissing, tagsOf, tagValues, type TypedField } from "../fields/typed-field.ts";
import { formOf } from "../plan/value-form.ts";
import { oppositeSide, pathIn, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** A field of both versions, and its rule. */
export interface RuledField {
  readonly rule: PairRule;
  readonly field: FieldOfBoth;
}

/** The default of a version that comes back to objects of the other one that have no value, whatever the rule says; undefined when there is none. */
export function gainedSide(model: TypeModel, pair: VersionPair, ruled: RuledField): VersionSide | undefined {
  const isGained = (side: VersionSide): boolean => {
    const value = defaultIn(model, ruled, side);
    return value !== undefined && !isNoValue(ruled.rule, side, value) && isGainedFrom(model, pair, { ...ruled, side });
  };
  return (["older", "newer"] as const).find(isGained);
}

/** The default of a field in a version. */
export function defaultIn(model: TypeModel, { field }: RuledField, side: VersionSide): unknown {
  return tagValues(tagsOf(model, field[side].property), "default").at(-1);
}

/** Whether a version has the object around a field by this field alone, and so never a default that the other version has no value for. */
export function isThereByField(
  model: TypeModel,
  pair: VersionPair,
  { rule, side }: { readonly rule: PairRule; readonly side: VersionSide },
): boolean {
  let inner = pathIn(rule, side);
  for (const { path, field } of objectsLeft(model, pair, { rule, side })) {
    const isOfBoth = fieldAt(model, pair[oppositeSide(side)].node, path)?.node.kind === "object";
    const others = propertiesOf(path, field).filter((other) => other !== inner);
    if (isOfBoth || others.some((other) => isConverted(pair, side, other) || isKept(pair, side, other))) return false;
    if (mayBeMissing(model, field.property)) return true;
    inner = path;
  }
  return false;
}

interface FieldOnSide extends RuledField {
  /** The version with the default. */
  readonly side: VersionSide;
}

function isGainedFrom(model: TypeModel, pair: VersionPair, ruled: FieldOnSide): boolean {
  const { rule, field, side } = ruled;
  const other = oppositeSide(side);
  const [around, aroundOther] = [side, other].map((one) => objectsLeft(model, pair, { rule, side: one }));
  if (around === undefined || aroundOther === undefined) return false;
  const isLone = !isDefaulted(model, field[other].property);
  const isNeverMissing = !mayBeMissing(model, field[other].property);
  // What is kept comes back when the rule has set its default.
  if (!isNeverMissing && isBesideKept(model, pair, ruled)) return true;
  if (isOfRule(pair, ruled, { isLone, isMoved: around.length + aroundOther.length > 0 })) return false;
  const isSure = aroundOther.every((object) => !mayBeMissing(model, object.field.property));
  const isTied = isSameObject(model, pair, rule);
  if (((isSure || isTied) && isNeverMissing) || isThereByField(model, pair, { rule, side })) return false;
  if (side === "newer" && isLone) {
    // The rule has the default, and knows it again where conversions alone make the objects around the field.
    const isFilled = around.some(({ field: { property } }) => property.optional && isDefaulted(model, property));
    return isFilled || !(isSure || isTied);
  }
  // Nothing in an object of the other version tells that this default was no value there.
  return true;
}

/** Whether an object around a field, which may be missing, is there again by what is kept for its version. */
function isBesideKept(model: TypeModel, pair: VersionPair, { rule, side }: FieldOnSide): boolean {
  let inner = pathIn(rule, side);
  for (const { path, field } of objectsLeft(model, pair, { rule, side })) {
    if (fieldAt(model, pair[oppositeSide(side)].node, path)?.node.kind === "object") return false;
    const others = propertiesOf(path, field).filter((other) => other !== inner);
    if (mayBeMissing(model, field.property) && others.some((other) => isKept(pair, side, other))) return true;
    inner = path;
  }
  return false;
}

/** Whether a field that only this version has is kept while objects are in the other one. */
function isKept({ rules, hub }: VersionPair, side: VersionSide, path: string): boolean {
  return rules.some(
    (rule) => rule.lost && rule.side === side && rule.path === path && (side === hub || rule.keep === true),
  );
}

/** Whether the rule has the default, or the conversion has it: it knows that of a field that stays in its object again. Of whole objects the tests find it. */
function isOfRule(
  { hub }: VersionPair,
  { field, side }: FieldOnSide,
  { isLone, isMoved }: { readonly isLone: boolean; readonly isMoved: boolean },
): boolean {
  const isKnown = hub === "newer" || field[side].node.kind === "object";
  return isKnown && (side === "newer" ? isLone : !isMoved);
}

interface ObjectAround {
  readonly path: string;
  readonly field: TypedField;
}

/** The objects of a version around the field of a rule in which the other version does not have it, the innermost first. */
export function objectsLeft(
  model: TypeModel,
  pair: VersionPair,
  { rule, side }: { readonly rule: PairRule; readonly side: VersionSide },
): readonly ObjectAround[] {
  const target = pathIn(rule, oppositeSide(side));
  const objects: ObjectAround[] = [];
  for (let path = parentOf(pathIn(rule, side)); path !== "" && !isUnder(target, path); path = parentOf(path)) {
    const field = fieldAt(model, pair[side].node, path);
    if (field !== undefined) objects.push({ path, field });
  }
  return objects;
}

function propertiesOf(path: string, { node }: TypedField): readonly string[] {
  return node.kind === "object" ? node.properties.map(({ name }) => below(path, name)) : [];
}

/** Whether a field of a version, or one in it, gets values from the other version. */
function isConverted({ rules, groups }: VersionPair, side: VersionSide, path: string): boolean {
  const paths = [
    ...rules.filter(({ lost }) => !lost).map((rule) => pathIn(rule, side)),
    ...groups.flatMap((group) => group[side].map((named) => named.path)),
  ];
  return paths.some((one) => one === path || isUnder(one, path));
}

/** Whether the objects around a field are one object by other names: each version has its own where the other one has its own. */
function isSameObject(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  return (["older", "newer"] as const).every((side) => {
    const other = oppositeSide(side);
    const [own] = objectsLeft(model, pair, { rule, side });
    if (own === undefined || !mayBeMissing(model, own.field.property)) return false;
    if (fieldAt(model, pair[other].node, own.path)?.node.kind === "object") return false;
    const parent = parentOf(pathIn(rule, other));
    const staysTogether = (path: string): boolean =>
      !isConverted(pair, side, path) ||
      pair.rules.some((one) => !one.lost && pathIn(one, side) === path && parentOf(pathIn(one, other)) === parent);
    return propertiesOf(own.path, own.field).every(staysTogether);
  });
}

/** The values of a version of which a form makes no value of the other one, whichever of the two has the default. */
const noOtherValue: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolPresence: (value) => value === false,
  presence: (value) => value === false,
  listOfOne: (value) => deepEqual(value, []),
  digits: (value) => typeof value === "string" && !/^[+-]?\d{1,19}$/.test(value),
};

/** Whether the form of a rule makes no value of a default. */
export function isNoValue({ as }: PairRule, side: VersionSide, value: unknown): boolean {
  const name = formOf(as)?.name ?? "";
  const isEmpty = side === "older" && name === "dropEmpty" && (value === "" || value === 0);
  return isEmpty || noOtherValue[name]?.(value) === true;
}
