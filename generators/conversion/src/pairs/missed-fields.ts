// Required fields that are missing in some converted objects: the object that a field is in is there, and the other version has no value for the field.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, mayBeMissing } from "../fields/typed-field.ts";
import { isOfMembers } from "./union-bounds.ts";
import type { TogetherGroup } from "./together-group.ts";
import { oppositeSide, pathIn, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** A field of one version, by its rule. */
interface FieldOfSide {
  readonly side: VersionSide;
  readonly rule: PairRule;
}

/** Whether a version requires a field, and some objects of the other version that have the object around it have no value for the field. */
export function isMissed(model: TypeModel, pair: VersionPair, { side, rule }: FieldOfSide): boolean {
  const other = oppositeSide(side);
  const path = pathIn(rule, side);
  if (fieldAt(model, pair[side].node, path)?.property.optional !== false) return false;
  // What only some members of a union have is there with its discriminator.
  if (isOfMembers(model, pair[side].node, path)) return false;
  const place = { node: pair[other].node, path: pathIn(rule, other) };
  const around = objectAround(model, pair, { side, path });
  const makers = around.isOfBoth ? [around.path] : [];
  return [...makers, ...makersOf(pair, { side, path: around.path, but: rule })].some((beside) =>
    mayLackBeside(model, place, beside),
  );
}

interface PathOfSide {
  readonly side: VersionSide;
  readonly path: string;
}

/** The object that a field is there with: the one around it, or around that where only this version has it and requires it. */
function objectAround(
  model: TypeModel,
  pair: VersionPair,
  { side, path }: PathOfSide,
): { readonly path: string; readonly isOfBoth: boolean } {
  const around = parentOf(path);
  if (around === "" || fieldAt(model, pair[oppositeSide(side)].node, around)?.node.kind === "object")
    return { path: around, isOfBoth: true };
  return fieldAt(model, pair[side].node, around)?.property.optional === false
    ? objectAround(model, pair, { side, path: around })
    : { path: around, isOfBoth: false };
}

/** The objects of the other version whose fields make an object: those of other rules and groups. */
export function makersOf(
  { rules, groups }: Pick<VersionPair, "rules" | "groups">,
  { side, path, but }: PathOfSide & { readonly but: PairRule | TogetherGroup },
): readonly string[] {
  const other = oppositeSide(side);
  const moved = rules.filter((rule) => rule !== but && !rule.lost && isUnder(pathIn(rule, side), path));
  const grouped = groups.filter((group) => group !== but && group[side].some((field) => isUnder(field.path, path)));
  return [
    ...moved.map((rule) => parentOf(pathIn(rule, other))),
    ...grouped.flatMap((group) => group[other].map((field) => parentOf(field.path))),
  ];
}

interface Place {
  readonly node: TypeNode;
  readonly path: string;
}

/** Whether a version may lack a field, or an object around it, where it has another object. */
export function mayLackBeside(model: TypeModel, { node, path }: Place, beside: string): boolean {
  for (let here = path; here !== "" && !isUnder(beside, here) && beside !== here; here = parentOf(here)) {
    const property = fieldAt(model, node, here)?.property;
    if (property !== undefined && mayBeMissing(model, property)) return true;
  }
  return false;
}
