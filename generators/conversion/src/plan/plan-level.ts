// The object or the elements that a part of a plan is about, and the objects in it.
import type { TypeModel } from "@capstan/generator-model";
import { belowAll, splitAtElements } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { needsMoved, type UnsureObject } from "../pairs/lone-objects.ts";
import type { PairRule, VersionPair, VersionSide } from "../pairs/version-pair.ts";

/** A level of the plan: the object, or the elements at a path such as `spec.disks[]`. */
export interface Level {
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

/** Whether a rule is for a field of a level, and not for one of elements in it. */
export function isInLevel({ at }: Level, { path }: PairRule): boolean {
  return splitAtElements(path).elements === at;
}

/** Whether a version has an object at these names of a level. */
export function isObject({ model, pair, at }: Level, side: VersionSide, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  return fieldAt(model, pair[side].node, belowAll(at, names))?.node.kind === "object";
}

/** The number of steps through objects that both versions have, unless that includes the parent of the field. */
export function anchorOf(level: Level, path: readonly string[]): { readonly anchor?: number } {
  if (path.length === 0) return {};
  let anchor = 0;
  const inBoth = (names: readonly string[]): boolean =>
    isObject(level, "older", names) && isObject(level, "newer", names);
  while (anchor < path.length - 1 && inBoth(path.slice(0, anchor + 1))) anchor += 1;
  return anchor === path.length - 1 ? {} : { anchor };
}

/** The number of steps to an object of one version alone that no kept value makes: it needs a field that the other version has elsewhere. */
export function insideOf(
  { model, pair, at }: Level,
  side: VersionSide,
  path: readonly string[],
): { readonly inside?: number } {
  const isNeedy = (_: string, index: number): boolean =>
    needsMoved(model, pair, { side, path: belowAll(at, path.slice(0, index + 1)) });
  const inside = path.slice(0, -1).findLastIndex(isNeedy) + 1;
  return inside === 0 ? {} : { inside };
}
