// The forms `digits`, `quantity` and `presence`: which types they convert between, which version has the string, and what they do not give back.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import type { VersionSide } from "../pairs/version-pair.ts";
import { tagsOf, tagValues, type Resolved, type TypedField } from "../fields/typed-field.ts";
import {
  bitsOfNumber,
  isBoolean,
  isNumber,
  isQuantity,
  inexact,
  misfit,
  unless,
  type FormFields,
  type FormLoss,
  type Misfit,
} from "./form-fields.ts";

/** The side that has the string or quantity, and the width of the other side's number. */
export function stringSide(
  { older, newer }: Pick<FormFields, VersionSide>,
  isOf: (node: Resolved) => boolean,
): { readonly side: VersionSide; readonly width: number } {
  const side = isOf(older.node) ? "older" : "newer";
  const number = side === "older" ? newer : older;
  return { side, width: bitsOfNumber(number.node) };
}

/** Why a whole number and a string do not fit. */
export function numberMisfit(fields: FormFields, isOf: (node: Resolved) => boolean, why: string): Misfit | undefined {
  const { older, newer } = fields;
  const { side } = stringSide(fields, isOf);
  const [string, number] = side === "older" ? [older, newer] : [newer, older];
  return (
    unless(isOf(string.node) && isNumber(number.node), why) ??
    unless(
      number.property.optional,
      "a string that is no whole number becomes no value, and the field with the number is required",
      `make the ${side === "older" ? "newer" : "older"} field optional`,
    )
  );
}

/** The reason, if the version whose values must come back has the string. */
export function inexactString(
  fields: FormFields,
  isOf: (node: Resolved) => boolean,
  why: string,
): FormLoss | undefined {
  return inexact(stringSide(fields, isOf).side === fields.spoke && why);
}

/** Whether a whole number can be beyond 32 bits. */
export function exceedsInt32(model: TypeModel, { node, property }: TypedField): boolean {
  const bound = (tag: string, otherwise: number): number =>
    Number(tagValues(tagsOf(model, property), tag).at(-1) ?? otherwise);
  const isWithin = bound("minimum", -Infinity) >= -(2 ** 31) && bound("maximum", Infinity) < 2 ** 31;
  return bitsOfNumber(node) > 32 && !isWithin;
}

/** The units that Kubernetes has. */
export const units: readonly string[] = [
  "",
  "n",
  "u",
  "m",
  "k",
  "M",
  "G",
  "T",
  "P",
  "E",
  "Ki",
  "Mi",
  "Gi",
  "Ti",
  "Pi",
  "Ei",
];

/** The unit in a message. */
export function unitName(unit: unknown): string {
  return unit === "" ? "the unit" : String(unit);
}

/** Why a quantity and a whole number do not fit. */
export function quantityMisfit(fields: FormFields): Misfit | undefined {
  const { older, newer, argument } = fields;
  const { side } = stringSide(fields, isQuantity);
  const [quantity, number] = side === "older" ? [older, newer] : [newer, older];
  return (
    unless(isQuantity(quantity.node) && isNumber(number.node), "it converts between a quantity and a whole number") ??
    unless(
      typeof argument === "string" && units.includes(argument),
      `Kubernetes has no unit ${valueLiteral(argument)}: use one of ${units.map((unit) => `"${unit}"`).join(", ")}`,
    )
  );
}

/** An object that is there means true: it may have fields, but needs none. */
export function presenceMisfit({ model, older, newer }: FormFields): Misfit | undefined {
  const [boolean, object] = isBoolean(older.node) ? [older, newer] : [newer, older];
  const { node, property } = object;
  const holdsFields = node.kind === "object" || node.kind === "map" || (node.kind === "open" && node.open !== "value");
  const required = node.kind === "object" ? node.properties.find(({ optional }) => !optional) : undefined;
  const least = Number(tagValues(tagsOf(model, property), "minProperties").at(-1) ?? 0);
  return (
    unless(isBoolean(boolean.node) && holdsFields, "it converts between a boolean and an object") ??
    unless(
      property.optional,
      "false becomes no object, and the field with the object is required",
      "make the field with the object optional",
    ) ??
    (required &&
      misfit(`true becomes an empty object, which requires "${required.name}"`, `make "${required.name}" optional`)) ??
    unless(least < 1, "true becomes an empty object, which @minProperties rejects", "remove @minProperties")
  );
}
