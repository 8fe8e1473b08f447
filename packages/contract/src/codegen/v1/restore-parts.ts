// Restores the parts that the other version does not have (lost-parts.ts), unless the user changed or removed what they belong to.
import { deepClone, deepEqual, diagnose, ownValue } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import {
  hasAnchor,
  isGained,
  isInNewObject,
  isOneSided,
  wasAbsent,
  wasEmpty,
  type Kept,
  type KeptOfOne,
  type Restoring,
} from "./anchors.ts";
import { convertField, convertValue, fitsUnions, isNeededByMember, isNullOfOther, mayBeIn } from "./apply-rules.ts";
import { otherSide } from "./side.ts";
import type {
  ContainerRule,
  ElementRule,
  FieldRule,
  PropertyPath,
  TogetherFields,
  UnionMembers,
} from "./conversion-plan.ts";
import { byId, byKeys, changeElements, elementsAt, keysOfKept, keyText, type Element } from "./elements.ts";
import { partsById, partsByValue, type PartOf } from "./elements-by-value.ts";
import { ofKeptData } from "./functions-op.ts";
import { restoreTogether } from "./kept-together.ts";
import { restoreLoneNulls } from "./restore-nulls.ts";
import { isEmpty, leadsInto, objectAt, putAt, takeAt, takeIfEmpty, valueAt, type Fields } from "./fields.ts";
import { prepare } from "./prepared-rules.ts";
import { refusedContainer } from "./refused-containers.ts";
import { convertTogether, givenValuesOf } from "./together.ts";
import { hasShape, withoutNulls } from "./value-shape.ts";

/**
 * Restores kept parts in an object that was converted to the hub. A part is restored only if the objects around it still exist and the
 * other version still has the value that the part converts to: a user's edit takes precedence.
 */
export function restoreParts(object: Fields, { kept, source }: Kept, direction: Restoring): void {
  const { rules, forSpoke } = direction;
  const parts: KeptOfOne = { kept, source, decided: new Map() };
  const { restored, empty, emptyInUnions } = prepare(rules);
  const restoreContainers = (containers: readonly ContainerRule[]): void => {
    if (forSpoke !== undefined) return;
    for (const container of containers) restoreContainer(object, parts, { container, ...direction });
  };
  restoreContainers(empty);
  const noneOf = restored.flatMap((rule) => {
    const path = restoreField(object, parts, { rule, ...direction });
    return path === undefined ? [] : [{ rule, path }];
  });
  restoreContainers(emptyInUnions);
  const none = noneOf.map(({ path }) => path);
  const groups = forSpoke === undefined ? (rules.together ?? []) : [];
  for (const group of groups) restoreTogether(object, parts, { group, none, ...direction });
  // Last: what came back may be what the hub demands of the object around them.
  for (const one of noneOf) removeNone(object, parts.kept, { ...one, none, ...direction });
  if (forSpoke === undefined) restoreLoneNulls(object, parts, direction);
  removeGained(object, parts, direction);
  if (forSpoke === undefined) {
    addNeeded(object, direction);
    keepDefaults(object, parts, direction);
  }
  for (const element of rules.elements ?? []) restoreElements(object, parts, { element, ...direction });
}

function restoreContainer(
  object: Fields,
  parts: KeptOfOne,
  { container, ...at }: Restoring & { readonly container: ContainerRule },
): void {
  const { path, members, exclusive = [] } = container;
  const part = objectAt(parts.kept, path);
  if (part === undefined || !wasEmpty(part) || !hasAnchor(parts, container, at) || !isInside(object, container)) return;
  if (!fitsUnions(object, members) || isExcludedBy(object, parts, { exclusive, ...at })) return;
  if (valueAt(object, path) === undefined) putAt(object, path, {});
}

/** Removes the empty objects that the hub did not have: those that stay for a value that is there again, and those that were made by a default. */
function removeGained(object: Fields, { kept, source }: Kept, { rules, hub, whole, forSpoke }: Restoring): void {
  // One that a client left empty is its own.
  const isMade = (path: PropertyPath): boolean =>
    wasAbsent(kept, path, whole) && !isEmpty(objectAt(source, path) ?? { path });
  for (const path of prepare(rules).objects[hub]) if (isMade(path)) takeIfEmpty(object, path);
  if (forSpoke !== undefined) return;
  for (const { side, path, stays } of rules.emptied ?? []) {
    if (side === hub || stays !== true) continue;
    const part = objectAt(kept, path);
    const wasNone = whole === true ? part === undefined : isOneSided(kept, path) && !wasEmpty(part ?? {});
    const isThere = rules.fields.some(
      ({ [side]: from, [hub]: to }) => leadsInto(from, path) && to !== undefined && valueAt(object, to) !== undefined,
    );
    if (wasNone && isThere) takeIfEmpty(object, path);
  }
}

/** The answer is the path of a field that the hub had no value for. */
function restoreField(
  object: Fields,
  parts: KeptOfOne,
  { rule, ...at }: Restoring & { readonly rule: FieldRule },
): PropertyPath | undefined {
  const path = rule[at.hub];
  if (path === undefined || rule.keep !== at.forSpoke) return undefined;
  const isShown = isShownElsewhere(object, parts.source, { rule, ...at });
  if (!isShown && !hasAnchor(parts, { ...rule, path }, at)) return undefined;
  if (!isInside(object, { ...rule, path })) return undefined;
  const kept = valueAt(parts.kept, path);
  // Other nulls are dropped by the API server, and must not discard the values beside them.
  const found = rule.shape === undefined ? kept : withoutNulls(kept, rule.shape);
  if (found === undefined && at.whole !== true) return undefined;
  const part = found === null && !isNullKept(rule, at) ? undefined : found;
  if (part !== undefined && rule.shape !== undefined && !hasShape(part, rule.shape)) {
    at.context.report?.(diagnose(contractErrors, "conversion/data-invalid", { values: { path: path.join(".") } }));
    return undefined;
  }
  if (part !== undefined && !fits(object, parts, { path, part, rule, ...at })) return undefined;
  const restored = mergeValue({ rule, part, now: valueAt(object, path) }, parts.source, at);
  if (restored === undefined) return path;
  putAt(object, path, restored);
  return undefined;
}

interface KeptPart {
  readonly rule: FieldRule;
  readonly path: PropertyPath;
  readonly part: unknown;
}

/** Whether a kept value can be beside what the object has: in unions, and beside fields that exclude it. */
function fits(object: Fields, parts: Kept, { rule, path, part, ...at }: Restoring & KeptPart): boolean {
  const { members, exclusive, union } = rule;
  if ((members ?? exclusive ?? union) === undefined) return true;
  return (
    isInMembers(object, parts.kept, rule.members?.[at.hub]) &&
    !isExcludedBy(object, parts, { exclusive: rule.exclusive?.[at.hub] ?? [], ...at }) &&
    fitsMember(object, parts, { rule, path, part, ...at })
  );
}

/** Whether each union has a member with a kept field, or the one that the hub had although it lacks the field: bounds may differ. */
function isInMembers(object: Fields, kept: Fields, unions: readonly UnionMembers[] = []): boolean {
  return unions.every((union) => {
    const value = valueAt(kept, union.path);
    return fitsUnions(object, [union]) || (typeof value === "string" && value === valueAt(object, union.path));
  });
}

/** Whether the object has a field that excludes a kept part, and that the hub did not have beside it: a client may have set it. */
function isExcludedBy(
  object: Fields,
  parts: Kept,
  { exclusive, ...at }: Restoring & { readonly exclusive: readonly PropertyPath[] },
): boolean {
  const isNew = (path: PropertyPath): boolean =>
    valueAt(object, path) !== undefined && (valueAt(parts.kept, path) ?? null) === null;
  return exclusive.some((path) => isNew(path) && !isByDefault(path, parts, at));
}

/** Whether the object has no fields that the member of a kept discriminator lacks: a client may have set them beside the value that it became. */
function fitsMember(
  object: Fields,
  parts: Kept,
  { path, part, rule: { union }, ...at }: Restoring & KeptPart,
): boolean {
  const fields = union === undefined ? undefined : ownValue(union, String(part));
  if (!Array.isArray(fields)) return true;
  const around = path.slice(0, -1);
  return Object.keys(objectAt(object, around) ?? {}).every(
    (name) => name === path.at(-1) || fields.includes(name) || isByDefault([...around, name], parts, at),
  );
}

/** Whether a field has a default that the hub did not have, in either version: it goes. */
function isByDefault(path: PropertyPath, { kept, source }: Kept, { hub, rules, context }: Restoring): boolean {
  const spoke = { side: otherSide(hub), context };
  return rules.fields.some((rule) => {
    const { [hub]: own, [spoke.side]: other } = rule;
    if (!deepEqual(own, path)) return false;
    const value = other && valueAt(source, other);
    const wasNone = (valueAt(kept, path) ?? null) === null;
    return value === undefined || (wasNone && deepEqual(value, convertField(rule, undefined, spoke)));
  });
}

/** Whether a client of the other version left a value that the hub has at another place: one that removes the object around the hub's leaves it. */
function isShownElsewhere(
  object: Fields,
  source: Fields,
  { rule, hub }: Restoring & { readonly rule: FieldRule },
): boolean {
  const { [hub]: own, [otherSide(hub)]: other } = rule;
  if (own === undefined || other === undefined || deepEqual(own, other)) return false;
  return valueAt(source, other) !== undefined && valueAt(object, own) !== undefined;
}

/** A field that the hub had no value for. */
interface FieldWithoutValue {
  readonly rule: FieldRule;
  readonly path: PropertyPath;
}

/** Removes a value that the hub did not have, unless it rejects the object without it, or has no such object: a new one gets what new objects need. */
function removeNone(
  object: Fields,
  kept: Fields,
  { rule, path, none, ...at }: Restoring & FieldWithoutValue & { readonly none: readonly PropertyPath[] },
): void {
  if (rule.needed === true && isInNewObject(object, kept, { path, others: none })) return;
  if (isNeededByMember(object, rule, at.hub)) return;
  const isAbsent = wasAbsent(kept, path.slice(0, -1), at.whole);
  const isRefused = rule.fillsObject === true || isRefusedEmpty(path.slice(0, -1), at);
  if (isAbsent || !isRefused || !isAlone(object, path)) takeAt(object, path);
}

/** Whether the converted object has the object that a kept value does not make. */
function isInside(
  object: Fields,
  { path, inside }: { readonly path: PropertyPath; readonly inside?: number },
): boolean {
  return inside === undefined || objectAt(object, path, inside) !== undefined;
}

/** Sets defaults of fields that the hub requires, in objects that are there again for what was kept in them. */
function addNeeded(object: Fields, { rules, hub }: Restoring): void {
  if (hub === "older") return;
  for (const rule of rules.fields) {
    const { newer = [], within = newer.length - 1, needed, default: filled } = rule;
    if (needed !== true || valueAt(object, newer) !== undefined || !mayBeIn(object, rule, hub)) continue;
    if (objectAt(object, newer, within) !== undefined) putAt(object, newer, deepClone(filled));
  }
}

/** Gives the older version, which is the hub, the value of a default again where it is no longer as good as none, and what new objects of it require. */
function keepDefaults(object: Fields, { kept, source }: Kept, at: Restoring): void {
  const { rules, hub, context } = at;
  if (hub === "newer") return;
  for (const rule of rules.fields) {
    const { older = [], newer = [], default: filled } = rule;
    if (older.length === 0 || newer.length === 0 || valueAt(object, older) !== undefined) continue;
    const around = older.slice(0, -1);
    const value = valueAt(source, newer);
    // There was no object, and now there is one: the value belongs to it. A default that it needs is there.
    const isOfNewObject = filled === undefined && isGained(kept, around) && objectAt(object, around) !== undefined;
    const isOfDefault = filled !== undefined && value !== undefined && !isMadeAgain(object, rule, at);
    if (!isOfNewObject && !isOfDefault) continue;
    const converted = convertField(rule, value, { side: hub, context });
    if (converted !== undefined && !isNullOfOther(converted, rule)) putAt(object, older, converted);
  }
}

/** Whether the object that a default of the newer version is in comes from the older one without the field. */
function isMadeAgain(object: Fields, rule: FieldRule, { rules, context }: Restoring): boolean {
  const { newer = [], within = newer.length - 1 } = rule;
  if (objectAt(object, newer, within) !== undefined) return true;
  const around = newer.slice(0, within);
  const isMadeByField = rules.fields.some(
    (other) =>
      other !== rule &&
      leadsInto(other.newer, around) &&
      other.older !== undefined &&
      valueAt(object, other.older) !== undefined &&
      convertValue(other, valueAt(object, other.older), { side: "newer", context }) !== undefined,
  );
  return isMadeByField || (rules.together ?? []).some((group) => isMadeTogether(object, group, { around, context }));
}

/** Whether functions of several fields make a value in an object of the newer version. */
function isMadeTogether(
  object: Fields,
  group: TogetherFields,
  { around, context }: Pick<Restoring, "context"> & { readonly around: PropertyPath },
): boolean {
  const inside = group.newer.filter(({ path }) => leadsInto(path, around));
  const values = givenValuesOf(group.older, (path) => valueAt(object, path));
  if (inside.length === 0 || isEmpty(values)) return false;
  return ofKeptData(() => {
    const results = convertTogether(group, values, { side: "newer", context });
    return inside.some(({ name }) => results[name] !== undefined);
  }, false);
}

/** Whether a kept null is a value: elsewhere it says that there was none. What only one version has is not kept when it is absent. */
function isNullKept(rule: FieldRule, { hub, whole }: Restoring): boolean {
  const isOfOneVersion = rule[otherSide(hub)] === undefined && rule.default === undefined;
  return (
    (whole === true || isOfOneVersion || rule.required === true) &&
    rule.shape !== undefined &&
    hasShape(null, rule.shape)
  );
}

/** Whether the hub rejects an object when it is empty. */
function isRefusedEmpty(path: PropertyPath, { hub, rules }: Restoring): boolean {
  return refusedContainer(rules, { side: hub, path }) !== undefined;
}

/** Whether the object around a field has no other. */
function isAlone(object: Fields, path: PropertyPath): boolean {
  return Object.keys(objectAt(object, path.slice(0, -1)) ?? {}).length === 1;
}

interface Candidate {
  readonly rule: FieldRule;
  readonly part: unknown;
  readonly now: unknown;
}

/**
 * The kept part where the other version still has the value that it converts to, or a value that it does not tell from that one; otherwise
 * the converted value. A list or map whose elements a form tells apart is merged by element.
 */
function mergeValue({ rule, part, now }: Candidate, source: Fields, { hub, context, rules }: Restoring): unknown {
  const spoke = { side: otherSide(hub), context };
  const path = rule[spoke.side];
  if (path === undefined) return part;
  // The rules of its elements restore what is kept of each: as a whole it is no value of the other version.
  if (part !== undefined && rules.elements?.some((element) => deepEqual(element.path, path)) === true) return now;
  // A value that none becomes is not there without the object around it.
  const isInNone = objectAt(source, path.slice(0, -1)) === undefined;
  const shown = (value: unknown): unknown =>
    value === undefined && isInNone ? undefined : convertField(rule, value, spoke);
  const agrees = (a: unknown, b: unknown): boolean => ofKeptData(() => deepEqual(shown(a), b), false);
  const looksAlike = (a: unknown, b: unknown): boolean => ofKeptData(() => deepEqual(shown(a), shown(b)), false);
  // Without an operation each value is one of its own; what rules make of its elements is no value of the other version.
  if (agrees(part, valueAt(source, path)) || (rule.as !== undefined && looksAlike(part, now))) return part;
  const merge = rule.as?.merge;
  if (merge === undefined || part === undefined || now === undefined) return now;
  return merge({ kept: part, before: convertField(rule, shown(part), { side: hub, context }), now });
}

function restoreElements(
  object: Fields,
  { kept, source }: Kept,
  { element, ...direction }: Restoring & { readonly element: ElementRule },
): void {
  const parts = elementsAt(kept, element);
  const sources = elementsAt(source, element);
  const keys = keysOfKept(element, direction.forSpoke);
  const isByValue = element.form === "list" && keys === undefined;
  const ofLists = (): PartOf =>
    keys === undefined ? partsByValue({ parts, sources }, { element, ...direction }) : partsByKeys(parts, keys);
  const partOf = element.form === "map" ? partsById(parts) : ofLists();
  const { rules } = element;
  const inside: Restoring = { ...direction, ...(isByValue ? { whole: true } : {}), rules };
  const known = byId(sources);
  changeElements(object, element, (one) => {
    const from = known.get(one.id);
    const part = from && partOf(one);
    if (part !== undefined && from !== undefined) restoreParts(one.fields, { kept: part, source: from }, inside);
  });
}

/** By the keys of the version that the parts are of: the other one may have other names and values for them. */
function partsByKeys(parts: readonly Element[], keys: readonly string[]): PartOf {
  const known = byKeys(parts, keys);
  return ({ fields }) => known.get(keyText(fields, keys));
}
