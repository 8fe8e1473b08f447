// Checked rules and two types -> the plan that codegen/v1 executes: the path of each field, the call that converts its value, the objects
// that only one version has, and the lists and maps whose elements have rules.
import type { Property, TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { belowAll, elementsPath, isUnder, parentOf, splitAtElements, stretchesOf } from "../fields/field-path.ts";
import { defaultOfOlder, fieldOfRule, fieldsWithoutRules, loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, isDefaulted, isNullable, mayBeMissing, rejectsEmpty } from "../fields/typed-field.ts";
import { elementKeys } from "../pairs/element-keys.ts";
import { isMadeByDefault, unsureObjects } from "../pairs/lone-objects.ts";
import { elementsPathOf, hasFunctions, type TogetherGroup } from "../pairs/together-group.ts";
import {
  declarationName,
  isKeptByHub,
  isSame,
  oppositeSide,
  pathIn,
  ruleAt,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";
import { formFieldsOf } from "./fields-of-form.ts";
import { boundedShapeOf, unboundedShapeOf, wideShapeOf } from "./hub-shape.ts";
import { hasNullOfHub, nullsOfRule } from "./lone-nulls.ts";
import { anchorOf, insideOf, isInLevel, type Level } from "./plan-level.ts";
import type { PlanElements, PlanField, PlanNamed, PlanNull, PlanRules, PlanTogether } from "./plan-model.ts";
import { planObjects } from "./plan-objects.ts";
import { exclusiveOf, fieldsOfMembers, membersOf } from "./union-members.ts";
import { formOf } from "./value-form.ts";

/** The plan of a version pair whose rules were checked. */
export function planOf(model: TypeModel, pair: VersionPair): PlanRules {
  const declared = pair.rules.filter((rule) => !isSame(rule));
  const withNull = pair.rules.filter((rule) => hasNullOfHub(model, pair, rule));
  const changing = [...declared, ...rulesOfDefaults(model, pair)];
  return rulesAt({ model, pair, changing, withNull, unsure: unsureObjects(model, pair, "newer"), at: "" });
}

function rulesAt(level: Level): PlanRules {
  const rules = level.changing.filter((rule) => isInLevel(level, rule));
  const groups = level.pair.groups.filter((group) => elementsPathOf(group) === level.at);
  return {
    // Those that make no object come after those that may.
    fields: rules.map((rule) => planField(level, rule)).toSorted((a, b) => (a.inside ?? 0) - (b.inside ?? 0)),
    together: groups.map((group) => planTogether(level, group)),
    ...planObjects(level, { rules, groups }),
    nulls: level.withNull.filter((rule) => isInLevel(level, rule)).flatMap((rule) => planNulls(level, rule)),
    elements: elementPaths(level).map((path) => planElements(level, path)),
  };
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
      const shape = property === undefined ? "any" : shapeOfField(level, side, { path, property });
      return { name, path: names, shape, ...(side === level.pair.hub ? anchorOf(level, names) : {}) };
    });
  const call = `togetherBy(${declarationName(level.pair)}, ${valueLiteral(group.name)})`;
  return { name: group.name, call, older: named("older"), newer: named("newer") };
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
    ...(isNeeded(model, pair, rule) ? { needed: true } : {}),
    ...(fillsObject(model, pair, rule) ? { fillsObject: true } : {}),
    ...membersOf(level, rule),
    ...fieldsOfMembers(level, rule),
    ...exclusiveOf(level, rule),
    ...(keptPath === undefined
      ? {}
      : {
          ...shapeAt(level, keptSide, keptPath),
          ...anchorOf(level, keptPath),
          ...(rule.lost ? insideOf(level, keptSide, keptPath) : {}),
        }),
  };
}

/** The default of a rule. Where it only names what becomes of a null, both versions always have a value: parts of objects gain none. */
function defaultOf({ model, pair }: Level, rule: PairRule): Pick<PlanField, "default"> {
  const fields = fieldOfRule(model, pair, rule);
  const isAlwaysThere = (side: VersionSide): boolean =>
    fields !== undefined && !mayBeMissing(model, fields[side].property);
  const isOfNull = isAlwaysThere("older") && isAlwaysThere(pair.hub) && hasNullOfHub(model, pair, rule);
  return rule.default === undefined || isOfNull ? {} : { default: rule.default };
}

/** How many steps to a field are there before its default makes the required objects that nothing else is sure to make. */
function withinOf({ model, pair, unsure }: Level, rule: PairRule): Pick<PlanField, "within"> {
  const made = unsure.filter(({ path }) => isMadeByDefault(model, pair, { path, rule }));
  const steps = made.map(({ path }) => splitAtElements(path).names.length - 1);
  return steps.length === 0 ? {} : { within: Math.min(...steps) };
}

/** Whether a field with a default whose null the other version does not have is always there: it is required, or its schema has a default. */
function isRequiredNull(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const isFilled = rule.default !== undefined && (rule.lost || hasNullOfHub(model, pair, rule));
  // Forms make nothing of some values, which must come back as the null that the hub had.
  if (!isFilled && (rule.lost || rule.as === undefined || hasFunctions(rule.as))) return false;
  const field = rule.lost
    ? fieldAt(model, pair[rule.side].node, rule.path)
    : fieldOfRule(model, pair, rule)?.[pair.hub];
  return field !== undefined && !mayBeMissing(model, field.property) && isNullable(model, field.property.type);
}

/** Whether the hub requires the object around a field with a default, and rejects it when it is empty. */
function fillsObject(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  if (rule.lost || (rule.default === undefined && defaultOfOlder(model, pair, rule) === undefined)) return false;
  const around = fieldAt(model, pair[pair.hub].node, parentOf(pathIn(rule, pair.hub)))?.property;
  return around?.optional === false && rejectsEmpty(model, around);
}

/**
 * Whether the hub requires a field with a default: values that are kept, and clients of the other version, may make the object around it. An older hub may set a
 * default of its own, which is not what its absence became.
 */
function isNeeded(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  if (rule.lost || rule.default === undefined) return false;
  const own = fieldAt(model, pair[pair.hub].node, pathIn(rule, pair.hub))?.property;
  return own !== undefined && (!own.optional || (pair.hub === "older" && isDefaulted(model, own)));
}

function olderDefaultOf({ model, pair }: Level, rule: PairRule): Pick<PlanField, "olderDefault"> {
  const value = defaultOfOlder(model, pair, rule);
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
function shapeAt(level: Level, side: VersionSide, names: readonly string[]): Pick<PlanField, "shape"> {
  const path = belowAll(level.at, names);
  const property = fieldAt(level.model, level.pair[side].node, path)?.property;
  return property === undefined ? {} : { shape: shapeOfField(level, side, { path, property }) };
}

interface FieldAt {
  readonly path: string;
  readonly property: Property;
}

/** Bounds are checked of what is created, which has no status, and not where the hub has values of a version with other bounds. */
function shapeOfField({ model, pair }: Level, side: VersionSide, { path, property }: FieldAt): unknown {
  const widened = side === pair.hub ? (pair.widened ?? []) : [];
  if (widened.some((wide) => path === wide || isUnder(path, wide))) return wideShapeOf(model, property);
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
