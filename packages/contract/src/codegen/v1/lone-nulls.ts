// Nulls that only the hub has. The API server drops a null that a version does not allow, so a conversion to that version drops it first: then it counts as lost, is
// kept like every other value of the hub that the other version cannot have, and comes back (restore-nulls.ts).
import { deepEqual } from "@capstan/kube";
import type { ConversionRules, LoneNull, PropertyPath, Side } from "./conversion-plan.ts";
import { objectAt, putAt, takeAt, valueAt, type Fields } from "./fields.ts";

/** Removes the nulls that the version of this side does not have. */
export function dropLoneNulls(object: Fields, { nulls = [] }: ConversionRules, side: Side): void {
  for (const rule of nulls) {
    if (rule.of !== side) for (const place of placesOfNull(object, rule, side)) takeAt(object, place);
  }
}

/** Whether a value that a rule has for this side is such a null: nothing is made for it. */
export function isLoneNull(
  value: unknown,
  path: PropertyPath | undefined,
  { rules: { nulls = [] }, side }: { readonly rules: ConversionRules; readonly side: Side },
): boolean {
  if (value !== null || path === undefined) return false;
  return nulls.some(({ of, ofValues, ...paths }) => of !== side && ofValues !== true && deepEqual(paths[side], path));
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
