// Applies the rules of a plan in one direction, to an object that the caller owns. Annotations are not read or written here.
import { deepClone, isJsonObject } from "@capstan/kube";
import type { ConversionRules, ElementRule, FieldRule } from "./conversion-plan.ts";
import { isEmpty, isHollow, objectAt, putAt, takeAt, valueAt, type Fields } from "./fields.ts";
import { otherSide, type Target } from "./side.ts";
import { putTogether, takeTogether } from "./together.ts";

/** Converts the value of one field; undefined is an absent field. */
export function convertValue(rule: FieldRule, value: unknown, { side, context }: Target): unknown {
  if (rule.as === undefined) return value;
  return side === "newer" ? rule.as.toNewer(value, context) : rule.as.toOlder(value, context);
}

/** The value of one field in the other version: its default when there is none. */
export function convertField(rule: FieldRule, value: unknown, to: Target): unknown {
  const given = value === undefined && to.side === "newer" ? deepClone(rule.default) : undefined;
  return given ?? convertValue(rule, value, to);
}

/** Changes the object to the form of one side. All values are removed before any is set, so two fields may swap. */
export function applyRules(object: Fields, rules: ConversionRules, to: Target): void {
  const from = otherSide(to.side);
  const filled = (rules.emptied ?? []).filter(({ side, path }) => side === from && !isHollow(valueAt(object, path)));
  const taken = rules.fields.map((rule) => ({ rule, value: rule[from] && takeAt(object, rule[from]) }));
  const together = (rules.together ?? []).map((group) => ({ group, taken: takeTogether(object, group, to) }));
  for (const { side, path } of rules.onlyIn ?? []) if (side === from) takeAt(object, path);
  for (const { path } of filled) if (isHollow(valueAt(object, path))) takeAt(object, path);
  for (const { rule, value } of taken) putField(object, { rule, value }, to);
  for (const group of together) putTogether(object, group, to);
  for (const { side, path } of rules.notEmpty ?? []) if (side === to.side) takeIfEmpty(object, path);
  for (const element of rules.elements ?? []) {
    for (const { fields } of elementsAt(object, element)) applyRules(fields, element.rules, to);
  }
}

function putField(
  object: Fields,
  { rule, value }: { readonly rule: FieldRule; readonly value: unknown },
  to: Target,
): void {
  const path = rule[to.side];
  if (path === undefined) return;
  const result = convertField(rule, value, to);
  if (result === undefined) return;
  // A value that was not in the source (a default, a required zero) must not create the object around it.
  if (value === undefined && objectAt(object, path.slice(0, -1)) === undefined) return;
  putAt(object, path, result);
}

function takeIfEmpty(object: Fields, path: readonly string[]): void {
  const container = objectAt(object, path);
  if (container !== undefined && isEmpty(container)) takeAt(object, path);
}

/** An element of a list or map, with its key or index. */
export interface Element {
  readonly id: string;
  readonly fields: Fields;
}

/** The elements of a list or map that are objects. */
export function elementsAt(object: Fields, { path, form, keys }: ElementRule): readonly Element[] {
  const value = valueAt(object, path);
  if (form === "list" && Array.isArray(value)) {
    return value.flatMap((fields, index) =>
      isJsonObject(fields) ? [{ id: idOf(fields, keys) ?? String(index), fields }] : [],
    );
  }
  if (form === "map" && isJsonObject(value)) {
    return Object.entries(value).flatMap(([id, fields]) => (isJsonObject(fields) ? [{ id, fields }] : []));
  }
  return [];
}

/** The fields of elements by their ids; of several with one id, those of the first. */
export function byId(elements: readonly Element[]): ReadonlyMap<string, Fields> {
  // A later entry replaces an earlier one.
  return new Map(elements.toReversed().map(({ id, fields }) => [id, fields]));
}

function idOf(fields: Fields, keys: readonly string[] | undefined): string | undefined {
  return keys === undefined ? undefined : JSON.stringify(keys.map((key) => fields[key]));
}
