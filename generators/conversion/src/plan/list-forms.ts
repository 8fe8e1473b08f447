// The forms of lists: a map and a list, and a value and a list of it. Which types they convert between, and what a list does not get back.
import { deepEqual, isJsonObject } from "@capstan/kube";
import { propertyOf, type ObjectNode, type Property, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import {
  isNullable,
  listKeys,
  plainNode,
  tagsOf,
  tagValues,
  type Resolved,
  type TypedField,
} from "../fields/typed-field.ts";
import { sameType } from "../pairs/differing-fields.ts";
import { oppositeSide, type VersionSide } from "../pairs/version-pair.ts";
import { isAnyString, misfit, stringsByName, type FormFields, type FormLoss, type Misfit } from "./form-fields.ts";

interface ListFields {
  readonly key: string | undefined;
  readonly value?: string;
}

/** The fields of a list's elements that the argument of `mapToList` or `listToMap` names. */
export function listFields(argument: unknown): ListFields {
  if (typeof argument === "string") return { key: argument };
  const { key, value } = stringsByName(argument);
  return { key, ...(value === undefined ? {} : { value }) };
}

/** A map and a list: which version has which. */
interface MapAndList {
  readonly map: TypedField;
  readonly list: TypedField;
}

/** The forms of a map and a list, by the version that has the list. */
const listOfForm = { mapToList: "newer", listToMap: "older" } as const;

/** Why a map and a list do not fit, whichever version has the list. */
export function mapMisfit(fields: FormFields, form: keyof typeof listOfForm): Misfit | undefined {
  const side = listOfForm[form];
  const both = { list: fields[side], map: fields[oppositeSide(side)] };
  // A list of the hub keeps what the map does not hold.
  return (
    placesMisfit(fields, both, form) ??
    (side === fields.spoke || form === "listToMap" ? fieldsMisfit(fields, both) : undefined)
  );
}

/** Every value of the map needs a place in the element, and every element a value. */
function placesMisfit(
  { model, argument, spoke }: FormFields,
  { map, list }: MapAndList,
  form: keyof typeof listOfForm,
): Misfit | undefined {
  const { key, value } = listFields(argument);
  const element = list.node.kind === "list" ? plainNode(model, list.node.element) : undefined;
  if (
    map.node.kind !== "map" ||
    key === undefined ||
    element?.kind !== "object" ||
    propertyOf(element, key) === undefined
  )
    return misfit("it converts between a map and a list whose elements have that field");
  const keyField = propertyOf(element, key);
  const isKey =
    keyField !== undefined &&
    !keyField.optional &&
    !isNullable(model, keyField.type) &&
    isAnyString(plainNode(model, keyField.type));
  if (!isKey)
    return misfit(
      `"${key}" of the list's elements is the key of the map, but not a required field of any string`,
      `make "${key}" a required field of any string`,
    );
  const others = element.properties.filter(({ name }) => name !== key);
  const keys = listKeys(model, list.property) ?? [key];
  if (keys.length > 1 || keys[0] !== key) return misfit(`the list has other keys (@listMapKey) than "${key}"`);
  const nulls = nullsMisfit(model, { map, list }, { element, value, isKept: spoke === listOfForm[form] });
  if (nulls !== undefined) return nulls;
  const inMap = plainNode(model, map.node.value);
  if (value !== undefined) return valueMisfit(model, { inMap: map.node.value, others, value });
  if (inMap.kind !== "object")
    return misfit(
      "the values of the map are no objects, and no field is named for them",
      `give the elements a required field of that type, and name it, \`{ ${form}: { key: "${key}", value: "..." } }\``,
    );
  return objectsMisfit(model, { key, inMap, element, others });
}

/** The objects of a map and those of a list with a key. */
interface ObjectsOfBoth {
  readonly key: string;
  readonly inMap: ObjectNode;
  readonly element: ObjectNode;
  /** The fields of the elements beside the key. */
  readonly others: readonly Property[];
}

/** All fields are in both, alike. */
function objectsMisfit(model: TypeModel, { key, inMap, element, others }: ObjectsOfBoth): Misfit | undefined {
  const without = inMap.properties.find(({ name }) => name === key || propertyOf(element, name) === undefined);
  if (without !== undefined)
    return misfit(
      `elements of the list have no ${without.name === key ? `second "${key}"` : `"${without.name}"`}, which the values of the map have`,
    );
  const missing = others.find(({ name, optional }) => !optional && propertyOf(inMap, name)?.optional !== false);
  if (missing !== undefined)
    return misfit(
      `elements of the list require "${missing.name}", which the values of the map may not have`,
      `make "${missing.name}" optional in the list`,
    );
  const different = others.find(({ name, type }) => {
    const own = propertyOf(inMap, name);
    return own !== undefined && !sameType(model, own.type, type);
  });
  if (different !== undefined) return misfit(`"${different.name}" has another type in the list than in the map`);
  const filled = others.find((property) => {
    const own = propertyOf(inMap, property.name);
    return own !== undefined && !deepEqual(defaultOf(model, own), defaultOf(model, property));
  });
  return (
    filled &&
    misfit(
      `"${filled.name}" has another \`@default\` in the list than in the map, and no rule keeps elements without it`,
      "give it the same `@default` in both, or in none",
    )
  );
}

function defaultOf(model: TypeModel, property: Property): unknown {
  return tagValues(tagsOf(model, property), "default").at(-1);
}

interface NullPlace {
  readonly element: ObjectNode;
  readonly value: string | undefined;
  /** Whether the hub has the map: the null is kept. */
  readonly isKept: boolean;
}

/** A null in a map becomes an element without fields, and a null in a list no value of the map; a field of elements has it if the types say so. */
function nullsMisfit(
  model: TypeModel,
  { map, list }: MapAndList,
  { element, value, isKept }: NullPlace,
): Misfit | undefined {
  if (list.node.kind === "list" && isNullable(model, list.node.element))
    return misfit("elements of the list may be null, which no value of the map is", "type them without null");
  const inMap = map.node.kind === "map" && isNullable(model, map.node.value);
  const place = value === undefined ? undefined : propertyOf(element, value)?.type;
  const inPlace = place !== undefined && isNullable(model, place);
  if (inMap === inPlace || (inMap && isKept && value === undefined)) return undefined;
  return inMap
    ? misfit("values of the map may be null, which elements of the list have no place for", "type them without null")
    : misfit(`"${value}" may be null in the list, which no value of the map is`, `type it without null`);
}

/** The elements of a list that becomes a map have no more fields than the map's values: the map could not keep them. */
function fieldsMisfit({ model, argument }: FormFields, { map, list }: MapAndList): Misfit | undefined {
  const { key, value } = listFields(argument);
  const element = list.node.kind === "list" ? plainNode(model, list.node.element) : list.node;
  const inMap = map.node.kind === "map" ? plainNode(model, map.node.value) : map.node;
  if (element.kind !== "object") return undefined;
  const known = (name: string): boolean =>
    name === key ||
    (value === undefined ? inMap.kind === "object" && propertyOf(inMap, name) !== undefined : name === value);
  const more = element.properties.find(({ name }) => !known(name));
  return more && misfit(`the values of the map have no "${more.name}", which elements of the list have`);
}

/** What a list that becomes a map loses: its order, and without keys all but the last of the elements that have one key. */
export function lossOfMap({ model, spoke, ...fields }: FormFields, side: VersionSide): FormLoss | undefined {
  const list = fields[side];
  if (side !== spoke || itemsOf(model, list).most < 2) return undefined;
  return listKeys(model, list.property) === undefined
    ? { word: "repeated", why: "of elements with the same key only the last comes back, and the order is lost" }
    : { word: "order", why: "the list comes back sorted by its key" };
}

/** How the bounds of a list of the hub and a map differ, also where they have the same numbers: elements whose key comes again stay beside all keys of the map. */
export function boundOfRepeated(
  model: TypeModel,
  {
    as,
    hub,
    ...fields
  }: { readonly as: unknown; readonly hub: VersionSide } & Readonly<Record<VersionSide, TypedField>>,
): string | undefined {
  const form = (["mapToList", "listToMap"] as const).find((name) => isJsonObject(as) && Object.hasOwn(as, name));
  if (form === undefined || listOfForm[form] !== hub) return undefined;
  const [list, map] = [fields[hub], fields[oppositeSide(hub)]];
  const { most } = itemsOf(model, list);
  const keys = Number(tagValues(tagsOf(model, map.property), "maxProperties").at(-1) ?? Infinity);
  if (most === Infinity || most < 2 || keys < 2 || listKeys(model, list.property) !== undefined) return undefined;
  return `repeated keys in a list with @maxItems ${most} and without @listMapKey, and no repeated keys in a map`;
}

/** The values that a list has beside the one that comes back. */
export function lossOfOthers(fields: FormFields): FormLoss | undefined {
  const side = listSide(fields);
  if (side !== fields.spoke || itemsOf(fields.model, fields[side]).most < 2) return undefined;
  return { word: "others", why: "of a longer list only the first value comes back" };
}

interface Items {
  readonly least: number;
  readonly most: number;
}

/** How many elements a list has. */
export function itemsOf(model: TypeModel, { property }: TypedField): Items {
  const bound = (tag: string, otherwise: number): number =>
    Number(tagValues(tagsOf(model, property), tag).at(-1) ?? otherwise);
  return { least: bound("minItems", 0), most: bound("maxItems", Infinity) };
}

/** The version that has a list of the other version's values. */
export function listSide({
  model,
  older,
  newer,
}: Pick<FormFields, "model" | "older" | "newer">): VersionSide | undefined {
  const isListOf = (list: TypedField, one: TypedField): boolean =>
    list.node.kind === "list" && sameType(model, list.node.element, one.node);
  if (isListOf(newer, older)) return "newer";
  return isListOf(older, newer) ? "older" : undefined;
}

/** Why a value and a list do not fit: a list that comes back or is required needs its one value. */
export function listOfOneMisfit(fields: FormFields): Misfit | undefined {
  const side = listSide(fields);
  if (side === undefined) return misfit("it converts between a value and a list of such values");
  const [list, one] = side === "newer" ? [fields.newer, fields.older] : [fields.older, fields.newer];
  const { least, most } = itemsOf(fields.model, list);
  if (least > 1 || most < 1) return misfit("the list cannot have one value", "correct @minItems and @maxItems");
  const needsOne = side === "older" || !one.property.optional;
  if (needsOne && least !== 1) return misfit("the list may be empty", "add @minItems 1 to the list");
  if (side === "older" && most !== 1)
    return misfit("the older list may have more than one value", "add @maxItems 1 to the list");
  return undefined;
}

/** The call for a value and a list of it. A null is no value of a list whose elements have none: the whole list is null. */
export function listOfOneCall(fields: FormFields): string {
  const side = listSide(fields) ?? "newer";
  const { node } = fields[side];
  const hasNull = node.kind === "list" && isNullable(fields.model, node.element);
  const sides = [side, oppositeSide(side)];
  const isNullOutside = !hasNull && sides.some((one) => isNullable(fields.model, fields[one].property.type));
  return `listOfOne(${valueLiteral(side)}${isNullOutside ? `, ${valueLiteral("null")}` : ""})`;
}

/** The call that makes a map of a list. */
export function mapOfListCall({ argument }: FormFields): string {
  const { key, value } = listFields(argument);
  return value === undefined
    ? `listToMap(${valueLiteral(key)})`
    : `listToMap(${valueLiteral(key)}, ${valueLiteral({ value })})`;
}

/** The call that makes a list of a map. */
export function mapCall({ model, older, newer, argument }: FormFields): string {
  const { key, value } = listFields(argument);
  if (value !== undefined) return `mapToList(${valueLiteral(key)}, ${valueLiteral({ value })})`;
  const inMap = older.node.kind === "map" ? plainNode(model, older.node.value) : older.node;
  const element = newer.node.kind === "list" ? plainNode(model, newer.node.element) : newer.node;
  const names = (node: Resolved): string[] => (node.kind === "object" ? node.properties.map(({ name }) => name) : []);
  const only = names(inMap);
  const known = new Set([key, ...only]);
  const hasMore = names(element).some((name) => !known.has(name));
  return hasMore ? `mapToList(${valueLiteral(key)}, ${valueLiteral({ only })})` : `mapToList(${valueLiteral(key)})`;
}

interface ValuePlace {
  readonly inMap: TypeNode;
  readonly others: readonly Property[];
  readonly value: string;
}

function valueMisfit(model: TypeModel, { inMap, others, value }: ValuePlace): Misfit | undefined {
  const field = others.find(({ name }) => name === value);
  if (field === undefined) return misfit(`elements of the list have no "${value}"`);
  if (!sameType(model, inMap, field.type)) return misfit(`"${value}" has another type in the list than in the map`);
  if (field.optional)
    return misfit(`"${value}" is optional, and a map has a value for each key`, `make "${value}" required`);
  const other = others.find(({ name, optional }) => name !== value && !optional);
  return (
    other &&
    misfit(`elements of the list require "${other.name}", which the map does not have`, `make "${other.name}" optional`)
  );
}
