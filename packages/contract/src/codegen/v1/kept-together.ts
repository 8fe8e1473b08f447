// Keeps and restores fields that functions convert together: all of them, or none.
import { deepEqual, diagnose } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import { hasAnchor, isInNewObject, wasAbsent, type KeptOfOne, type Restoring } from "./anchors.ts";
import type { NamedField, PropertyPath, Side, TogetherFields } from "./conversion-plan.ts";
import { objectAt, putAt, takeAt, takeIfEmpty, valueAt, type Fields } from "./fields.ts";
import { ofKeptData } from "./functions-op.ts";
import { otherSide } from "./side.ts";
import { convertTogether, givenValuesOf, valuesOf, wrongField } from "./together.ts";
import { hasShape, withoutNulls } from "./value-shape.ts";

interface Compared {
  readonly wanted: Fields;
  readonly got: Fields;
  readonly hub: Side;
}

/**
 * Adds the hub's values to the lost parts when one of them does not come back; `null` marks one that was absent. A null that a field may have is left out,
 * so that it is not taken for one, unless there would be nothing left.
 */
export function addLostTogether(lost: Fields, group: TogetherFields, { wanted, got, hub }: Compared): void {
  if (group[hub].every(({ path }) => deepEqual(valueAt(wanted, path), valueAt(got, path)))) return;
  const isNull = ({ path, shape }: NamedField): boolean => valueAt(wanted, path) === null && hasShape(null, shape);
  const areNulls = group[hub].every(isNull);
  for (const field of group[hub]) {
    if (areNulls || !isNull(field)) putAt(lost, field.path, valueAt(wanted, field.path) ?? null);
  }
}

/** Restores the hub's values where they convert to the values that the other version still has. `none` are fields that the hub had no value for, and that go afterwards. */
export function restoreTogether(
  object: Fields,
  parts: KeptOfOne,
  { group, none, ...at }: Restoring & { readonly group: TogetherFields; readonly none: readonly PropertyPath[] },
): void {
  const { hub, context } = at;
  const fields = group[hub];
  const all = valuesOf(fields, (path) => valueAt(parts.kept, path));
  if (Object.keys(all).length === 0 && at.whole !== true) return;
  const wasNone = ({ name }: NamedField): boolean => all[name] === (at.whole === true ? undefined : null);
  // Nothing comes back into an object that a client has removed, unless functions make it again.
  const isThere = (field: NamedField): boolean =>
    hasAnchor(parts, field, at) || objectAt(object, field.path.slice(0, -1)) !== undefined;
  const coming = fields.filter((field) => wasNone(field) || isThere(field));
  if (coming.length === 0) return;
  const others = [...fields.map((one) => one.path), ...none];
  const inNew = fields.filter(({ path }) => isInNewObject(object, parts.kept, { path, others }));
  const ofNew = valuesOf(inNew, (path) => valueAt(object, path));
  const readings = readingsOf(coming, all, at).flatMap((values) => [{ ...ofNew, ...values }, values]);
  const wrong = readings.map((values) => wrongField(fields, values)).find((field) => field !== undefined);
  if (wrong !== undefined) {
    context.report?.(diagnose(contractErrors, "conversion/data-invalid", { values: { path: wrong.path.join(".") } }));
    return;
  }
  const to = { side: otherSide(hub), context };
  const given = givenValuesOf(group[to.side], (path) => valueAt(parts.source, path));
  const agrees = (values: Fields): boolean =>
    ofKeptData(() => {
      const results = convertTogether(group, values, to);
      // What is not made of a value is not there without the object around it.
      const isShown = ({ path }: NamedField): boolean =>
        Object.keys(values).length > 0 || objectAt(parts.source, path.slice(0, -1)) !== undefined;
      return group[to.side].every((field) =>
        deepEqual(isShown(field) ? results[field.name] : undefined, given[field.name]),
      );
    }, false);
  const values = readings.find(agrees);
  if (values === undefined) return;
  for (const field of fields) {
    if (values[field.name] === undefined) takeMade(object, parts, { field, ...at });
    else putAt(object, field.path, values[field.name]);
  }
}

/** Removes a value that functions made, with the objects around it that the hub did not have, or that a client has removed. */
function takeMade(
  object: Fields,
  parts: KeptOfOne,
  { field, ...at }: Restoring & { readonly field: NamedField },
): void {
  const { path, anchor = path.length - 1 } = field;
  if (takeAt(object, path) === undefined) return;
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const around = path.slice(0, depth);
    const wasNone = wasAbsent(parts.kept, around, at.whole);
    const isRemoved = depth <= anchor && !hasAnchor(parts, { path, anchor: depth }, at);
    if (wasNone || isRemoved) takeIfEmpty(object, around);
  }
}

/** The values that kept data can mean, the likeliest first: of fields that may all be null, nulls mean that all were absent, or all null. */
function readingsOf(fields: readonly NamedField[], kept: Fields, { whole }: Restoring): readonly Fields[] {
  const isMarked = (value: unknown): boolean => (whole === true ? value === undefined : value === null);
  const given = fields.flatMap(({ name, shape }): [string, unknown][] => {
    const value = kept[name];
    if (isMarked(value)) return [];
    if (value !== undefined && value !== null) return [[name, withoutNulls(value, shape)]];
    return hasShape(null, shape) ? [[name, null]] : [];
  });
  const areMarked = whole !== true && fields.every(({ name, shape }) => kept[name] === null && hasShape(null, shape));
  return areMarked ? [{}, kept] : [Object.fromEntries(given)];
}
