// Finds the kept parts of elements in a list without keys, by what the other version has of each.
import { deepClone, deepEqual } from "@capstan/kube";
import { applyRules, isOfOne, someRule } from "./apply-rules.ts";
import type { Restoring } from "./anchors.ts";
import type { ConversionRules, ElementRule, Side } from "./conversion-plan.ts";
import { byId, canonical, changeElements, type Element } from "./elements.ts";
import { takeAt, takeIfEmpty, type Fields } from "./fields.ts";
import { ofKeptData } from "./functions-op.ts";
import { otherSide } from "./side.ts";

/** The kept part of an element of the converted object. */
export type PartOf = (element: Element) => Fields | undefined;

/** The part of the element with the same name in a map, or at the same index in a list. */
export function partsById(parts: readonly Element[]): PartOf {
  const known = byId(parts);
  return ({ id }) => known.get(id);
}

interface Elements {
  readonly parts: readonly Element[];
  readonly sources: readonly Element[];
}

/**
 * The kept part of each element of a list without keys. In an unchanged list that is the part at the same index; in a changed one, the part
 * whose value in the other version equals this element and no other, if there is exactly one.
 */
export function partsByValue(
  { parts, sources }: Elements,
  { element: { rules }, hub, context }: Restoring & { readonly element: ElementRule },
): PartOf {
  const side = otherSide(hub);
  const hasOwn = someRule(rules, (rule) => isOfOne(rule, side));
  const sharedOf = (fields: Fields): Fields => (hasOwn ? withoutOwn(deepClone(fields), rules, side) : fields);
  const values = parts.map(({ fields }) => {
    const value = deepClone(fields);
    return ofKeptData(() => {
      applyRules(value, rules, { side, context });
      return sharedOf(value);
    }, undefined);
  });
  const present = sources.map(({ fields }) => sharedOf(fields));
  // A null between elements is none, and moves those behind it.
  const isInPlace = (value: Fields | undefined, index: number): boolean =>
    parts[index]?.id === sources[index]?.id && deepEqual(value, present[index]);
  const isUnchanged = values.length === present.length && values.every(isInPlace);
  if (isUnchanged) return partsById(parts);
  const partsOfValue = Map.groupBy(parts, (_, index) => canonical(values[index]));
  const textOf = new Map(sources.map(({ id }, index) => [id, canonical(present[index])]));
  const sourcesOfValue = Map.groupBy(textOf.values(), (text) => text);
  return ({ id }) => {
    const value = textOf.get(id) ?? "";
    // As many elements as there are may be equal: nothing is done with all of them for each.
    const equal = partsOfValue.get(value) ?? [];
    return equal.length === 1 && sourcesOfValue.get(value)?.length === 1 ? equal[0]?.fields : undefined;
  };
}

/** Takes out of an element what only the version of this side has: it is in no part, where the hub keeps it for that version or its server has set a default. */
function withoutOwn(
  fields: Fields,
  { fields: rules, onlyIn = [], elements = [] }: ConversionRules,
  side: Side,
): Fields {
  for (const rule of rules) if (isOfOne(rule, side)) takeAt(fields, rule[side] ?? []);
  const objects = onlyIn.filter((one) => one.side === side).map(({ path }) => path);
  for (const path of objects.toSorted((a, b) => b.length - a.length)) takeIfEmpty(fields, path);
  for (const element of elements)
    changeElements(fields, element, (one) => void withoutOwn(one.fields, element.rules, side));
  return fields;
}
