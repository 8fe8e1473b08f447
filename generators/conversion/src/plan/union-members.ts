// The unions that the fields of a rule are in: which values of the discriminator a field goes with.
import { resolveNode } from "@capstan/generator-model";
import { below, belowAll, parentOf, splitAtElements } from "../fields/field-path.ts";
import { fieldOfMember, unionOf } from "../fields/flat-union.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { isKeptByHub, pathIn, type PairRule, type VersionSide } from "../pairs/version-pair.ts";
import type { Level } from "./plan-level.ts";
import type { PlanField, PlanMembers } from "./plan-model.ts";

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

/** The unions on the way to a field that not all of their members have. */
function membersOn({ model, pair, at }: Level, rule: PairRule, side: VersionSide): readonly PlanMembers[] {
  const { names } = splitAtElements(pathIn(rule, side));
  const isKeptRequired = isKeptByHub(pair, rule) && rule.default !== undefined;
  return names.flatMap((name, index) => {
    const around = names.slice(0, index);
    const node = fieldAt(model, pair[side].node, belowAll(at, around))?.node;
    const union = node?.kind === "object" ? unionOf(node) : undefined;
    if (union === undefined || name === union.discriminator) return [];
    const having = union.members.filter(({ type }) => fieldOfMember(model, type, name) !== undefined);
    if (having.length === union.members.length) return [];
    const isLast = index === names.length - 1;
    const needing = having.filter(({ type }) => fieldOfMember(model, type, name)?.optional === false);
    return [
      {
        path: [...around, union.discriminator],
        values: having.map(({ value }) => value),
        ...(isKeptRequired && isLast ? { needed: needing.map(({ value }) => value) } : {}),
      },
    ];
  });
}
