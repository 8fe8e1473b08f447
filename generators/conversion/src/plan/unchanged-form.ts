// The form `unchanged`: values that are the same JSON in both versions, of which one accepts more than the other: a string and an enum of strings,
// numbers of two widths, a field of an object in a list that only one version requires.
import type { EnumNode, TypeModel, TypeNode } from "@capstan/generator-model";
import { plainNode, propertyOf, type Resolved } from "../fields/typed-field.ts";
import { isNumber, isString, unless, type FormFields } from "./form-fields.ts";

/** Why the values of one version are not those of the other. */
export function unchangedMisfit({ model, older, newer, boundsDiffer }: FormFields): string | undefined {
  return (
    unless(isAlike(model, older.node, newer.node), "the two types have different JSON values: choose another form") ??
    unless(boundsDiffer, 'one version rejects values of the other: add `bounds: "differ"`')
  );
}

/** Whether the values of two types are JSON of one form, whatever their bounds are. */
function isAlike(model: TypeModel, left: TypeNode, right: TypeNode): boolean {
  const [a, b] = [plainNode(model, left), plainNode(model, right)];
  if (a.kind === "object" && b.kind === "object") {
    return (
      a.properties.length === b.properties.length &&
      a.properties.every(({ name, type }) => {
        const other = propertyOf(b, name);
        return other !== undefined && isAlike(model, type, other.type);
      })
    );
  }
  if (a.kind === "list" && b.kind === "list") return isAlike(model, a.element, b.element);
  if (a.kind === "map" && b.kind === "map") return isAlike(model, a.value, b.value);
  return jsonOf(a) !== undefined && jsonOf(a) === jsonOf(b);
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
