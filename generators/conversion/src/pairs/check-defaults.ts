// Defaults of rules: each is a value that its field accepts, and no key of a list, which would be the same in all elements; and those of the hub's schema are
// declared. Patterns and CEL rules are left to the generated tests.
import {
  propertyOf,
  type ObjectNode,
  type Property,
  type Tag,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { isJsonObject, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { splitAtElements } from "../fields/field-path.ts";
import { fieldOfRule, fieldsWithoutRules, loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, listKeys, plainNode, tagsOf, tagValues } from "../fields/typed-field.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { targetOf, type PairRule, type VersionPair } from "./version-pair.ts";

/** What is wrong with the defaults of a pair's rules. */
export function checkDefaultsOfPair(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return [...checkDeclared(model, pair), ...checkUndeclared(model, pair)];
}

/** Defaults of the hub's schema that fields of both versions have no value for: objects of the older version would gain them. */
function checkUndeclared(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.hub === "older") return [];
  const moved = pair.rules.filter(
    (rule) => rule.to !== undefined && rule.as === undefined && rule.default === undefined,
  );
  const fields = [
    ...[...fieldsWithoutRules(model, pair)].map(([path, field]) => ({ rule: ruleAt(pair, path), field })),
    ...moved.map((rule) => ({ rule, field: fieldOfRule(model, pair, rule) })),
  ];
  return fields.flatMap(({ rule, field }) => {
    const { position } = rule;
    const set = field?.older.property.optional === true ? loneDefault(model, "newer", field) : undefined;
    const declaration = declaredWith(rule, { default: set });
    const values = { path: targetOf(rule), value: valueLiteral(set), declaration };
    return set === undefined ? [] : [conversionProblem("conversion/default-not-declared", { values, position })];
  });
}

/** The rule of a path, or else one without a word, at the declaration. */
function ruleAt({ rules, definition: { position } }: VersionPair, path: string): PairRule {
  return rules.find((rule) => rule.path === path) ?? { side: "older", path, lost: false, position };
}

function checkDeclared(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return pair.rules.flatMap((rule) => {
    const path = targetOf(rule);
    const side = rule.lost ? rule.side : "newer";
    const { node } = pair[side];
    const property = fieldAt(model, node, path)?.property;
    if (rule.default === undefined || property === undefined) return [];
    const { position } = rule;
    const list = listWithKey(model, node, path);
    if (list !== undefined) return [conversionProblem("conversion/default-key", { values: { path, list }, position })];
    if (isAccepted(model, property, rule.default)) return [];
    const values = { path, side, value: valueLiteral(rule.default) };
    return [conversionProblem("conversion/wrong-default", { values, position })];
  });
}

/** The list whose elements this field is a key of. */
function listWithKey(model: TypeModel, root: TypeNode, path: string): string | undefined {
  const { elements, names } = splitAtElements(path);
  if (!elements.endsWith("[]")) return undefined;
  const list = elements.slice(0, -2);
  const property = fieldAt(model, root, list)?.property;
  return property && listKeys(model, property)?.includes(names.join(".")) === true ? list : undefined;
}

/** Whether a value is of the type of a field, and within its bounds but for patterns and rules. */
export function isAccepted(model: TypeModel, property: Property, value: unknown): boolean {
  return isOfType(model, property.type, value) && isInBounds(tagsOf(model, property), value);
}

function isOfType(model: TypeModel, type: TypeNode, value: unknown): boolean {
  if (value === null) return type.kind === "nullable";
  const node = plainNode(model, type);
  switch (node.kind) {
    case "scalar":
      return (scalars[node.scalar] ?? isString)(value);
    case "enum":
      return node.values.some((one) => one === value);
    case "pattern":
      return isString(value);
    case "list":
      return Array.isArray(value) && value.every((item) => isOfType(model, node.element, item));
    case "map":
      return isJsonObject(value) && Object.values(value).every((item) => isOfType(model, node.value, item));
    case "object":
      return isObject(model, node, value);
    default:
      return true;
  }
}

function isObject(model: TypeModel, node: ObjectNode, value: unknown): boolean {
  if (!isJsonObject(value) || Object.keys(value).some((name) => propertyOf(node, name) === undefined)) return false;
  return node.properties.every((property) => {
    const field = value[property.name];
    return field === undefined ? property.optional : isAccepted(model, property, field);
  });
}

const isString = (value: unknown): boolean => typeof value === "string";
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
const isStringOrWhole = (value: unknown): boolean => isString(value) || isWhole(value);

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === "boolean",
  Int32: (value) => isWhole(value) && Number(value) === Number(value) >> 0,
  Int64: isWhole,
  Int: isWhole,
  Float: (value) => typeof value === "number",
  Double: (value) => typeof value === "number",
  IntOrString: isStringOrWhole,
  Quantity: isStringOrWhole,
};

/** The size of a value that a bound is about. */
const measures: Readonly<Record<string, (value: unknown) => number | undefined>> = {
  imum: (value) => (typeof value === "number" ? value : undefined),
  Length: (value) => (typeof value === "string" ? Array.from(value).length : undefined),
  Items: (value) => (Array.isArray(value) ? value.length : undefined),
  Properties: (value) => (isJsonObject(value) ? Object.keys(value).length : undefined),
};

function isInBounds(tags: readonly Tag[], value: unknown): boolean {
  return Object.entries(measures).every(([ending, measure]) => {
    const size = measure(value);
    const [least, greatest] = ["min", "max"].map((start) => tagValues(tags, `${start}${ending}`).at(-1));
    return size === undefined || (size >= Number(least ?? -Infinity) && size <= Number(greatest ?? Infinity));
  });
}
