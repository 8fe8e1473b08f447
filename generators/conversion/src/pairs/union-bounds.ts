// Where one version has a union and the other has none: one of them accepts fields beside each other that the other rejects.
import { propertyOf, resolveNode, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { below, parentOf } from "../fields/field-path.ts";
import { unionOf } from "../fields/flat-union.ts";
import { fieldAt, plainNode } from "../fields/typed-field.ts";
import { pathIn, ruleAt, targetOf, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** The difference between a union and another object: only the object has fields of several members. */
export const unionOfOne =
  "a union in one version, and an object that may have the fields of several members in the other";

/** The difference where a field moves into a member of a union, or out of it: objects of other members cannot have it. */
export const intoMember = "a field of some members of a union in one version, and of every object in the other";

/** Whether only one of two fields is a union. */
export function isUnionOfOne(model: TypeModel, types: readonly [TypeNode, TypeNode]): boolean {
  const [a, b] = types.map((type) => plainNode(model, type));
  if (a?.kind !== "object" || b?.kind !== "object") return false;
  return (unionOf(a) === undefined) !== (unionOf(b) === undefined);
}

/** The unions that a rule's field comes into or leaves, by version: none where it stays with the members that it goes with. */
export function crossedUnions(
  model: TypeModel,
  pair: VersionPair,
  rule: PairRule,
): Readonly<Partial<Record<VersionSide, string>>> {
  if (rule.lost) return {};
  const [older, newer] = (["older", "newer"] as const).map((side) =>
    unionAround(model, pair[side].node, pathIn(rule, side)),
  );
  const isSameUnion =
    older !== undefined && newer !== undefined && targetOf(ruleAt(pair, older.discriminator)) === newer.discriminator;
  // The object is a union in one version, and its own rule says that.
  const isSaid =
    (older === undefined) !== (newer === undefined) &&
    ruleAt(pair, older?.path ?? parentOf(rule.path)).boundsDiffer === true &&
    parentOf(targetOf(rule)) === targetOf(ruleAt(pair, parentOf(rule.path)));
  if (isSameUnion || isSaid) return {};
  return { ...(older && { older: older.path }), ...(newer && { newer: newer.path }) };
}

interface UnionAround {
  readonly path: string;
  readonly discriminator: string;
}

/** The innermost union on the way to a field that not all of its members have. */
function unionAround(model: TypeModel, root: TypeNode, path: string): UnionAround | undefined {
  for (let [at, around] = [path, parentOf(path)]; around !== ""; [at, around] = [around, parentOf(around)]) {
    const node = fieldAt(model, root, around)?.node;
    const union = node?.kind === "object" ? unionOf(node) : undefined;
    const name = /^[^[]*/.exec(at.slice(around.length + 1))?.[0] ?? "";
    if (union === undefined || name === union.discriminator) continue;
    if (union.members.every(({ type }) => hasField(resolveNode(model, type), name))) continue;
    return { path: around, discriminator: below(around, union.discriminator) };
  }
  return undefined;
}

function hasField(node: TypeNode, name: string): boolean {
  return node.kind === "object" && propertyOf(node, name) !== undefined;
}
