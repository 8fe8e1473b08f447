// What the hub version alone can hold: found by converting there and back, kept as the lost subtrees of the hub object, and
// given back unless the user changed or removed what it belonged to. No annotations here; see conversion-data.ts.
import { deepClone, deepEqual, isJsonObject } from "@capstan/kube";
import { applyRules, convertValue, elementsAt, otherSide, type Element } from "./apply-rules.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ContainerRule, ConversionRules, ElementRule, FieldPath, FieldRule, Side } from "./conversion-plan.ts";
import { isEmpty, objectAt, putAt, takeAt, valueAt, type Fields } from "./fields.ts";

/** Which side is the hub, and what conversions may ask. */
export interface Direction {
  readonly hub: Side;
  readonly context: ConversionContext;
}

/** The parts of the hub object that do not come back from its converted form; `null` stands for a field that was absent. */
export function lostParts(
  hubObject: Fields,
  converted: Fields,
  { rules, ...to }: Direction & { readonly rules: ConversionRules },
): Fields {
  const back = deepClone(converted);
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
  for (const element of rules.elements ?? []) {
    const parts = lostElements(wanted, got, { element, hub });
    if (parts !== undefined) putAt(lost, element.path, parts);
  }
  return lost;
}

function lostElements(
  wanted: Fields,
  got: Fields,
  { element, hub }: { readonly element: ElementRule; readonly hub: Side },
): unknown {
  const after = elementsAt(got, element);
  const parts = elementsAt(wanted, element).map(({ id, fields }): Element => {
    const other = after.find((candidate) => candidate.id === id)?.fields ?? {};
    return { id, fields: difference(fields, other, { rules: element.rules, hub }) };
  });
  if (parts.every(({ fields }) => isEmpty(fields))) return undefined;
  if (element.form === "map") return Object.fromEntries(parts.map(({ id, fields }) => [id, fields]));
  return parts.map(({ fields }, index) => ({ ...keysOf(elementsAt(wanted, element)[index], element.keys), ...fields }));
}

function keysOf(element: Element | undefined, keys: readonly string[] = []): Fields {
  return Object.fromEntries(keys.map((key) => [key, element?.fields[key]]));
}

/**
 * Puts kept parts back into an object that was converted to the hub. A part returns only where the object still has its
 * surroundings, and only while the other version still says what the part would say there: a user's edit wins.
 */
export function restoreParts(
  object: Fields,
  { kept, source }: { readonly kept: Fields; readonly source: Fields },
  direction: Direction & { readonly rules: ConversionRules },
): void {
  const { rules } = direction;
  for (const container of [...(rules.onlyIn ?? []), ...(rules.notEmpty ?? [])])
    restoreContainer(object, kept, container);
  for (const rule of rules.fields) restoreField(object, { kept, source }, { rule, ...direction });
  for (const element of rules.elements ?? []) restoreElements(object, { kept, source }, { element, ...direction });
}

function restoreContainer(object: Fields, kept: Fields, { path, anchor }: ContainerRule): void {
  const part = objectAt(kept, path);
  if (part === undefined || !isEmpty(part) || !hasAnchor(object, path, anchor)) return;
  if (valueAt(object, path) === undefined) putAt(object, path, {});
}

function restoreField(
  object: Fields,
  { kept, source }: { readonly kept: Fields; readonly source: Fields },
  { rule, hub, context }: Direction & { readonly rule: FieldRule },
): void {
  const path = rule[hub];
  if (path === undefined || !hasAnchor(object, path, rule.anchor)) return;
  const part = valueAt(kept, path);
  if (part === undefined) return;
  const restored = mergeValue({ rule, part: part === null ? undefined : part, now: valueAt(object, path) }, source, {
    hub,
    context,
  });
  if (restored === undefined) takeAt(object, path);
  else putAt(object, path, restored);
}

interface Candidate {
  readonly rule: FieldRule;
  readonly part: unknown;
  readonly now: unknown;
}

/** The kept part where the other version still agrees with it, else what the conversion gave; lists with keys by element. */
function mergeValue({ rule, part, now }: Candidate, source: Fields, { hub, context }: Direction): unknown {
  const spoke = { side: otherSide(hub), context };
  const path = rule[spoke.side];
  if (path === undefined) return part;
  const agrees = (a: unknown, b: unknown): boolean => deepEqual(convertValue(rule, a, spoke), b);
  if (agrees(part, valueAt(source, path))) return part;
  const key = hub === "newer" ? rule.as?.key : undefined;
  if (key === undefined || !Array.isArray(part) || !Array.isArray(now)) return now;
  return now.map((element: unknown) => {
    const old = part.find((candidate: unknown) => fieldOf(candidate, key) === fieldOf(element, key)) as unknown;
    return old !== undefined && agrees([old], convertValue(rule, [element], spoke)) ? old : element;
  });
}

function fieldOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? (value as Fields)[key] : undefined;
}

function restoreElements(
  object: Fields,
  { kept, source }: { readonly kept: Fields; readonly source: Fields },
  { element, ...direction }: Direction & { readonly element: ElementRule },
): void {
  const parts = elementsAt(kept, element);
  const sources = elementsAt(source, element);
  const elements = elementsAt(object, element);
  // Without keys an element is known by its place, and a list of another length has moved them.
  if (element.form === "list" && element.keys === undefined && parts.length !== elements.length) return;
  for (const { id, fields } of elements) {
    const part = parts.find((candidate) => candidate.id === id)?.fields;
    const from = sources.find((candidate) => candidate.id === id)?.fields;
    if (part !== undefined && from !== undefined) {
      restoreParts(fields, { kept: part, source: from }, { ...direction, rules: element.rules });
    }
  }
}

/** Whether the objects that both versions have are still there; all but the last step unless said otherwise. */
function hasAnchor(object: Fields, path: FieldPath, anchor: number = path.length - 1): boolean {
  return objectAt(object, path.slice(0, anchor)) !== undefined;
}
