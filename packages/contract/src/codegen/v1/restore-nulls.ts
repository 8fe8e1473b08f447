// Restores the nulls that only the hub has (lone-nulls.ts).
import { deepEqual } from "@capstan/kube";
import { hasAnchor, type KeptOfOne, type Restoring } from "./anchors.ts";
import { convertField } from "./apply-rules.ts";
import { objectAt, putAt, valueAt, type Fields } from "./fields.ts";
import { ofKeptData } from "./functions-op.ts";
import { placesOfNull } from "./lone-nulls.ts";
import { otherSide } from "./side.ts";

/** Restores kept nulls where the other version still has what a null becomes there, which is no value or the default for most fields. */
export function restoreLoneNulls(object: Fields, parts: KeptOfOne, at: Restoring): void {
  const { hub, rules } = at;
  for (const rule of rules.nulls ?? []) {
    const { of, anchor, inWhole, ofValues } = rule;
    const path = rule[hub];
    if (of !== hub || !hasAnchor(parts, anchor === undefined ? { path } : { path, anchor }, at)) continue;
    // An object or a map that a client removed does not come back for a null in it.
    const around = ofValues === true ? path : path.slice(0, -1);
    if ((inWhole ?? ofValues) === true && objectAt(object, around) === undefined) continue;
    for (const place of placesOfNull(parts.kept, rule, hub)) {
      const inOther = [...rule[otherSide(hub)], ...place.slice(path.length)];
      const now = valueAt(parts.source, inOther);
      const isDefault = now !== undefined && deepEqual(now, rule.default);
      if (isDefault || deepEqual(now, valueOfNull(place, at))) putAt(object, place, null);
    }
  }
}

/** What a null of the hub is in the other version: a form may have a value for it. */
function valueOfNull(path: readonly string[], { hub, context, rules }: Restoring): unknown {
  const rule = rules.fields.find((one) => deepEqual(one[hub], path));
  const value = rule && ofKeptData(() => convertField(rule, null, { side: otherSide(hub), context }), undefined);
  return value ?? undefined;
}
