// Finds the parts of a hub object that are lost when it is converted to the other version and back. conversion-data.ts keeps them in an
// annotation, restore-parts.ts restores them.
import { deepClone, deepEqual } from "@capstan/kube";
import { fieldsIn, type Restoring } from "./anchors.ts";
import { applyRules, byId, elementsAt, type Element } from "./apply-rules.ts";
import type { ConversionRules, ElementRule, PropertyPath, Side } from "./conversion-plan.ts";
import { addLostTogether } from "./kept-together.ts";
import { isEmpty, objectAt, putAt, valueAt, type Fields } from "./fields.ts";

/** The parts of the hub object that its converted form does not have; `null` marks a field that was absent. */
export function lostParts(hubObject: Fields, converted: Fields, { rules, ...to }: Restoring): Fields {
  // Rules never refer to metadata, which is the largest part of most objects because of managed fields.
  const { metadata: _, ...body } = converted;
  const back = deepClone(body);
  applyRules(back, rules, { side: to.hub, context: to.context });
  return difference(hubObject, back, { rules, hub: to.hub });
}

interface HubRules {
  readonly rules: ConversionRules;
  readonly hub: Side;
}

function difference(wanted: Fields, got: Fields, { rules, hub }: HubRules): Fields {
  const lost: Fields = {};
  for (const { side, path } of rules.onlyIn ?? []) {
    if (side === hub && objectAt(wanted, path) !== undefined && objectAt(got, path) === undefined)
      putAt(lost, path, {});
  }
  for (const { path } of rules.notEmpty ?? []) {
    if (objectAt(wanted, path) !== undefined && objectAt(got, path) === undefined) putAt(lost, path, {});
  }
  for (const rule of rules.fields) {
    const path = rule[hub];
    if (path === undefined) continue;
    const value = valueAt(wanted, path);
    if (!deepEqual(value, valueAt(got, path))) putAt(lost, path, value === undefined ? null : value);
  }
  for (const group of rules.together ?? []) addLostTogether(lost, group, { wanted, got, hub });
  for (const { side, path } of rules.notEmpty ?? []) {
    if (side !== hub && objectAt(lost, path) !== undefined)
      keepWhole(
        lost,
        wanted,
        fieldsIn(rules, hub, path).map((rule) => rule[hub] ?? []),
      );
  }
  for (const element of rules.elements ?? []) {
    const parts = lostElements(wanted, got, { element, hub });
    if (parts !== undefined) putAt(lost, element.path, parts);
  }
  return lost;
}

/** All of an object's fields, as one part: the other version has the object as a whole or not at all. */
function keepWhole(lost: Fields, wanted: Fields, paths: readonly PropertyPath[]): void {
  for (const path of paths) {
    const value = valueAt(wanted, path);
    if (value !== undefined) putAt(lost, path, value);
  }
}

function lostElements(
  wanted: Fields,
  got: Fields,
  { element, hub }: { readonly element: ElementRule; readonly hub: Side },
): unknown {
  const before = elementsAt(wanted, element);
  const after = byId(elementsAt(got, element));
  const parts = before.map(({ id, fields }): Element => ({
    id,
    fields: difference(fields, after.get(id) ?? {}, { rules: element.rules, hub }),
  }));
  if (parts.every(({ fields }) => isEmpty(fields))) return undefined;
  if (element.form === "map") return Object.fromEntries(parts.map(({ id, fields }) => [id, fields]));
  // Without keys, an element is found again by its whole value.
  if (element.keys === undefined) return valueAt(wanted, element.path);
  return parts.map(({ fields }, index) => ({ ...keysOf(before[index], element.keys), ...fields }));
}

function keysOf(element: Element | undefined, keys: readonly string[] = []): Fields {
  return Object.fromEntries(keys.map((key) => [key, element?.fields[key]]));
}
