// The form `unchanged`: values that are the same JSON in both versions, of which one accepts more than the other: a string and an enum of strings,
// numbers of two widths, a field of an object in a list that only one version requires.
import { propertyOf, type EnumNode, type Property, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { haveOtherBounds } from "../pairs/check-bounds.ts";
import { sameType } from "../pairs/differing-fields.ts";
import { mayBeLeftOut, mayBeMissing, plainNode, type Resolved } from "../fields/typed-field.ts";
import {
  areStringsOfDuration,
  isNumber,
  isString,
  notDurations,
  unless,
  type FormFields,
  type Misfit,
} from "./form-fields.ts";

/** Why the values of one version are not those of the other. */
export function unchangedMisfit({ model, older, newer, boundsDiffer }: FormFields): Misfit | undefined {
  const fits = everyValue(model, [older.node, newer.node], { values: isSameJson, presence: () => true });
  return (
    unless(fits, "the two types have different JSON values") ??
    unless(!areStringsOfDuration(older, newer), notDurations) ??
    unless(
      boundsDiffer || acceptTheSame(model, older.property, newer.property),
      "one version rejects values of the other",
    )
  );
}

/** Whether both versions accept the same values of fields that `unchanged` converts. */
export function acceptTheSame(model: TypeModel, older: Property, newer: Property): boolean {
  const compared: Compared = {
    values: (a, b) => sameType(model, a, b),
    // A field that one version requires and fills by its default may be left out in both, and one that is filled in one version and required in the other is always there.
    presence: (a, b) =>
      mayBeLeftOut(model, a) === mayBeLeftOut(model, b) || mayBeMissing(model, a) === mayBeMissing(model, b),
  };
  return (
    compared.presence(older, newer) &&
    everyValue(model, [older.type, newer.type], compared) &&
    !haveOtherBounds(model, [older, newer])
  );
}

/** What is compared: types that are neither objects nor lists nor maps, and the fields of objects that both have. */
interface Compared {
  readonly values: (a: Resolved, b: Resolved) => boolean;
  readonly presence: (a: Property, b: Property) => boolean;
}

/** Whether a comparison holds everywhere in two types. */
function everyValue(model: TypeModel, pair: readonly [TypeNode, TypeNode], compared: Compared): boolean {
  const [a, b] = [plainNode(model, pair[0]), plainNode(model, pair[1])];
  if (a.kind === "object" && b.kind === "object") {
    return (
      a.properties.length === b.properties.length &&
      a.properties.every((property) => {
        const other = propertyOf(b, property.name);
        if (other === undefined || !compared.presence(property, other)) return false;
        return everyValue(model, [property.type, other.type], compared);
      })
    );
  }
  if (a.kind === "list" && b.kind === "list") return everyValue(model, [a.element, b.element], compared);
  if (a.kind === "map" && b.kind === "map") return everyValue(model, [a.value, b.value], compared);
  return compared.values(a, b);
}

/** Whether the values of two types are JSON of one form, whatever their bounds are. */
function isSameJson(a: Resolved, b: Resolved): boolean {
  return jsonOf(a) !== undefined && jsonOf(a) === jsonOf(b) && haveCommonValue(a, b);
}

/** Whether two enums share a value: with none in common, each value of one version is invalid in the other. */
function haveCommonValue(a: Resolved, b: Resolved): boolean {
  return a.kind !== "enum" || b.kind !== "enum" || a.values.some((value) => b.values.includes(value));
}

/** What JSON a value is; undefined for types that have several. */
function jsonOf(node: Resolved): string | undefined {
  if (isString(node)) return "string";
  if (isNumber(node)) return "whole number";
  if (node.kind === "enum") return enumBases[node.base];
  return node.kind === "scalar" || node.kind === "open" ? JSON.stringify(node) : undefined;
}

const enumBases: Readonly<Record<EnumNode["base"], string>> = {
  string: "string",
  integer: "whole number",
  boolean: "boolean",
};
