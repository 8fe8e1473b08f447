// Where a field comes into an object that has one of several fields, or leaves one: the other version accepts it beside fields that this one rejects there, or without those that this one demands.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { below, isUnder, parentOf } from "../fields/field-path.ts";
import { demandedBeside, excludedBeside, fieldAt } from "../fields/typed-field.ts";
import { oppositeSide, pathIn, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** The difference where an object has one of several fields, and the other version has them elsewhere. */
export const beside = "a field that only one version accepts beside others, or without one of them";

/** The objects of one version alone in which a rule's field cannot be beside another field that the other version has beside it. */
export function objectsOfOne(
  model: TypeModel,
  pair: VersionPair,
  rule: PairRule,
): Readonly<Partial<Record<VersionSide, string>>> {
  const found = (["older", "newer"] as const).flatMap((side) => {
    const group = groupAround(model, pair[side].node, pathIn(rule, side));
    if (group === undefined || isInBoth(model, pair, { side, path: group.path })) return [];
    if (group.isDemanded) return [[side, group.path] as const];
    const there = groupAround(model, pair[oppositeSide(side)].node, pathIn(rule, oppositeSide(side)));
    const isBeside = group.others.some((path) => !isAmong(pair, { side, path }, there?.others ?? []));
    return isBeside ? [[side, group.path] as const] : [];
  });
  return Object.fromEntries(found);
}

interface Place {
  readonly side: VersionSide;
  readonly path: string;
}

/** Whether the other version has an object there too: what the two accept is compared for the object itself. */
function isInBoth(model: TypeModel, pair: VersionPair, { side, path }: Place): boolean {
  const other = oppositeSide(side);
  const moved = pair.rules.find((rule) => !rule.lost && pathIn(rule, side) === path);
  return fieldAt(model, pair[other].node, moved === undefined ? path : pathIn(moved, other)) !== undefined;
}

/** Whether all that the other version has of a field is in fields of a group of it. */
function isAmong(pair: VersionPair, { side, path }: Place, group: readonly string[]): boolean {
  const own = pair.rules.filter((rule) => !rule.lost && isAtOrUnder(pathIn(rule, side), path));
  return own.every((rule) => group.some((field) => isAtOrUnder(pathIn(rule, oppositeSide(side)), field)));
}

function isAtOrUnder(path: string, around: string): boolean {
  return path === around || isUnder(path, around);
}

interface Group {
  /** The object. */
  readonly path: string;
  /** Its fields that are not accepted beside the one on the way, or of which one must be there. */
  readonly others: readonly string[];
  /** Whether one of them must be there. */
  readonly isDemanded: boolean;
}

/** The innermost object that a field, or an object that the field is in, cannot be beside others in. */
export function excludedAround(model: TypeModel, root: TypeNode, path: string): string | undefined {
  const group = groupAround(model, root, path);
  return group === undefined || group.isDemanded ? undefined : group.path;
}

/** The innermost object around a field that has it, or an object that it is in, beside no other of some fields, or with one of others. */
function groupAround(model: TypeModel, root: TypeNode, path: string): Group | undefined {
  for (let [at, around] = [path, parentOf(path)]; around !== ""; [at, around] = [around, parentOf(around)]) {
    const property = fieldAt(model, root, around)?.property;
    const [name = ""] = at.slice(around.length + 1).split("[");
    const [excluded, demanded] = [excludedBeside(model, property, name), demandedBeside(model, property, name)];
    if (excluded.length === 0 && demanded.length === 0) continue;
    const others = [...excluded, ...demanded].map((other) => below(around, other));
    return { path: around, others, isDemanded: demanded.length > 0 };
  }
  return undefined;
}
