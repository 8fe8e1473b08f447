// What fields and objects cannot be beside: in unions, with which values of the discriminator one is there; in objects with one of some fields, which others exclude it.
import { resolveNode, type UnionNode } from "@capstan/generator-model";
import { below, belowAll, parentOf, splitAtElements } from "../fields/field-path.ts";
import { fieldOfMember, unionOf } from "../fields/flat-union.ts";
import { excludedBeside, fieldAt } from "../fields/typed-field.ts";
import { isKeptByHub, pathIn, type PairRule, type VersionSide } from "../pairs/version-pair.ts";
import { isObject, type Level } from "./plan-level.ts";
import type { PlanContainer, PlanField, PlanMembers } from "./plan-model.ts";

/** The unions of a rule's fields, in the object or element of the rule. */
export function membersOf(level: Level, rule: PairRule): Pick<PlanField, "members"> {
  const sides = (["older", "newer"] as const).filter((side) => !rule.lost || rule.side === side);
  const found = sides.flatMap((side) => {
    const members = membersOn(level, rule, side);
    return members.length === 0 ? [] : [[side, members] as const];
  });
  return found.length === 0 ? {} : { members: Object.fromEntries(found) };
}

/** The fields of each member, where a rule is for the discriminator of a union of the hub. */
export function fieldsOfMembers({ model, pair }: Level, rule: PairRule): Pick<PlanField, "union"> {
  if (rule.lost) return {};
  const path = pathIn(rule, pair.hub);
  const node = fieldAt(model, pair[pair.hub].node, parentOf(path))?.node;
  const union = node?.kind === "object" ? unionOf(node) : undefined;
  if (union === undefined || below(parentOf(path), union.discriminator) !== path) return {};
  const members = union.members.map(({ value, type }) => {
    const member = resolveNode(model, type);
    const names = member.kind === "object" ? member.properties.map(({ name }) => name) : [];
    return [value, names.filter((name) => name !== union.discriminator)] as const;
  });
  return { union: Object.fromEntries(members) };
}

/** The unions of the hub that an object is in. */
export function membersAround(level: Level, names: readonly string[]): Pick<PlanContainer, "members"> {
  const { hub } = level.pair;
  const unions = isObject(level, hub, names) ? unionsAround(level, hub, names) : [];
  return unions.length === 0 ? {} : { members: unions.map(({ path, having }) => ({ path, values: valuesOf(having) })) };
}

function membersOn(level: Level, rule: PairRule, side: VersionSide): readonly PlanMembers[] {
  const { names } = splitAtElements(pathIn(rule, side));
  const comesBack = rule.default !== undefined && (isKeptByHub(level.pair, rule) || side === level.pair.hub);
  return unionsAround(level, side, names).map(({ path, having, needing }) => ({
    path,
    values: valuesOf(having),
    ...(comesBack && needing.length > 0 && path.length === names.length ? { needed: valuesOf(needing) } : {}),
  }));
}

/** The fields that each version does not accept beside a rule's field, or beside an object that it is in. */
export function exclusiveOf(level: Level, rule: PairRule): Pick<PlanField, "exclusive"> {
  const sides = (["older", "newer"] as const).filter((side) => !rule.lost || rule.side === side);
  const found = sides.flatMap((side) => {
    const exclusive = excluding(level, side, splitAtElements(pathIn(rule, side)).names);
    return exclusive.length === 0 ? [] : [[side, exclusive] as const];
  });
  return found.length === 0 ? {} : { exclusive: Object.fromEntries(found) };
}

/** The fields that the hub does not accept beside an object, or beside one that it is in. */
export function exclusiveAround(level: Level, names: readonly string[]): Pick<PlanContainer, "exclusive"> {
  const { hub } = level.pair;
  const exclusive = isObject(level, hub, names) ? excluding(level, hub, names) : [];
  return exclusive.length === 0 ? {} : { exclusive };
}

/** The fields that a version does not accept beside the field or object at these names of a level, or beside an object that it is in. */
function excluding(
  { model, pair, at }: Level,
  side: VersionSide,
  names: readonly string[],
): readonly (readonly string[])[] {
  return names.flatMap((name, index) => {
    const around = names.slice(0, index);
    const object = fieldAt(model, pair[side].node, belowAll(at, around))?.property;
    return excludedBeside(model, object, name).map((other) => [...around, other]);
  });
}

type Member = UnionNode["members"][number];

interface UnionAround {
  /** The names to the discriminator. */
  readonly path: readonly string[];
  readonly having: readonly Member[];
  readonly needing: readonly Member[];
}

/** The unions on the way to a field or object that not all of their members have. */
function unionsAround({ model, pair, at }: Level, side: VersionSide, names: readonly string[]): UnionAround[] {
  return names.flatMap((name, index) => {
    const around = names.slice(0, index);
    const node = fieldAt(model, pair[side].node, belowAll(at, around))?.node;
    const union = node?.kind === "object" ? unionOf(node) : undefined;
    if (union === undefined || name === union.discriminator) return [];
    const having = union.members.filter(({ type }) => fieldOfMember(model, type, name) !== undefined);
    if (having.length === union.members.length) return [];
    const needing = having.filter(({ type }) => fieldOfMember(model, type, name)?.optional === false);
    return [{ path: [...around, union.discriminator], having, needing }];
  });
}

function valuesOf(members: readonly Member[]): string[] {
  return members.map(({ value }) => value);
}
