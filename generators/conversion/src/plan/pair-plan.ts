// Checked rules and two types -> the plan that codegen/v1 executes: the path of each field, the call that converts its value, the objects
// that only one version has, and the lists and maps whose elements have rules.
import type { Property, TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import {
  belowAll,
  elementsPath,
  isPrefix,
  isUnder,
  parentOf,
  splitAtElements,
  stretchesOf,
} from "../fields/field-path.ts";
import { fieldOfRule, fieldsWithoutRules, loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, isNullable, mayBeMissing, rejectsEmpty, requiresNothing } from "../fields/typed-field.ts";
import { mayBecomeEmpty } from "../pairs/check-bounds.ts";
import { elementKeys } from "../pairs/element-keys.ts";
import { isZeroOfObject } from "../pairs/left-objects.ts";
import { isMadeByDefault, needsMoved, unsureObjects, type UnsureObject } from "../pairs/lone-objects.ts";
import { hasNullOfHub, nullsOfRule, type FieldWithNull } from "./lone-nulls.ts";
import { boundedShapeOf, unboundedShapeOf } from "./hub-shape.ts";
import { elementsPathOf, type TogetherGroup } from "../pairs/together-group.ts";
import { formFieldsOf } from "./fields-of-form.ts";
import { formOf } from "./value-form.ts";
import {
  declarationName,
  isKeptByHub,
  isSame,
  oppositeSide,
  ruleAt,
  targetOf,
  type PairRule,
  type VersionSide,
  type VersionPair,
} from "../pairs/version-pair.ts";

/** A rule of the plan; `call` is the source of a call of codegen/v1. */
export interface PlanField {
  readonly older?: readonly string[];
  readonly newer?: readonly string[];
  readonly call?: string;
  readonly default?: unknown;
  readonly within?: number;
  readonly olderDefault?: unknown;
  readonly keep?: true;
  readonly required?: true;
  readonly shape?: unknown;
  readonly anchor?: number;
  readonly inside?: number;
}

/** An object of one version. */
export interface PlanContainer {
  readonly side: VersionSide;
  readonly path: readonly string[];
  readonly anchor?: number;
  readonly inside?: number;
  readonly stays?: true;
}

/** A field of a group. */
export interface PlanNamed {
  readonly name: string;
  readonly path: readonly string[];
  readonly shape: unknown;
  readonly anchor?: number;
}

/** Fields that functions convert together; `call` is the source of the call of codegen/v1 that finds the functions. */
export interface PlanTogether {
  readonly name: string;
  readonly call: string;
  readonly older: readonly PlanNamed[];
  readonly newer: readonly PlanNamed[];
}

/** A list or map with rules for its elements. The path of a rule for the elements themselves is empty. */
export interface PlanElements {
  readonly path: readonly string[];
  readonly form: "list" | "map";
  readonly keys?: readonly string[];
  /** The keys of the version that is not the hub, where the hub keeps fields for it and they are others. */
  readonly spokeKeys?: readonly string[];
  readonly rules: PlanRules;
}

/** A field of both versions, or the values of a map, whose null only the version `of` has. */
export interface PlanNull extends FieldWithNull {
  readonly of: VersionSide;
  readonly anchor?: number;
}

/** The rules of an object or of the elements of a list or map. */
export interface PlanRules {
  readonly fields: readonly PlanField[];
  readonly together: readonly PlanTogether[];
  readonly onlyIn: readonly PlanContainer[];
  readonly notEmpty: readonly PlanContainer[];
  readonly emptied: readonly PlanContainer[];
  readonly nulls: readonly PlanNull[];
  readonly elements: readonly PlanElements[];
}

/** A level of the plan: the object, or the elements at a path such as `spec.disks[]`. */
interface Level {
  readonly model: TypeModel;
  readonly pair: VersionPair;
  /** The rules that change something. */
  readonly changing: readonly PairRule[];
  /** The rules of fields whose null only the hub has. */
  readonly withNull: readonly PairRule[];
  /** Required objects of the newer version that no field is sure to make. */
  readonly unsure: readonly UnsureObject[];
  readonly at: string;
}

/** The plan of a version pair whose rules were checked. */
export function planOf(model: TypeModel, pair: VersionPair): PlanRules {
  const declared = pair.rules.filter((rule) => !isSame(rule));
  const withNull = pair.rules.filter((rule) => hasNullOfHub(model, pair, rule));
  const changing = [...declared, ...rulesOfDefaults(model, pair)];
  return rulesAt({ model, pair, changing, withNull, unsure: unsureObjects(model, pair, "newer"), at: "" });
}

function rulesAt(level: Level): PlanRules {
  const isHere = ({ path }: PairRule): boolean => splitAtElements(path).elements === level.at;
  const rules = level.changing.filter(isHere);
  const groups = level.pair.groups.filter((group) => elementsPathOf(group) === level.at);
  const containers = [
    ...rules.flatMap((rule) => containersOf(level, rule)),
    ...groups.flatMap((group) => containersOfGroup(level, group)),
  ];
  return {
    // Those that make no object come after those that may.
    fields: rules.map((rule) => planField(level, rule)).toSorted((a, b) => (a.inside ?? 0) - (b.inside ?? 0)),
    together: groups.map((group) => planTogether(level, group)),
    onlyIn: distinct(containers.filter(({ both }) => !both)).map(({ side, path }) => container(level, side, path)),
    notEmpty: distinct(containers.filter(({ both }) => both).flatMap(inEither))
      .filter(({ side, path }) => isRefused(level, side, path))
      .toSorted(innerFirst)
      .map(({ side, path }) => container(level, side, path)),
    emptied: emptiedBy(level, rules).map(({ side, path }) => ({
      ...container(level, side, path),
      ...(side !== level.pair.hub && isForZero(level, rules, path) ? { stays: true } : {}),
    })),
    nulls: level.withNull.filter(isHere).flatMap((rule) => planNulls(level, rule)),
    elements: elementPaths(level).map((path) => planElements(level, path)),
  };
}

/** An object of both versions in each of them: what is in it in one version may be all that it has, and the other rejects it when it is empty. */
function inEither(around: Around): Around[] {
  return [around, { ...around, side: oppositeSide(around.side) }];
}

function planNulls(level: Level, rule: PairRule): PlanNull[] {
  const { model, pair } = level;
  return nullsOfRule(model, pair, rule).map((field) => ({
    of: pair.hub,
    ...field,
    ...anchorOf(level, field[pair.hub]),
  }));
}

function planTogether(level: Level, group: TogetherGroup): PlanTogether {
  const named = (side: VersionSide): PlanNamed[] =>
    group[side].map(({ name, path }) => {
      const names = splitAtElements(path).names;
      const property = fieldAt(level.model, level.pair[side].node, path)?.property;
      const shape = property === undefined ? "any" : shapeOfField(level.model, path, property);
      return { name, path: names, shape, ...(side === level.pair.hub ? anchorOf(level, names) : {}) };
    });
  const call = `togetherBy(${declarationName(level.pair)}, ${valueLiteral(group.name)})`;
  return { name: group.name, call, older: named("older"), newer: named("newer") };
}

function containersOfGroup(level: Level, group: TogetherGroup): Around[] {
  return (["older", "newer"] as const).flatMap((side) =>
    group[side].flatMap(({ path }) => containersOn(level, side, path)),
  );
}

function planField(level: Level, rule: PairRule): PlanField {
  const { pair, model } = level;
  const older = rule.side === "older" ? splitAtElements(rule.path).names : undefined;
  const newer = rule.side === "newer" || !rule.lost ? splitAtElements(targetOf(rule)).names : undefined;
  const hubPath = pair.hub === "newer" ? newer : older;
  const isKept = isKeptByHub(pair, rule);
  const keptSide = isKept ? rule.side : pair.hub;
  const keptPath = isKept ? splitAtElements(rule.path).names : hubPath;
  return {
    ...(older === undefined ? {} : { older }),
    ...(newer === undefined ? {} : { newer }),
    ...callOf(model, pair, rule),
    ...defaultOf(level, rule),
    ...withinOf(level, rule),
    ...olderDefaultOf(level, rule),
    ...(isKept ? { keep: true } : {}),
    ...(isRequiredNull(model, pair, rule) ? { required: true } : {}),
    ...(keptPath === undefined
      ? {}
      : {
          ...shapeAt(level, keptSide, keptPath),
          ...anchorOf(level, keptPath),
          ...(rule.lost ? insideOf(level, keptSide, keptPath) : {}),
        }),
  };
}

/** The default of a rule. Where it only names what becomes of a null, the hub always has a value: parts of objects gain none. */
function defaultOf({ model, pair }: Level, rule: PairRule): Pick<PlanField, "default"> {
  const own = fieldOfRule(model, pair, rule)?.[pair.hub].property;
  const isOfNull = own !== undefined && hasNullOfHub(model, pair, rule) && !mayBeMissing(model, own);
  return rule.default === undefined || isOfNull ? {} : { default: rule.default };
}

/** How many steps to a field are there before its default makes the required objects that nothing else is sure to make. */
function withinOf({ model, pair, unsure }: Level, rule: PairRule): Pick<PlanField, "within"> {
  const made = unsure.filter(({ path }) => isMadeByDefault(model, pair, { path, rule }));
  const steps = made.map(({ path }) => splitAtElements(path).names.length - 1);
  return steps.length === 0 ? {} : { within: Math.min(...steps) };
}

/** Whether a field that only one version has, with a default, may be null and is always there: it is required, or its schema has a default. */
function isRequiredNull(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const field = rule.lost && rule.default !== undefined && fieldAt(model, pair[rule.side].node, rule.path);
  if (field === false || field === undefined || mayBeMissing(model, field.property)) return false;
  return isNullable(model, field.property.type);
}

/** The default of the older schema alone. A field that moves to another object has none: a default makes no object. */
function olderDefaultOf({ model, pair }: Level, rule: PairRule): Pick<PlanField, "olderDefault"> {
  const [from, to] = [rule.path, targetOf(rule)].map(parentOf);
  const fields = fieldOfRule(model, pair, rule);
  if (pair.hub !== "newer" || from !== to || fields === undefined) return {};
  const value = loneDefault(model, "older", fields);
  return value === undefined ? {} : { olderDefault: value };
}

/** Rules for fields that have such a default, and that both versions have alike. */
function rulesOfDefaults(model: TypeModel, pair: VersionPair): PairRule[] {
  const fields = pair.hub === "newer" ? [...fieldsWithoutRules(model, pair)] : [];
  return fields
    .filter(([, field]) => loneDefault(model, "older", field) !== undefined)
    .map(([path]) => ruleAt(pair, path));
}

/** The shape of a field that is kept. */
function shapeAt({ model, pair, at }: Level, side: VersionSide, path: readonly string[]): Pick<PlanField, "shape"> {
  const whole = inLevel(at, path);
  const field = fieldAt(model, pair[side].node, whole);
  return field === undefined ? {} : { shape: shapeOfField(model, whole, field.property) };
}

/** Bounds are checked of what is created, which has no status. */
function shapeOfField(model: TypeModel, path: string, property: Property): unknown {
  return path === "status" || isUnder(path, "status")
    ? unboundedShapeOf(model, property)
    : boundedShapeOf(model, property);
}

function callOf(model: TypeModel, pair: VersionPair, rule: PairRule): Pick<PlanField, "call"> {
  const own = fieldAt(model, pair.older.node, rule.path);
  const target = fieldAt(model, pair.newer.node, targetOf(rule));
  if (own === undefined || target === undefined) return {};
  const fields = formFieldsOf(model, pair, { rule, own, target });
  const call = fields && formOf(rule.as)?.form.call(fields);
  return call === undefined ? {} : { call };
}

function isObject({ model, pair, at }: Level, side: VersionSide, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  return fieldAt(model, pair[side].node, inLevel(at, names))?.node.kind === "object";
}

function inLevel(at: string, names: readonly string[]): string {
  return belowAll(at, names);
}

/** The number of steps through objects that both versions have, unless that includes the parent of the field. */
function anchorOf(level: Level, path: readonly string[]): { readonly anchor?: number } {
  if (path.length === 0) return {};
  let anchor = 0;
  const inBoth = (names: readonly string[]): boolean =>
    isObject(level, "older", names) && isObject(level, "newer", names);
  while (anchor < path.length - 1 && inBoth(path.slice(0, anchor + 1))) anchor += 1;
  return anchor === path.length - 1 ? {} : { anchor };
}

/** The number of steps to an object of one version alone that no kept value makes: it needs a field that the other version has elsewhere. */
function insideOf(
  { model, pair, at }: Level,
  side: VersionSide,
  path: readonly string[],
): { readonly inside?: number } {
  const isNeedy = (_: string, index: number): boolean =>
    needsMoved(model, pair, { side, path: inLevel(at, path.slice(0, index + 1)) });
  const inside = path.slice(0, -1).findLastIndex(isNeedy) + 1;
  return inside === 0 ? {} : { inside };
}

interface Around {
  readonly side: VersionSide;
  readonly path: readonly string[];
  /** Whether the other version has an object there too. */
  readonly both: boolean;
}

/** The objects around the field of a rule, in each version that has the field. */
function containersOf(level: Level, rule: PairRule): Around[] {
  const paths: readonly (readonly [VersionSide, string | undefined])[] = [
    ["older", rule.side === "older" ? rule.path : undefined],
    ["newer", rule.side === "newer" || !rule.lost ? targetOf(rule) : undefined],
  ];
  return paths.flatMap(([side, path]) => (path === undefined ? [] : containersOn(level, side, path)));
}

function containersOn(level: Level, side: VersionSide, path: string): Around[] {
  const { names } = splitAtElements(path);
  const other = oppositeSide(side);
  return names.slice(1).map((_, index): Around => {
    const around = names.slice(0, index + 1);
    return { side, path: around, both: isObject(level, other, around) };
  });
}

/** Objects of both versions that a field leaves for another object of the other version. */
function emptiedBy(level: Level, rules: readonly PairRule[]): Around[] {
  const moves = rules.filter(({ lost }) => !lost).map((rule) => ({ older: rule.path, newer: targetOf(rule) }));
  const left = moves.flatMap((move) =>
    (["older", "newer"] as const).flatMap((side) => {
      const target = splitAtElements(move[oppositeSide(side)]).names;
      return containersOn(level, side, move[side]).filter(
        ({ both, path }) =>
          both &&
          !isPrefix(path, target) &&
          // One that is empty where fields of it are required is what is left of a part of an object, which gains nothing.
          !(
            isRequiredThere(level, { side: oppositeSide(side), path, target }) &&
            mayBeEmpty(level, oppositeSide(side), path)
          ),
      );
    }),
  );
  return distinct(left).toSorted(innerFirst);
}

/** An inner object is removed before the one around it. */
function innerFirst(a: Around, b: Around): number {
  return b.path.length - a.path.length;
}

/** Whether an object of the older version has a required field in it, or in an object in it, that is the empty value again by its object alone. */
function isForZero({ model, pair, at }: Level, rules: readonly PairRule[], path: readonly string[]): boolean {
  return rules.some((rule) => isUnder(rule.path, inLevel(at, path)) && isZeroOfObject(model, pair, rule));
}

interface Left {
  /** The version that the object is converted to. */
  readonly side: VersionSide;
  readonly path: readonly string[];
  /** Where the field goes that leaves the object. */
  readonly target: readonly string[];
}

/** Whether a version requires an object, and those between it and the object that a field of it stays in: it is there with that one, also when it is empty. */
function isRequiredThere({ model, pair, at }: Level, { side, path, target }: Left): boolean {
  const ways = path.map((_, index) => path.slice(0, index + 1)).filter((way) => !isPrefix(way, target));
  return ways.every((way) => fieldAt(model, pair[side].node, inLevel(at, way))?.property.optional === false);
}

function mayBeEmpty({ model, pair, at }: Level, side: VersionSide, path: readonly string[]): boolean {
  return requiresNothing(model, fieldAt(model, pair[side].node, inLevel(at, path))?.node);
}

function distinct(containers: readonly Around[]): Around[] {
  return [...new Map(containers.map((one) => [`${one.side} ${one.path.join(".")}`, one])).values()];
}

function container(level: Level, side: VersionSide, path: readonly string[]): PlanContainer {
  return {
    side,
    path,
    ...(side === level.pair.hub ? { ...anchorOf(level, path), ...insideOf(level, side, path) } : {}),
  };
}

/** Whether a version rejects an object when it is empty. One that both require and that may be empty is not removed: without it the object around it would be rejected. */
function isRefused({ model, pair, at }: Level, side: VersionSide, path: readonly string[]): boolean {
  const [older, newer] = [pair.older, pair.newer].map(({ node }) => fieldAt(model, node, inLevel(at, path))?.property);
  if (older === undefined || newer === undefined) return false;
  return rejectsEmpty(model, side === "older" ? older : newer) && !mayBecomeEmpty(model, [older, newer]);
}

/** The paths of the lists and maps one step below a level that rules go through. */
function elementPaths({ pair, changing, withNull, at }: Level): string[] {
  const depth = at === "" ? 0 : stretchesOf(at).length;
  const inside = [
    ...[...changing, ...withNull].map((rule) => splitAtElements(rule.path).elements),
    ...pair.groups.map(elementsPathOf),
  ].filter((elements) => elements !== at && elements.startsWith(at));
  const oneDeeper = inside.map((elements) => {
    return elementsPath(stretchesOf(elements).slice(0, depth + 1));
  });
  return [...new Set(oneDeeper)];
}

function planElements(level: Level, path: string): PlanElements {
  const { model, pair } = level;
  const { names, into } = stretchesOf(path).at(-1) ?? { names: [] };
  const [keys, ownKeys] = [pair.hub, oppositeSide(pair.hub)].map((side) =>
    into === "list" ? elementKeys(model, pair, { side, path }) : undefined,
  );
  const isKept = pair.rules.some((rule) => isKeptByHub(pair, rule) && isUnder(rule.path, path));
  const spokeKeys = isKept && ownKeys?.join() !== keys?.join() ? ownKeys : undefined;
  return {
    path: names,
    form: into ?? "list",
    ...(keys === undefined ? {} : { keys }),
    ...(spokeKeys === undefined ? {} : { spokeKeys }),
    rules: rulesAt({ ...level, at: path }),
  };
}
