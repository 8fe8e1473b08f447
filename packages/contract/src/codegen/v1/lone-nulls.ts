// Nulls that only the hub has. The API server drops a null that a version does not allow, or sets its default there, so a conversion to that version does it first: then it counts as lost, is
// kept like every other value of the hub that the other version cannot have, and comes back (restore-nulls.ts).
import { deepClone, deepEqual } from "@capstan/kube";
import type { ConversionRules, LoneNull, PropertyPath, Side } from "./conversion-plan.ts";
import { objectAt, putAt, takeAt, valueAt, type Fields } from "./fields.ts";

/** Removes the nulls that the version of this side does not have, or sets what its API server sets in their place. */
export function dropLoneNulls(object: Fields, { nulls = [] }: ConversionRules, side: Side): void {
  for (const rule of nulls) {
    if (rule.of === side) continue;
    for (const place of placesOfNull(object, rule, side)) {
      if (rule.default === undefined) takeAt(object, place);
      else putAt(object, place, deepClone(rule.default));
    }
  }
}

/** The rule of a value for this side that is such a null: nothing is made for it but a default. */
export function loneNullOf(
  value: unknown,
  path: PropertyPath | undefined,
  { rules: { nulls = [] }, side }: { readonly rules: ConversionRules; readonly side: Side },
): LoneNull | undefined {
  if (value !== null || path === undefined) return undefined;
  return nulls.find(({ of, ofValues, ...paths }) => of !== side && ofValues !== true && deepEqual(paths[side], path));
}

/** Adds the nulls of the hub's object that did not come back. */
export function addLostNulls(
  lost: Fields,
  { wanted, got }: { readonly wanted: Fields; readonly got: Fields },
  { rules: { nulls = [] }, hub }: { readonly rules: ConversionRules; readonly hub: Side },
): void {
  for (const rule of nulls) {
    for (const place of placesOfNull(wanted, rule, hub)) if (valueAt(got, place) !== null) putAt(lost, place, null);
  }
}

/** The places where an object has such a null: the field, or values of its map. */
export function placesOfNull(object: Fields, { ofValues, ...paths }: LoneNull, side: Side): readonly PropertyPath[] {
  const path = paths[side];
  if (ofValues !== true) return valueAt(object, path) === null ? [path] : [];
  const map = objectAt(object, path) ?? {};
  return Object.entries(map).flatMap(([name, value]) => (value === null ? [[...path, name]] : []));
}
