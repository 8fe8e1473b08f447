// Finds the parts of a hub object that are lost when it is converted to the other version and back. conversion-data.ts keeps them in an
// annotation, restore-parts.ts restores them.
import { deepClone, deepEqual, isJsonObject, ownFields, setOwn } from "@capstan/kube";
import type { Restoring } from "./anchors.ts";
import { applyRules, isKeptRequired } from "./apply-rules.ts";
import type { ConversionRules, ElementRule, FieldRule, Side } from "./conversion-plan.ts";
import { byId, elementsAt, keptOf, type Element } from "./elements.ts";
import { addLostTogether } from "./kept-together.ts";
import { addLostNulls } from "./lone-nulls.ts";
import { isEmpty, objectAt, putAt, valueAt, type Fields } from "./fields.ts";

/** The parts of the hub object that its converted form does not have; `null` marks a field that was absent. */
export function lostParts(hubObject: Fields, converted: Fields, { rules, ...to }: Restoring): Fields {
  // Rules never refer to metadata, which is the largest part of most objects because of managed fields.
  const { metadata: _, ...body } = converted;
  const back = deepClone(body);
  applyRules(back, rules, { side: to.hub, context: to.context });
  return difference(hubObject, back, { rules, hub: to.hub, forSpoke: undefined });
}

/** The values of an object of the other version that the hub keeps for it: all, but for those that it has again by their defaults. */
export function partsForSpoke(object: Fields, converted: Fields, { rules, hub: spoke, context }: Restoring): Fields {
  if (!someRule(rules, ({ keep }) => keep === true)) return {};
  const isFilled = someRule(rules, isKeptRequired);
  const { metadata: _, ...body } = converted;
  const back = isFilled ? deepClone(body) : {};
  if (isFilled) applyRules(back, rules, { side: spoke, context });
  return difference(object, back, { rules, hub: spoke, forSpoke: true });
}

function someRule({ fields, elements = [] }: ConversionRules, is: (rule: FieldRule) => boolean): boolean {
  return fields.some(is) || elements.some(({ rules }) => someRule(rules, is));
}

interface HubRules {
  readonly rules: ConversionRules;
  readonly hub: Side;
  readonly forSpoke: true | undefined;
}

function difference(wanted: Fields, got: Fields, at: HubRules): Fields {
  const lost: Fields = {};
  if (at.forSpoke === undefined) addLostObjects(lost, { wanted, got }, at);
  for (const rule of at.rules.fields) addLostField(lost, { wanted, got }, { rule, ...at });
  if (at.forSpoke === undefined) addLostGroups(lost, { wanted, got }, at);
  if (at.forSpoke === undefined) addLostNulls(lost, { wanted, got }, at);
  for (const element of at.rules.elements ?? []) {
    const parts = lostElements(wanted, got, { element, ...at });
    if (parts !== undefined) putAt(lost, element.path, parts);
  }
  return lost;
}

interface Compared {
  readonly wanted: Fields;
  readonly got: Fields;
}

function addLostObjects(lost: Fields, { wanted, got }: Compared, { rules, hub }: HubRules): void {
  const ofHub = (rules.onlyIn ?? []).filter(({ side }) => side === hub);
  for (const { path } of [...ofHub, ...(rules.notEmpty ?? []), ...(rules.emptied ?? [])]) {
    const isLost = objectAt(wanted, path) !== undefined && objectAt(got, path) === undefined;
    // One that has a lost object in it is there already.
    if (isLost && objectAt(lost, path) === undefined) putAt(lost, path, {});
  }
}

function addLostField(
  lost: Fields,
  { wanted, got }: Compared,
  { rule, hub, forSpoke }: HubRules & { readonly rule: FieldRule },
): void {
  const path = rule[hub];
  if (path === undefined || rule.keep !== forSpoke) return;
  const value = valueAt(wanted, path);
  if (value === undefined && rule.required === true) return;
  if (!deepEqual(value, valueAt(got, path))) putAt(lost, path, value === undefined ? null : value);
}

function addLostGroups(lost: Fields, { wanted, got }: Compared, { rules, hub }: HubRules): void {
  for (const group of rules.together ?? []) addLostTogether(lost, group, { wanted, got, hub });
  for (const { side, path } of rules.notEmpty ?? []) {
    const part = side === hub ? undefined : objectAt(lost, path);
    if (part !== undefined) keepWhole(part, objectAt(wanted, path) ?? {});
  }
}

/** All of an object's fields, as one part: the other version has the object as a whole or not at all. */
function keepWhole(part: Fields, whole: Fields): void {
  for (const [name, value] of Object.entries(whole)) {
    const inPart = Object.hasOwn(part, name) ? part[name] : undefined;
    if (inPart === undefined) setOwn(part, name, value);
    else if (isJsonObject(inPart) && isJsonObject(value)) keepWhole(inPart, value);
  }
}

function lostElements(
  wanted: Fields,
  got: Fields,
  { element, ...at }: HubRules & { readonly element: ElementRule },
): unknown {
  const before = elementsAt(wanted, element);
  const after = byId(elementsAt(got, element));
  const parts = before.map(({ id, fields }): Element => ({
    id,
    fields: difference(fields, after.get(id) ?? {}, { ...at, rules: element.rules }),
  }));
  if (parts.every(({ fields }) => isEmpty(fields))) return undefined;
  if (element.form === "map") return ownFields(parts.flatMap((part) => keptOf(part, element)));
  // Without keys, an element is found again by its whole value.
  if (element.keys === undefined) return valueAt(wanted, element.path);
  return parts.map(({ fields }, index) => ({ ...keysOf(before[index], element.keys), ...fields }));
}

function keysOf(element: Element | undefined, keys: readonly string[] = []): Fields {
  return Object.fromEntries(keys.map((key) => [key, element?.fields[key]]));
}
