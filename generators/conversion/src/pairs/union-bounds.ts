// Where the unions of two versions differ, or only one of them has a union: one version accepts fields beside each other that the other rejects.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { isJsonObject, ownValue } from "@capstan/kube";
import { tableOf } from "../plan/enum-form.ts";
import { below, parentOf } from "../fields/field-path.ts";
import { fieldOfMember, unionOf } from "../fields/flat-union.ts";
import { fieldOfRule } from "../fields/schema-defaults.ts";
import { fieldAt, plainNode } from "../fields/typed-field.ts";
import { beside, objectsOfOne } from "./one-of-bounds.ts";
import {
  oppositeSide,
  pathIn,
  ruleAt,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "./version-pair.ts";

/** The difference between a union and another object: only the object has fields of several members. */
export const unionOfOne =
  "a union in one version, and an object that may have the fields of several members in the other";

/** The difference where a field moves into a member of a union, or out of it: objects of other members cannot have it. */
export const intoMember = "a field of some members of a union in one version, and of every object in the other";

/** The difference where a field goes with other members than in the other version. */
export const ofOtherMembers = "a field of other members of the union in one version than in the other";

/** Whether only one of two fields is a union. */
export function isUnionOfOne(model: TypeModel, types: readonly [TypeNode, TypeNode]): boolean {
  const [a, b] = types.map((type) => plainNode(model, type));
  if (a?.kind !== "object" || b?.kind !== "object") return false;
  return (unionOf(a) === undefined) !== (unionOf(b) === undefined);
}

/** The unions that a rule's field comes into, leaves, or has with other members in the other version, by version: none where it stays with the members that it goes with. */
export interface CrossedUnions {
  readonly difference: string;
  readonly older?: string;
  readonly newer?: string;
}

/** The crossed unions of a rule; undefined when there are none. */
export function crossedUnions(model: TypeModel, pair: VersionPair, rule: PairRule): CrossedUnions | undefined {
  if (rule.lost) return undefined;
  const older = unionAround(model, pair.older.node, rule.path);
  const newer = unionAround(model, pair.newer.node, targetOf(rule));
  if (older === undefined && newer === undefined) {
    const objects = objectsOfOne(model, pair, rule);
    return objects.older === undefined && objects.newer === undefined ? undefined : { difference: beside, ...objects };
  }
  const paths = { ...(older && { older: older.path }), ...(newer && { newer: newer.path }) };
  if (older === undefined || newer === undefined)
    return isSaidOfObject(pair, rule, older) ? undefined : { difference: intoMember, ...paths };
  const discriminator = ruleAt(pair, older.discriminator);
  if (targetOf(discriminator) !== newer.discriminator) return { difference: intoMember, ...paths };
  return haveAlike(discriminator, older, newer) ? undefined : { difference: ofOtherMembers, ...paths };
}

/** The unions that one version rejects where the bounds of a rule differ: those that it crosses, and those whose members require the field in one version alone. */
export function unionsOfBounds(
  model: TypeModel,
  pair: VersionPair,
  rule: PairRule,
): Readonly<Partial<Record<VersionSide, string>>> {
  const crossed = crossedUnions(model, pair, rule);
  const fields = fieldOfRule(model, pair, rule);
  if (crossed !== undefined || fields?.older.property.optional === fields?.newer.property.optional)
    return crossed ?? {};
  const [older, newer] = (["older", "newer"] as const).map((side) =>
    unionAround(model, pair[side].node, pathIn(rule, side)),
  );
  return { ...(older && { older: older.path }), ...(newer && { newer: newer.path }) };
}

/** Whether the field stays in an object that is a union in one version, and the rule of the object says that. */
function isSaidOfObject(pair: VersionPair, rule: PairRule, older: UnionAround | undefined): boolean {
  const ofObject = ruleAt(pair, older?.path ?? parentOf(rule.path));
  return ofObject.boundsDiffer === true && parentOf(targetOf(rule)) === targetOf(ruleAt(pair, parentOf(rule.path)));
}

/** Whether the members that have a field become members that have it. What functions make of a discriminator is not known. */
function haveAlike(rule: PairRule, older: UnionAround, newer: UnionAround): boolean {
  const values = valuesOf(rule, older.all);
  return (
    values === undefined ||
    (older.having.every((value) => newer.having.includes(values.become(value))) &&
      newer.having.every((value) => older.having.includes(values.comeFrom(value))))
  );
}

interface DiscriminatorValues {
  readonly become: (older: string) => string;
  readonly comeFrom: (newer: string) => string;
}

/** What the values of a discriminator become in the other version; undefined where functions say it. */
function valuesOf({ as, loses }: PairRule, older: readonly string[]): DiscriminatorValues | undefined {
  if (as !== undefined && !(isJsonObject(as) && "enum" in as)) return undefined;
  const [table, added] = isJsonObject(as) ? [tableOf(as["enum"]), tableOf(as["added"])] : [{}, {}];
  const become = (value: string): string => String(ownValue(table, value) ?? value);
  const lost: readonly unknown[] = Array.isArray(loses) ? loses : [];
  const comeFrom = (value: string): string =>
    older.find((one) => become(one) === value && !lost.includes(one)) ?? String(ownValue(added, value) ?? value);
  return { become, comeFrom };
}

/** Whether a field that only one version has is in members alone that no object of the other version becomes: they come back from what is kept, with the field. */
export function isOfOwnMembers(model: TypeModel, pair: VersionPair, { side, path }: PairRule): boolean {
  const own = unionAround(model, pair[side].node, path);
  const rule = own && pair.rules.find((one) => !one.lost && pathIn(one, side) === own.discriminator);
  if (own === undefined || rule === undefined) return false;
  const other = oppositeSide(side);
  const node = fieldAt(model, pair[other].node, pathIn(rule, other))?.node;
  const others = node?.kind === "enum" ? node.values.map(String) : [];
  const values = valuesOf(rule, side === "newer" ? others : own.all);
  if (values === undefined) return false;
  const { become, comeFrom } = values;
  return !others.map(side === "newer" ? become : comeFrom).some((value) => own.having.includes(value));
}

/** Whether a field is one of a union, of which not every member has it. */
export function isOfMembers(model: TypeModel, root: TypeNode, path: string): boolean {
  return unionAround(model, root, path)?.path === parentOf(path);
}

interface UnionAround {
  readonly path: string;
  readonly discriminator: string;
  /** The values of the discriminator, and those with which the field goes. */
  readonly all: readonly string[];
  readonly having: readonly string[];
}

/** The innermost union on the way to a field that not all of its members have. */
function unionAround(model: TypeModel, root: TypeNode, path: string): UnionAround | undefined {
  for (let [at, around] = [path, parentOf(path)]; around !== ""; [at, around] = [around, parentOf(around)]) {
    const node = fieldAt(model, root, around)?.node;
    const union = node?.kind === "object" ? unionOf(node) : undefined;
    const [name = ""] = at.slice(around.length + 1).split("[");
    if (union === undefined || name === union.discriminator) continue;
    const [all, having] = [
      union.members,
      union.members.filter(({ type }) => fieldOfMember(model, type, name) !== undefined),
    ];
    if (having.length === all.length) continue;
    const namesOf = (members: typeof all): string[] => members.map(({ value }) => value);
    return {
      path: around,
      discriminator: below(around, union.discriminator),
      all: namesOf(all),
      having: namesOf(having),
    };
  }
  return undefined;
}
