// Applies the rules of a plan in one direction, to an object that the caller owns. Annotations are not read or written here.
import { deepClone, deepEqual } from "@capstan/kube";
import type {
  ContainerRule,
  ConversionRules,
  FieldRule,
  PropertyPath,
  Side,
  TogetherFields,
  UnionMembers,
} from "./conversion-plan.ts";
import { noneTaken, type TakenFields } from "./copy-for-rules.ts";
import { changeElements } from "./elements.ts";
import { leadsInto, objectAt, pathKey, putAt, takeAt, takeIfEmpty, type Fields, valueAt } from "./fields.ts";
import { dropLoneNulls, loneNullOf } from "./lone-nulls.ts";
import { otherSide, type Target } from "./side.ts";
import { putTogether, type TakenTogether, takeTogether } from "./together.ts";
import { hasShape } from "./value-shape.ts";

/** Converts the value of one field; undefined is an absent field. */
export function convertValue(rule: FieldRule, value: unknown, { side, context }: Target): unknown {
  if (rule.as === undefined) return value;
  return side === "newer" ? rule.as.toNewer(value, context) : rule.as.toOlder(value, context);
}

/** The value of one field in the other version: its default when there is none. */
export function convertField(rule: FieldRule, value: unknown, to: Target): unknown {
  // A field of the older version alone has its own default.
  const isFilled = to.side === "newer" || rule.newer === undefined;
  if (value === undefined && isFilled && rule.default !== undefined) return deepClone(rule.default);
  const converted = convertValue(rule, value, to);
  return converted === undefined && to.side === "older" ? deepClone(rule.olderDefault) : converted;
}

/** What rules are applied with. */
interface Application extends Target {
  /** The values that the object does not have any more, because the rules take them. */
  readonly takenBefore?: TakenFields;
  /** Whether this side is the hub. */
  readonly isToHub?: boolean;
}

/** Changes the object to the form of one side. All values are removed before any is set, so two fields may swap. */
export function applyRules(
  object: Fields,
  rules: ConversionRules,
  { takenBefore = noneTaken, ...to }: Application,
): void {
  const from = otherSide(to.side);
  const takeFrom = (path: PropertyPath): unknown =>
    takenBefore.has(path) ? takenBefore.get(path) : takeAt(object, path);
  const take = (rule: FieldRule): Taken => {
    const value = rule[from] && takeFrom(rule[from]);
    return { rule, value, result: convertField(rule, value, to) };
  };
  const taken = rules.fields.map(take);
  const together = (rules.together ?? []).map((group) => ({
    group,
    taken: takeTogether(object, group[from], takeFrom),
  }));
  const emptied = (rules.emptied ?? []).filter(({ side }) => side === from);
  const moving = emptied.length === 0 ? [] : taken.filter((one) => hasPlace(one, to.side));
  const leaving = emptied.filter(
    (one) => isLeft(one, { taken: moving, together }, to) && !isLeftByNothing(one, moving, to),
  );
  // An object of which a value is kept stays, if empty: the value comes back to it.
  const stays = leaving.length === 0 ? new Set() : placesWithKept({ taken, together }, { ...to, rules });
  const left = leaving.filter(({ path }) => !stays.has(pathKey(path)));
  for (const { side, path } of rules.onlyIn ?? []) if (side === from) takeAt(object, path);
  // An object around another one is emptied by it.
  for (const { path } of left.toSorted((a, b) => b.path.length - a.path.length)) takeIfEmpty(object, path);
  const target = { ...to, rules };
  const put = (isAbsent: boolean): void => {
    for (const field of taken) if ((field.value === undefined) === isAbsent) putField(object, field, target);
  };
  put(false);
  for (const group of together) putTogether(object, group, to);
  // Before defaults are set: those of a list or map have values of this side.
  for (const element of rules.elements ?? []) {
    changeElements(object, element, ({ fields }) => applyRules(fields, element.rules, to));
  }
  // What was absent comes last: a default belongs to an object that another field may create.
  put(true);
  dropLoneNulls(object, rules, to.side);
  for (const { side, path } of rules.notEmpty ?? []) if (side === to.side) takeIfEmpty(object, path);
}

interface InRules extends Pick<Application, "isToHub"> {
  readonly rules: ConversionRules;
}

interface Taken {
  readonly rule: FieldRule;
  readonly value: unknown;
  /** The value in the other version. */
  readonly result: unknown;
}

function putField(object: Fields, { rule, value, result }: Taken, to: Target & InRules): void {
  const path = rule[to.side];
  if (path === undefined) return;
  const loneNull = loneNullOf(result, path, to);
  const written = loneNull === undefined ? result : deepClone(loneNull.default);
  if (written === undefined) return;
  // A value that was not in the source (a default, a required zero) must not create the object around it, unless that is required.
  const within = (to.side === "newer" ? rule.within : undefined) ?? path.length - 1;
  if (value === undefined && (objectAt(object, path, within) === undefined || !mayBeIn(object, rule, to.side))) return;
  // Neither must a null that the hub does not have: its API server drops it, and leaves the object.
  if (to.isToHub === true && isNullOfOther(written, rule)) return;
  putAt(object, path, written);
}

/** Whether an object may have a field that it had no value for: by the discriminators of unions, and by the fields that exclude it. */
export function mayBeIn(object: Fields, { members, exclusive }: FieldRule, side: Side): boolean {
  return fitsUnions(object, members?.[side]) && !isExcluded(object, exclusive?.[side]);
}

/** Whether an object has a field that excludes another. */
export function isExcluded(object: Fields, exclusive: readonly PropertyPath[] = []): boolean {
  return exclusive.some((path) => valueAt(object, path) !== undefined);
}

/** Whether an object has one of the members of each of these unions. */
export function fitsUnions(object: Fields, unions: readonly UnionMembers[] = []): boolean {
  return unions.every(({ path, values }) => values.includes(String(valueAt(object, path))));
}

/** Whether the member that an object has requires the kept field of a rule, which has a default. */
export function isNeededByMember(object: Fields, { members }: FieldRule, side: Side): boolean {
  const unions = members?.[side] ?? [];
  return unions.some(({ path, needed }) => needed?.includes(String(valueAt(object, path))) === true);
}

/** Whether a value is the null of a field that is at another place in the other version, and the hub has no null there. */
export function isNullOfOther(value: unknown, { older, newer, shape }: FieldRule): boolean {
  const isMoved = older !== undefined && newer !== undefined && !deepEqual(older, newer);
  return value === null && isMoved && shape !== undefined && !hasShape(null, shape);
}

/** Whether a rule of an object, or of the elements in it, is of a kind. */
export function someRule({ fields, elements = [] }: ConversionRules, is: (rule: FieldRule) => boolean): boolean {
  return fields.some(is) || elements.some(({ rules }) => someRule(rules, is));
}

/** Whether only the version of this side has the field of a rule. */
export function isOfOne(rule: FieldRule, side: Side): boolean {
  return rule[side] !== undefined && rule[otherSide(side)] === undefined;
}

/** Whether the annotation keeps a value that the other version has no field for, or a null that it does not have. */
function isKept({ rule, value }: Taken, leaving: Leaving, to: Target & InRules): boolean {
  if (loneNullOf(value, rule[to.side], to) !== undefined) return true;
  const isOfOneVersion = rule[to.side] === undefined && rule.shape !== undefined;
  if (!isOfOneVersion || value === undefined) return false;
  return !deepEqual(value, rule.default) || isInOwnObject(rule, leaving, to);
}

/** Whether a field is in an object of its version alone of which the other one gets no value: then its default does not come by itself. */
function isInOwnObject(rule: FieldRule, { taken, together }: Leaving, { rules, side }: Target & InRules): boolean {
  const from = otherSide(side);
  const isMade = (path: PropertyPath): boolean =>
    taken.some((one) => one.result !== undefined && one.rule[side] !== undefined && leadsInto(one.rule[from], path)) ||
    together.some(({ group, taken: { values } }) =>
      group[from].some((field) => values[field.name] !== undefined && leadsInto(field.path, path)),
    );
  return (rules.onlyIn ?? []).some((one) => one.side === from && leadsInto(rule[from], one.path) && !isMade(one.path));
}

interface Leaving {
  readonly taken: readonly Taken[];
  readonly together: readonly { readonly group: TogetherFields; readonly taken: TakenTogether }[];
}

/** Whether there is a value, and a field for it in the version of this side: other values leave no object for another place. */
function hasPlace({ rule, value }: Taken, side: Side): boolean {
  return value !== undefined && rule[side] !== undefined;
}

/** Whether a value has left an object for another place: one that only lost what it had was there for itself, and stays. All taken values have a place. */
function isLeft({ path }: ContainerRule, { taken, together }: Leaving, { side }: Target): boolean {
  const from = otherSide(side);
  const isOutside = (target: PropertyPath | undefined): boolean => !leadsInto(target, path);
  return (
    taken.some(({ rule }) => isOutside(rule[side]) && leadsInto(rule[from], path)) ||
    together.some(
      ({ group, taken: { values } }) =>
        group[from].some((field) => values[field.name] !== undefined && leadsInto(field.path, path)) &&
        group[side].some((field) => isOutside(field.path)),
    )
  );
}

/** Whether a value that leaves an object becomes none, and the object stays for it. */
function isLeftByNothing({ path, stays }: ContainerRule, moving: readonly Taken[], { side }: Target): boolean {
  const from = otherSide(side);
  return stays === true && moving.some(({ rule, result }) => result === undefined && leadsInto(rule[from], path));
}

/** The objects around values that are kept, and the values themselves, by the keys of their paths. */
function placesWithKept(leaving: Leaving, to: Target & InRules): ReadonlySet<string> {
  const from = otherSide(to.side);
  const paths = leaving.taken.flatMap((one) => (isKept(one, leaving, to) ? [one.rule[from] ?? []] : []));
  return new Set(paths.flatMap((path) => path.map((_, index) => pathKey(path.slice(0, index + 1)))));
}
