// Keeps and restores fields that functions convert together: all of them, or none.
import { deepEqual, diagnose } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import { hasAnchor, type KeptOfOne, type Restoring } from "./anchors.ts";
import type { Side, TogetherFields } from "./conversion-plan.ts";
import { putAt, takeAt, valueAt, type Fields } from "./fields.ts";
import { ofKeptData } from "./functions-op.ts";
import { otherSide } from "./side.ts";
import { convertTogether, givenValuesOf, valuesOf, wrongField } from "./together.ts";

interface Compared {
  readonly wanted: Fields;
  readonly got: Fields;
  readonly hub: Side;
}

/** Adds the hub's values to the lost parts when one of them does not come back; `null` marks one that was absent. */
export function addLostTogether(lost: Fields, group: TogetherFields, { wanted, got, hub }: Compared): void {
  if (group[hub].every(({ path }) => deepEqual(valueAt(wanted, path), valueAt(got, path)))) return;
  for (const { path } of group[hub]) putAt(lost, path, valueAt(wanted, path) ?? null);
}

/** Restores the hub's values where they convert to the values that the other version still has. */
export function restoreTogether(
  object: Fields,
  parts: KeptOfOne,
  { group, ...at }: Restoring & { readonly group: TogetherFields },
): void {
  const { hub, context } = at;
  const fields = group[hub];
  const kept = valuesOf(fields, (path) => valueAt(parts.kept, path));
  if ((Object.keys(kept).length === 0 && at.whole !== true) || !fields.every((field) => hasAnchor(parts, field, at)))
    return;
  const values = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
  const wrong = wrongField(fields, values);
  if (wrong !== undefined) {
    context.report?.(diagnose(contractErrors, "conversion/data-invalid", { values: { path: wrong.path.join(".") } }));
    return;
  }
  const to = { side: otherSide(hub), context };
  const now = givenValuesOf(group[to.side], (path) => valueAt(parts.source, path));
  const agrees = ofKeptData(() => {
    const results = convertTogether(group, values, to);
    return group[to.side].every(({ name }) => deepEqual(results[name], now[name]));
  }, false);
  if (!agrees) return;
  for (const { name, path } of fields) {
    if (values[name] === undefined) takeAt(object, path);
    else putAt(object, path, values[name]);
  }
}
