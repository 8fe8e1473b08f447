// Whether a field accepts a value: its type and its bounds. CEL rules, formats and patterns that JavaScript reads in another way are not
// looked at: the generated tests are about those.
import {
  propertyOf,
  type ListNode,
  type MapNode,
  type ObjectNode,
  type Tag,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import { isJsonObject } from "@capstan/kube";
import { readsAlike } from "./alike-pattern.ts";
import { fieldAt, plainNode, tagsInside, tagsOf, tagsOfType, tagValues } from "./typed-field.ts";

/** A type with the tags of the field that has it. */
export interface TaggedType {
  readonly type: TypeNode;
  readonly tags: readonly Tag[];
}

/** What a path leads to, with its tags: also an element, `spec.tags[]`. Undefined when there is no such field. */
export function taggedAt(model: TypeModel, root: TypeNode, path: string): TaggedType | undefined {
  const field = fieldAt(model, root, path);
  if (field === undefined) return undefined;
  const { property, node } = field;
  let tags = tagsOf(model, property);
  const around = stepsAtEnd(path);
  for (const step of around) tags = tagsInside(tags, step);
  return { type: around.length === 0 ? property.type : node, tags };
}

/** The steps into elements at the end of a path: of `spec.tags[][*]` those into an item, and into a value of it. */
function stepsAtEnd(path: string): ("items" | "values")[] {
  if (path.endsWith("[]")) return [...stepsAtEnd(path.slice(0, -2)), "items"];
  return path.endsWith("[*]") ? [...stepsAtEnd(path.slice(0, -3)), "values"] : [];
}

/** The type of a list's items or of a map's values, with the tags of that type and those that the field of the list or map has for them. */
export function elementOf(model: TypeModel, node: ListNode | MapNode, tags: readonly Tag[]): TaggedType {
  const [type, step] = node.kind === "list" ? ([node.element, "items"] as const) : ([node.value, "values"] as const);
  return { type, tags: [...tagsOfType(model, type), ...tagsInside(tags, step)] };
}

/** Whether a value is of a type and within its bounds. */
export function accepts(model: TypeModel, { type, tags }: TaggedType, value: unknown): boolean {
  if (value === null) return type.kind === "nullable";
  return isOfType(model, { type, tags }, value) && isInBounds(tags, value);
}

function isOfType(model: TypeModel, { type, tags }: TaggedType, value: unknown): boolean {
  const node = plainNode(model, type);
  switch (node.kind) {
    case "scalar":
      return (scalars[node.scalar] ?? isString)(value);
    case "enum":
      return node.values.some((one) => one === value);
    case "pattern":
      return isString(value) && matches(node.pattern, value);
    case "list":
      return Array.isArray(value) && value.every((item) => accepts(model, elementOf(model, node, tags), item));
    case "map":
      return (
        isJsonObject(value) && Object.values(value).every((item) => accepts(model, elementOf(model, node, tags), item))
      );
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
    if (field === undefined) return property.optional;
    return accepts(model, { type: property.type, tags: tagsOf(model, property) }, field);
  });
}

const isString = (value: unknown): value is string => typeof value === "string";
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
  const [pattern] = tagValues(tags, "pattern").slice(-1);
  if (isString(pattern) && isString(value) && !matches(pattern, value)) return false;
  return Object.entries(measures).every(([ending, measure]) => {
    const size = measure(value);
    const [least, greatest] = ["min", "max"].map((start) => tagValues(tags, `${start}${ending}`).at(-1));
    return size === undefined || (size >= Number(least ?? -Infinity) && size <= Number(greatest ?? Infinity));
  });
}

/** Whether a string matches a pattern, as far as JavaScript can say. Outside of ASCII its spaces are others. */
function matches(pattern: string, value: string): boolean {
  if (!readsAlike(pattern) || !/^[ -~]*$/.test(value)) return true;
  // Short input: literals of the project's own source.
  return new RegExp(pattern).test(value);
}
