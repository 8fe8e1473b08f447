// Defaults of rules as the API server completes them: an object that a rule makes gets the defaults that the schema has for its fields. Compared without them, the object would never
// be the default again.
import type { Property, TypeModel, TypeNode } from "@capstan/generator-model";
import { isJsonObject, ownFields } from "@capstan/kube";
import { targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";
import { fieldAt, isNullable, plainNode, tagsOf, tagValues } from "./typed-field.ts";

/** A pair whose rules have such defaults. */
export function withCompletedDefaults(model: TypeModel, pair: VersionPair): VersionPair {
  const completed = (rule: PairRule): PairRule => {
    const field = fieldAt(model, pair[rule.lost ? rule.side : "newer"].node, targetOf(rule));
    if (field === undefined || !Object.hasOwn(rule, "default")) return rule;
    return { ...rule, default: completedValue(model, field.property.type, rule.default) };
  };
  return { ...pair, rules: pair.rules.map(completed) };
}

/** A value of a type, with the defaults of the schema in it. */
export function completedValue(model: TypeModel, type: TypeNode, value: unknown): unknown {
  const node = plainNode(model, type);
  if (node.kind === "list" && Array.isArray(value))
    return value.map((item: unknown) => completedValue(model, node.element, item));
  if (!isJsonObject(value)) return value;
  if (node.kind === "map")
    return ownFields(Object.entries(value).map(([key, one]) => [key, completedValue(model, node.value, one)] as const));
  if (node.kind !== "object") return value;
  const set = node.properties.flatMap((property) => {
    const own = fieldValue(model, property, value[property.name]);
    return own === undefined ? [] : [[property.name, completedValue(model, property.type, own)] as const];
  });
  return ownFields([...Object.entries(value), ...set]);
}

/** The value of a field, or its default where it has none, or a null that is no value. */
function fieldValue(model: TypeModel, property: Property, own: unknown): unknown {
  const isMissing = own === undefined || (own === null && !isNullable(model, property.type));
  return isMissing ? (tagValues(tagsOf(model, property), "default").at(-1) ?? own) : own;
}
