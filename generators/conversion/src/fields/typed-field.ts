// Looking up fields of a kind by path in the type model.
import {
  resolveNode,
  typeOf,
  type NullableNode,
  type Property,
  type Tag,
  type TypeModel,
  type TypeNode,
  type UnionNode,
} from "@capstan/generator-model";
import { didYouMean, isJsonObject, nearestOf, stringifyExactJson } from "@capstan/kube";
import { fieldOfObject, flatUnion } from "./flat-union.ts";
import { below, parentOf, stretchesOf, type PathForm } from "./field-path.ts";

/** A field: its declaration, and its type with references followed. */
export interface TypedField {
  readonly property: Property;
  readonly node: Plain;
}

/** A type node that is not a reference. */
export type Resolved = ReturnType<typeof resolveNode>;

/** A type node of a value that is not null; a union is the object that its schema has. */
export type Plain = Exclude<Resolved, UnionNode | NullableNode>;

/** The type node without references and `| null`. */
export function plainNode(model: TypeModel, node: TypeNode): Plain {
  const resolved = resolveNode(model, node);
  if (resolved.kind === "nullable") return plainNode(model, resolved.of);
  return resolved.kind === "union" ? flatUnion(model, resolved) : resolved;
}

/** Whether null is a value of a type. */
export function isNullable(model: TypeModel, type: TypeNode): boolean {
  return resolveNode(model, type).kind === "nullable";
}

/** The field at a path below a root, or undefined when there is none. */
export function fieldAt(model: TypeModel, root: TypeNode, path: string): TypedField | undefined {
  let node = plainNode(model, root);
  let property: Property | undefined;
  for (const { names, into } of stretchesOf(path)) {
    for (const name of names) {
      property = node.kind === "object" ? fieldOfObject(model, node, name) : undefined;
      if (property === undefined) return undefined;
      node = plainNode(model, property.type);
    }
    if (into === undefined) continue;
    const element = elementOf(node, into);
    if (element === undefined || property === undefined) return undefined;
    property = elementProperty(model, property, { type: element, into });
    node = plainNode(model, element);
  }
  return property === undefined ? undefined : { property, node };
}

/** The elements of a list or map as a field: they are never absent, and have those tags of the list or map that are for them. */
function elementProperty(
  model: TypeModel,
  around: Property,
  { type, into }: { readonly type: TypeNode; readonly into: PathForm },
): Property {
  const tags = tagsInside(tagsOf(model, around), into === "list" ? "items" : "values");
  return { ...around, type, optional: false, tags };
}

function elementOf(node: Resolved, into: PathForm): TypeNode | undefined {
  if (into === "list") return node.kind === "list" ? node.element : undefined;
  return node.kind === "map" ? node.value : undefined;
}

/** The tags that apply to a field: those of its types first, its own last, so that its own win. */
export function tagsOf(model: TypeModel, property: Property): readonly Tag[] {
  return [...tagsOfType(model, property.type), ...property.tags];
}

/** The tags of the named types that a type refers to. */
export function tagsOfType(model: TypeModel, node: TypeNode): readonly Tag[] {
  if (node.kind !== "ref") return [];
  const named = typeOf(model, node.type);
  return [...tagsOfType(model, named.type), ...named.tags];
}

/** The values of a tag on the field itself or, with steps, on its elements. */
export function tagValues(tags: readonly Tag[], name: string, steps: readonly string[] = []): readonly unknown[] {
  return tags.filter((tag) => tag.name === name && tag.steps.join(".") === steps.join(".")).map((tag) => tag.value);
}

/** The tags of the elements of a list or map, among those of the list or map. */
export function tagsInside(tags: readonly Tag[], step: "items" | "values"): readonly Tag[] {
  return tags.filter((tag) => tag.steps[0] === step).map((tag) => ({ ...tag, steps: tag.steps.slice(1) }));
}

/** The keys of a list with map topology, or undefined. */
export function listKeys(model: TypeModel, property: Property): readonly string[] | undefined {
  const keys = tagValues(tagsOf(model, property), "listMapKey").filter((key) => typeof key === "string");
  return keys.length === 0 ? undefined : keys;
}

/** `; did you mean "spec.region"?`, from the fields beside a path that does not exist. */
export function suggest(model: TypeModel, root: Parameters<typeof fieldAt>[1], path: string): string {
  const dot = path.lastIndexOf(".");
  const parent = parentOf(path);
  const node = parent === "" ? plainNode(model, root) : fieldAt(model, root, parent)?.node;
  const names = node?.kind === "object" ? node.properties.map(({ name }) => name) : [];
  const nearest = nearestOf(path.slice(dot + 1), names);
  return didYouMean(nearest && below(parent, nearest));
}

/** Whether a field's bounds reject an empty object. */
export function rejectsEmpty(model: TypeModel, property: Property): boolean {
  return leastFields(model, property) > 0;
}

/** Whether a field's bounds reject an object without fields, or without one of some. */
export function demandsFields(model: TypeModel, property: Property): boolean {
  const tags = tagsOf(model, property);
  return (
    rejectsEmpty(model, property) || ["exactlyOneOf", "atLeastOneOf"].some((tag) => tagValues(tags, tag).length > 0)
  );
}

/** How many fields an object has at least. */
export function leastFields(model: TypeModel, property: Property): number {
  return Number(tagValues(tagsOf(model, property), "minProperties").at(-1) ?? 0);
}

/** Whether the API server sets the field when it is missing. */
export function isDefaulted(model: TypeModel, property: Property): boolean {
  return tagValues(tagsOf(model, property), "default").length > 0;
}

/** Whether the API server accepts an object without the field. */
export function mayBeLeftOut(model: TypeModel, property: Property): boolean {
  return property.optional || isDefaulted(model, property);
}

/** Whether an object that the API server has accepted can be without the field. */
export function mayBeMissing(model: TypeModel, property: Property): boolean {
  return property.optional && !isDefaulted(model, property);
}

/** Whether a server ever has an empty object in the field: not where fields are required in it, or have defaults. */
export function canBeEmpty(model: TypeModel, { property, node }: TypedField): boolean {
  const fields = node.kind === "object" ? node.properties : [];
  return !rejectsEmpty(model, property) && fields.every((field) => mayBeMissing(model, field));
}

/** Whether no field of an object is required; true for what is no object. */
export function requiresNothing(model: TypeModel, node: TypeNode | undefined): boolean {
  return node?.kind !== "object" || node.properties.every((one) => mayBeMissing(model, one));
}

/** The tags that let an object have one of some fields at most. */
export const ofOne: readonly string[] = ["atMostOneOf", "exactlyOneOf"];

/** The tags of a field that make the API server keep more of it than its type names, as strings. */
export function openTags(model: TypeModel, property: Property): readonly string[] {
  const tags = tagsOf(model, property).filter(({ steps }) => steps.length === 0);
  const written = tags.flatMap(({ name, value }) => {
    if (openingTags.includes(name)) return [name];
    const text = name === "schema" ? stringifyExactJson(value) : "";
    return openingKeywords.some((keyword) => text.includes(keyword)) ? [`schema ${text}`] : [];
  });
  return [...new Set(written)].toSorted();
}

const openingTags = ["preserveUnknownFields", "embeddedResource"];
const openingKeywords = ["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"];

/** Whether the API server keeps the fields of an object that its type does not name. */
export function keepsUnknown(tags: readonly Tag[]): boolean {
  const schemas = tagValues(tags, "schema").filter(isJsonObject);
  return (
    tagValues(tags, "preserveUnknownFields").length > 0 ||
    schemas.some((schema) => schema["x-kubernetes-preserve-unknown-fields"] === true)
  );
}

/** Whether the API server takes the value for a whole object, with apiVersion and kind. */
export function isEmbedded(tags: readonly Tag[]): boolean {
  const schemas = tagValues(tags, "schema").filter(isJsonObject);
  return (
    tagValues(tags, "embeddedResource").length > 0 ||
    schemas.some((schema) => schema["x-kubernetes-embedded-resource"] === true)
  );
}

/** How many fields an object may have, if that is fewer than its type has. */
function mostFields(model: TypeModel, { property, node }: TypedField): number | undefined {
  if (node.kind !== "object") return undefined;
  const most = Number(tagValues(tagsOf(model, property), "maxProperties").at(-1) ?? Infinity);
  return most < node.properties.length ? most : undefined;
}

/** Whether an object may not have all of its fields beside each other. */
export function limitsFields(model: TypeModel, field: TypedField): boolean {
  const tags = tagsOf(model, field.property);
  return ofOne.some((tag) => tagValues(tags, tag).length > 0) || mostFields(model, field) !== undefined;
}

/** Whether an object may have two or more of its fields, and not all of them. What a `@schema` limits is not known. */
export function mayHaveFewer(model: TypeModel, field: TypedField): boolean {
  if (field.node.kind !== "object") return false;
  const schemas = tagValues(tagsOf(model, field.property), "schema").map((value) => stringifyExactJson(value));
  return (mostFields(model, field) ?? 1) > 1 || schemas.some((schema) => schema.includes('"maxProperties"'));
}

/** The fields that an object does not accept beside the one of this name. */
export function excludedBeside(model: TypeModel, object: Property | undefined, name: string): string[] {
  if (object === undefined) return [];
  const node = plainNode(model, object.type);
  const isOfOne = mostFields(model, { property: object, node }) === 1;
  const tags = tagsOf(model, object);
  const groups = [
    ...ofOne.flatMap((tag) => tagValues(tags, tag)),
    ...(isOfOne && node.kind === "object" ? [node.properties.map((property) => property.name)] : []),
  ];
  const named = groups.filter((group) => Array.isArray(group) && group.includes(name)).flat();
  return [...new Set(named.map(String))].filter((other) => other !== name);
}

/** The fields of which an object must have one beside the one of this name. */
export function demandedBeside(model: TypeModel, object: Property | undefined, name: string): string[] {
  const tags = object === undefined ? [] : tagsOf(model, object);
  const groups = ["exactlyOneOf", "atLeastOneOf"].flatMap((tag) => tagValues(tags, tag)).filter(Array.isArray);
  return [
    ...new Set(
      groups
        .filter((group) => !group.includes(name))
        .flat()
        .map(String),
    ),
  ];
}
