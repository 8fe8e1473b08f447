// Finds the parts of a hub object that are lost when it is converted to the other version and back. conversion-data.ts keeps them in an
// annotation, restore-parts.ts restores them.
import { deepClone, deepEqual, isJsonObject, ownFields, setOwn } from "@capstan/kube";
import { markEmpty, markGained, markOfHub, markOneSided, type Restoring } from "./anchors.ts";
import { applyRules, isOfOne, someRule } from "./apply-rules.ts";
import { copyForRules } from "./copy-for-rules.ts";
import type { ConversionRules, ElementRule, FieldRule, PropertyPath, Side } from "./conversion-plan.ts";
import { byId, elementsAt, keptOf, keysOfKept, type Element } from "./elements.ts";
import { addLostTogether } from "./kept-together.ts";
import { addLostNulls } from "./lone-nulls.ts";
import { isEmpty, leadsInto, objectAt, putAt, valueAt, type Fields } from "./fields.ts";
import { isKeptRequired, prepare } from "./prepared-rules.ts";
import { refusedContainer } from "./refused-containers.ts";
import { otherSide } from "./side.ts";

/** The parts of the hub object that its converted form does not have; `null` marks a field that was absent. */
export function lostParts(hubObject: Fields, converted: Fields, { rules, ...to }: Restoring): Fields {
  // Rules never refer to metadata, which is the largest part of most objects because of managed fields.
  const { metadata: _, ...body } = converted;
  const { copy: back, taken: takenBefore } = copyForRules(body, rules, otherSide(to.hub));
  applyRules(back, rules, { side: to.hub, context: to.context, takenBefore, isToHub: true });
  return difference({ wanted: hubObject, got: back, other: body }, { rules, hub: to.hub, forSpoke: undefined });
}

/** The values of an object of the other version that the hub keeps for it: all, but for those that it has again by their defaults. */
export function partsForSpoke(object: Fields, converted: Fields, { rules, hub: spoke, context }: Restoring): Fields {
  if (!someRule(rules, ({ keep }) => keep === true)) return {};
  const isFilled = someRule(rules, isKeptRequired);
  const { metadata: _, ...body } = converted;
  const compared = { wanted: object, other: body };
  const at = { rules, hub: spoke, forSpoke: true } as const;
  if (!isFilled) return difference({ ...compared, got: {} }, at);
  const { copy: back, taken: takenBefore } = copyForRules(body, rules, otherSide(spoke));
  applyRules(back, rules, { side: spoke, context, takenBefore });
  return difference({ ...compared, got: back }, at);
}

interface HubRules {
  readonly rules: ConversionRules;
  readonly hub: Side;
  readonly forSpoke: true | undefined;
}

function difference(compared: Compared, at: HubRules): Fields {
  const lost: Fields = {};
  if (at.forSpoke === undefined) addLostObjects(lost, compared, at);
  for (const rule of at.rules.fields) addLostField(lost, compared, { rule, ...at });
  addDefaultsBeside(lost, compared.wanted, at);
  addBesideKept(lost, compared.wanted, at);
  if (at.forSpoke === undefined) addLostGroups(lost, compared, at);
  if (at.forSpoke === undefined) addLostNulls(lost, compared, at);
  if (at.forSpoke === undefined) keepWholeObjects(lost, compared.wanted, at);
  for (const element of at.rules.elements ?? []) {
    const parts = lostElements(compared, { element, ...at });
    if (parts !== undefined) putAt(lost, element.path, parts);
  }
  if (at.forSpoke === undefined) markLostObjects(lost, compared, at);
  else markObjectsOfSpoke(lost, compared, at);
  markGainedObjects(lost, compared, at);
  if (at.forSpoke === undefined) markRefusedObjects(lost, compared, at);
  if (at.forSpoke === undefined) markEmptyObjects(lost, compared, at);
  return lost;
}

interface Compared {
  readonly wanted: Fields;
  /** What comes back of it. */
  readonly got: Fields;
  /** The same in the other version. */
  readonly other: Fields;
}

/** Marks objects that only one version has, because all fields leave them on the way to the other. */
function markLostObjects(lost: Fields, { wanted, got, other }: Compared, { rules, hub }: HubRules): void {
  for (const { side, path, stays } of rules.emptied ?? []) {
    const isInLost = !isEmpty(objectAt(lost, path) ?? {});
    const isOfHub = side === hub && isInLost && objectAt(other, path) === undefined;
    const isGained = stays === true && objectAt(wanted, path) === undefined && objectAt(got, path) !== undefined;
    if (isOfHub || (side !== hub && isGained)) markOneSided(lost, path);
  }
}

/** Marks objects of both versions in which the hub keeps something, and that it does not have itself: no client of the hub removed them. */
function markObjectsOfSpoke(lost: Fields, { other }: Compared, { rules, hub: spoke }: HubRules): void {
  for (const { keep, [spoke]: path = [], anchor = path.length - 1 } of rules.fields) {
    if (keep !== true) continue;
    for (const around of path.slice(0, anchor).map((_, index) => path.slice(0, index + 1))) {
      if (objectAt(lost, around) !== undefined && objectAt(other, around) === undefined) markOneSided(lost, around);
    }
  }
}

/** Marks objects that the hub does not have, and that a default or functions may make on the way back. */
function markGainedObjects(lost: Fields, { wanted }: Compared, { rules, hub }: HubRules): void {
  for (const path of prepare(rules).made[hub]) if (objectAt(wanted, path) === undefined) markGained(lost, path);
}

/** Marks objects of the hub alone that are empty, and do not come back. */
function markEmptyObjects(lost: Fields, { wanted, got }: Compared, { rules, hub }: HubRules): void {
  for (const { side, path } of rules.onlyIn ?? []) {
    const object = side === hub ? objectAt(wanted, path) : undefined;
    if (object !== undefined && isEmpty(object) && objectAt(got, path) === undefined) markEmpty(lost, path);
  }
}

/** Marks objects that the other version rejects when they are empty and does not have, where what is kept does not tell that: the hub keeps all of its own, if it has no field elsewhere. */
function markRefusedObjects(lost: Fields, { wanted, other }: Compared, { rules, hub }: HubRules): void {
  for (const { side, path } of rules.notEmpty ?? []) {
    if (side === hub || refusedContainer(rules, { side, path })?.isByOthers !== true) continue;
    const isLost = objectAt(wanted, path) !== undefined && objectAt(other, path) === undefined;
    if (isLost) markOfHub(lost, path);
  }
}

function addLostObjects(lost: Fields, { wanted, got }: Compared, { rules, hub }: HubRules): void {
  // A client that adds a field to it which the hub has elsewhere leaves it with nothing else.
  for (const { side, path, stays } of rules.emptied ?? []) {
    const object = side === hub || stays === true ? undefined : objectAt(wanted, path);
    if (object !== undefined && isEmpty(object)) putAt(lost, path, {});
  }
  for (const { path } of prepare(rules).losable[hub]) {
    const isLost = objectAt(wanted, path) !== undefined && objectAt(got, path) === undefined;
    // One that has a lost object in it is there already.
    if (isLost && objectAt(lost, path) === undefined) putAt(lost, path, {});
  }
}

function addLostField(
  lost: Fields,
  { wanted, got }: Compared,
  { rule, rules, hub, forSpoke }: HubRules & { readonly rule: FieldRule },
): void {
  const path = rule[hub];
  if (path === undefined || rule.keep !== forSpoke) return;
  const value = valueAt(wanted, path);
  if (value === undefined && rule.required === true) return;
  const isDefault = forSpoke === undefined && value !== undefined && deepEqual(value, rule.default);
  const isGoneWithObject = isDefault && isOfOne(rule, hub) && mayLeave(path, rules, hub);
  // Parts of other rules may be put into it.
  if (isGoneWithObject || !deepEqual(value, valueAt(got, path)))
    putAt(lost, path, value === undefined ? null : deepClone(value));
}

/** Keeps values of defaults beside others that are kept: these bring their object back, in which no default comes again. */
function addDefaultsBeside(lost: Fields, wanted: Fields, { rules, hub, forSpoke }: HubRules): void {
  for (const rule of rules.fields) {
    const { [hub]: path = [], default: filled, keep } = rule;
    if (filled === undefined || keep !== forSpoke || !isOfOne(rule, hub) || valueAt(lost, path) !== undefined) continue;
    const beside = objectAt(lost, path.slice(0, -1)) ?? {};
    const value = valueAt(wanted, path);
    if (value !== undefined && Object.values(beside).some((one) => one !== null)) putAt(lost, path, deepClone(value));
  }
}

/**
 * Keeps what the hub rejects beside a kept value, where it has both by bounds that differ: the discriminator of another member, or a field that excludes the kept one. What a client
 * sets later is told from it.
 */
function addBesideKept(lost: Fields, wanted: Fields, { rules, hub }: HubRules): void {
  for (const { [hub]: path, members, exclusive } of prepare(rules).beside) {
    if (path === undefined) continue;
    if ((valueAt(lost, path) ?? null) === null) continue;
    const others = (members?.[hub] ?? []).filter(
      (union) => !union.values.includes(String(valueAt(wanted, union.path))),
    );
    for (const beside of [...others.map((union) => union.path), ...(exclusive?.[hub] ?? [])]) {
      const value = valueAt(wanted, beside);
      if (value !== undefined && valueAt(lost, beside) === undefined) putAt(lost, beside, deepClone(value));
    }
  }
}

/** Whether an object around a field of the hub goes when fields leave it that the other version has there: a default makes no object again. */
function mayLeave(path: PropertyPath, { emptied = [] }: ConversionRules, hub: Side): boolean {
  return emptied.some((container) => container.side !== hub && leadsInto(path, container.path));
}

function addLostGroups(lost: Fields, { wanted, got }: Compared, { rules, hub }: HubRules): void {
  for (const group of rules.together ?? []) addLostTogether(lost, group, { wanted, got, hub });
}

/** Objects that the other version rejects when they are empty, and of which a part is lost. */
function keepWholeObjects(lost: Fields, wanted: Fields, { rules, hub }: HubRules): void {
  for (const { side, path } of rules.notEmpty ?? []) {
    const part = side === hub ? undefined : objectAt(lost, path);
    if (part !== undefined) keepWhole(part, objectAt(wanted, path) ?? {});
  }
}

/** All of an object's fields, as one part: the other version has the object as a whole or not at all. */
function keepWhole(part: Fields, whole: Fields): void {
  for (const [name, value] of Object.entries(whole)) {
    const inPart = Object.hasOwn(part, name) ? part[name] : undefined;
    if (inPart === undefined) setOwn(part, name, deepClone(value));
    else if (isJsonObject(inPart) && isJsonObject(value)) keepWhole(inPart, value);
  }
}

function lostElements(
  { wanted, got, other }: Compared,
  { element, ...at }: HubRules & { readonly element: ElementRule },
): unknown {
  const before = elementsAt(wanted, element);
  const [after, converted] = [got, other].map((one) => byId(elementsAt(one, element)));
  const parts = before.map(({ id, fields }): Element => ({
    id,
    fields: difference(
      { wanted: fields, got: after?.get(id) ?? {}, other: converted?.get(id) ?? {} },
      { ...at, rules: element.rules },
    ),
  }));
  if (parts.every(({ fields }) => isEmpty(fields))) return undefined;
  if (element.form === "map") return ownFields(parts.flatMap((part) => keptOf(part, element)));
  const keys = keysOfKept(element, at.forSpoke);
  // Without keys, an element is found again by its whole value.
  if (keys === undefined) return valueAt(wanted, element.path);
  return parts.map(({ fields }, index) => ({ ...keysOf(before[index], keys), ...fields }));
}

function keysOf(element: Element | undefined, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, element?.fields[key]]));
}
