// The objects of a plan that may be there in one version only: those of one version, those that a version rejects when they are empty, and those that fields leave.
import { belowAll, isPrefix, isUnder, splitAtElements } from "../fields/field-path.ts";
import { fieldAt, rejectsEmpty, requiresNothing } from "../fields/typed-field.ts";
import { mayBecomeEmpty } from "../pairs/check-bounds.ts";
import { isZeroOfObject } from "../pairs/left-objects.ts";
import type { TogetherGroup } from "../pairs/together-group.ts";
import { oppositeSide, pathIn, targetOf, type PairRule, type VersionSide } from "../pairs/version-pair.ts";
import { nullsOfRule } from "./lone-nulls.ts";
import { formOf } from "./value-form.ts";
import { anchorOf, insideOf, isInLevel, isObject, type Level } from "./plan-level.ts";
import type { PlanContainer, PlanRules } from "./plan-model.ts";
import { exclusiveAround, membersAround } from "./union-members.ts";

/** The rules for the fields of a level. */
interface RulesOfLevel {
  readonly rules: readonly PairRule[];
  readonly groups: readonly TogetherGroup[];
}

/** The objects of a level. */
export function planObjects(
  level: Level,
  { rules, groups }: RulesOfLevel,
): Pick<PlanRules, "onlyIn" | "notEmpty" | "emptied"> {
  const containers = [
    ...rules.flatMap((rule) => containersOf(level, rule)),
    ...groups.flatMap((group) => containersOfGroup(level, group)),
    ...level.withNull.filter((rule) => isInLevel(level, rule)).flatMap((rule) => containersOfNulls(level, rule)),
  ];
  return {
    onlyIn: distinct(containers.filter(({ both }) => !both)).map(({ side, path }) => container(level, side, path)),
    notEmpty: distinct(containers.filter(({ both }) => both).flatMap(inEither))
      .filter(({ side, path }) => isRefused(level, side, path))
      .toSorted(innerFirst)
      .map(({ side, path }) => container(level, side, path)),
    emptied: emptiedBy(level, { rules, groups }).map(({ side, path }) => ({
      ...container(level, side, path),
      ...(side !== level.pair.hub && isForZero(level, rules, path) ? { stays: true } : {}),
    })),
  };
}

/** An object of both versions in each of them: what is in it in one version may be all that it has, and the other rejects it when it is empty. */
function inEither(around: Around): Around[] {
  return [around, { ...around, side: oppositeSide(around.side) }];
}

/** The objects around fields whose null only the hub has: without it, an object may be empty in the other version. */
function containersOfNulls(level: Level, rule: PairRule): Around[] {
  return nullsOfRule(level.model, level.pair, rule).flatMap((field) =>
    (["older", "newer"] as const).flatMap((side) => containersOn(level, side, belowAll(level.at, field[side]))),
  );
}

function containersOfGroup(level: Level, group: TogetherGroup): Around[] {
  return (["older", "newer"] as const).flatMap((side) =>
    group[side].flatMap(({ path }) => containersOn(level, side, path)),
  );
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

/** Objects of both versions that a field leaves for another object of the other version, or functions of which one field is there. */
function emptiedBy(level: Level, { rules, groups }: RulesOfLevel): Around[] {
  const moves = [
    ...rules.filter(({ lost }) => !lost).map((rule) => ({ older: [rule.path], newer: [targetOf(rule)] })),
    ...groups.map(({ older, newer }) => ({
      older: older.map(({ path }) => path),
      newer: newer.map(({ path }) => path),
    })),
  ];
  const left = moves.flatMap((move) =>
    (["older", "newer"] as const).flatMap((side) => {
      const there = oppositeSide(side);
      const targets = move[there].map((path) => splitAtElements(path).names);
      const containers = move[side].flatMap((path) => containersOn(level, side, path));
      return containers.filter(
        ({ both, path }) =>
          both &&
          targets.some((target) => !isPrefix(path, target)) &&
          // One that is empty where fields of it are required is what is left of a part of an object, which gains nothing.
          !(
            targets.every((target) => isRequiredThere(level, { side: there, path, target })) &&
            (mayBeEmpty(level, there, path) || isFilled(level, { rules, side: there, path }))
          ),
      );
    }),
  );
  return distinct(left).toSorted(innerFirst);
}

interface ObjectOfSide {
  readonly rules: readonly PairRule[];
  readonly side: VersionSide;
  readonly path: readonly string[];
}

/** Whether rules have a default, or a form that makes a value of none, for every field that a version requires in an object: it is valid again with these alone. */
function isFilled({ model, pair, at }: Level, { rules, side, path }: ObjectOfSide): boolean {
  const around = belowAll(at, path);
  const node = fieldAt(model, pair[side].node, around)?.node;
  const hasDefault = (field: string): boolean =>
    rules.some(
      (rule) =>
        pathIn(rule, side) === field &&
        ((rule.default !== undefined && (side === "newer" || rule.lost)) ||
          formOf(rule.as)?.form.fills?.includes(side) === true),
    );
  return (
    node?.kind === "object" &&
    node.properties.every(({ name, optional }) => optional || hasDefault(belowAll(around, [name])))
  );
}

/** An inner object is removed before the one around it. */
function innerFirst(a: Around, b: Around): number {
  return b.path.length - a.path.length;
}

/** Whether an object of the older version has a required field in it, or in an object in it, that is the empty value again by its object alone. */
function isForZero({ model, pair, at }: Level, rules: readonly PairRule[], path: readonly string[]): boolean {
  return rules.some((rule) => isUnder(rule.path, belowAll(at, path)) && isZeroOfObject(model, pair, rule));
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
  return ways.every((way) => fieldAt(model, pair[side].node, belowAll(at, way))?.property.optional === false);
}

function mayBeEmpty({ model, pair, at }: Level, side: VersionSide, path: readonly string[]): boolean {
  return requiresNothing(model, fieldAt(model, pair[side].node, belowAll(at, path))?.node);
}

function distinct(containers: readonly Around[]): Around[] {
  return [...new Map(containers.map((one) => [`${one.side} ${one.path.join(".")}`, one])).values()];
}

function container(level: Level, side: VersionSide, path: readonly string[]): PlanContainer {
  return {
    side,
    path,
    ...(side === level.pair.hub ? { ...anchorOf(level, path), ...insideOf(level, side, path) } : {}),
    ...membersAround(level, path),
    ...exclusiveAround(level, path),
  };
}

/** Whether a version rejects an object when it is empty. One that both require and that may be empty is not removed: without it the object around it would be rejected. */
function isRefused({ model, pair, at }: Level, side: VersionSide, path: readonly string[]): boolean {
  const [older, newer] = [pair.older, pair.newer].map(({ node }) => fieldAt(model, node, belowAll(at, path))?.property);
  if (older === undefined || newer === undefined) return false;
  return rejectsEmpty(model, side === "older" ? older : newer) && !mayBecomeEmpty(model, [older, newer]);
}
