// The forms of `as`: the types that each converts between, and the call of codegen/v1 that does it.
import { deepEqual, isJsonObject } from "@capstan/kube";
import { propertyOf, type Property, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { sameType } from "../pairs/differing-fields.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import type { VersionSide } from "../pairs/version-pair.ts";
import { enumCall, enumMisfit } from "./enum-form.ts";
import {
  bitsOfNumber,
  isAnyString,
  isBoolean,
  isDuration,
  isInteger,
  isNumber,
  isQuantity,
  isScalar,
  isString,
  misfit,
  unless,
  type FormFields,
  type Misfit,
} from "./form-fields.ts";
import { shapeOfValues } from "./hub-shape.ts";
import { unchangedMisfit } from "./unchanged-form.ts";
import { inexactString, numberMisfit, presenceMisfit, quantityMisfit, stringSide, unitName } from "./number-forms.ts";
import { listKeys, plainNode, tagsOf, tagValues, type Resolved, type TypedField } from "../fields/typed-field.ts";

/** A form of `as`. */
interface ValueForm {
  /** Why the form does not fit, or undefined when it does. */
  readonly misfit: (fields: FormFields) => Misfit | undefined;
  /** The versions for whose required field the form has a value when the other field is absent. */
  readonly fills?: readonly VersionSide[];
  /** Which values of the spoke it does not give back as they were; the rule then says `loses: "inexact"`. */
  readonly inexact?: (fields: FormFields) => string | undefined;
  /** The call of codegen/v1; none when the value stays as it is. */
  readonly call: (fields: FormFields) => string | undefined;
}

const emptyIsAbsent = "an empty value becomes no value, and the newer field is required";
const optionalNewer = "make the newer field optional";

function hasFields(node: Resolved, ...names: readonly string[]): boolean {
  return node.kind === "object" && names.every((name) => propertyOf(node, name) !== undefined);
}

function elementHas(model: TypeModel, node: Resolved, ...names: readonly string[]): boolean {
  return node.kind === "list" && hasFields(plainNode(model, node.element), ...names);
}

function stringsByName(argument: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isJsonObject(argument) ? argument : {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

const forms: Readonly<Record<string, ValueForm>> = {
  seconds: {
    misfit: ({ older, newer }) =>
      unless(
        isDuration(older.node) && isNumber(newer.node),
        "it converts between a duration and a whole number",
        "type the older field `Duration` and the newer one `Int32`",
      ),
    call: () => "seconds()",
  },
  boolPresence: {
    fills: ["older"],
    misfit: ({ older, newer }) =>
      unless(isBoolean(older.node) && isBoolean(newer.node), "it converts between two booleans") ??
      unless(newer.property.optional, emptyIsAbsent, optionalNewer),
    call: ({ older }) => (older.property.optional ? "boolPresence()" : "boolPresence(true)"),
  },
  dropEmpty: {
    fills: ["older"],
    misfit: dropEmptyMisfit,
    call: ({ older }) => (older.property.optional ? "dropEmpty()" : `dropEmpty(${isString(older.node) ? '""' : "0"})`),
  },
  conditions: {
    misfit: ({ model, older, newer }) =>
      unless(
        elementHas(model, older.node, "type", "status", "severity") &&
          elementHas(model, newer.node, "type", "status", "reason"),
        "it converts between conditions with a severity and those of Kubernetes",
      ),
    call: () => "conditions()",
  },
  invert: {
    misfit: ({ older, newer }) =>
      unless(isBoolean(older.node) && isBoolean(newer.node), "it converts between two booleans"),
    call: () => "invert()",
  },
  presence: {
    fills: ["older", "newer"],
    misfit: presenceMisfit,
    inexact: (fields) => {
      const { node } = fields[fields.spoke];
      const isFilled = !isBoolean(node) && !(node.kind === "open" && node.open === "empty");
      return isFilled ? "the fields of an object become true" : undefined;
    },
    call: ({ older, newer }) => {
      const [side, one] = isBoolean(older.node) ? (["newer", older] as const) : (["older", newer] as const);
      return one.property.optional ? `presence("${side}")` : `presence("${side}", true)`;
    },
  },
  digits: {
    misfit: (fields) => numberMisfit(fields, isAnyString, "it converts between a whole number and a string"),
    inexact: (fields) =>
      inexactString(fields, isAnyString, 'a string such as "007" comes back as another one or not at all'),
    call: (fields) => {
      const { side, width } = stringSide(fields, isAnyString);
      return `digits("${side}", ${width})`;
    },
  },
  quantity: {
    misfit: quantityMisfit,
    inexact: (fields) => {
      const why = `a quantity that is not written as a whole number of ${unitName(fields.argument)} comes back in another form or rounded`;
      return inexactString(fields, isQuantity, why);
    },
    call: (fields) => {
      const { side, width } = stringSide(fields, isQuantity);
      return `quantityIn(${valueLiteral(fields.argument)}, "${side}", ${width})`;
    },
  },
  width: {
    misfit: ({ older, newer, boundsDiffer }) =>
      unless(isNumber(older.node) && isNumber(newer.node), "it converts between two whole numbers") ??
      unless(
        boundsDiffer || bitsOfNumber(older.node) === bitsOfNumber(newer.node),
        "numbers of the wider type are rejected in the other version",
      ),
    call: () => "width()",
  },
  unchanged: {
    misfit: unchangedMisfit,
    call: () => undefined,
  },
  functions: {
    misfit: () => undefined,
    call: ({ model, older, newer, declared: { name, path } }) => {
      const shapes = { older: shapeOfValues(model, older.node), newer: shapeOfValues(model, newer.node) };
      return `byFunctions(${name}, ${valueLiteral(path)}, ${valueLiteral(shapes)})`;
    },
  },
  mapToList: {
    misfit: mapMisfit,
    call: mapCall,
  },
  listToMap: {
    misfit: (fields) =>
      mapMisfit({ ...fields, older: fields.newer, newer: fields.older }, "listToMap") ?? fieldsMisfit(fields),
    call: ({ argument }) => {
      const { key, value } = listFields(argument);
      return value === undefined
        ? `listToMap(${valueLiteral(key)})`
        : `listToMap(${valueLiteral(key)}, ${valueLiteral({ value })})`;
    },
  },
  listOfOne: {
    misfit: listOfOneMisfit,
    call: (fields) => `listOfOne(${valueLiteral(listSide(fields) ?? "newer")})`,
  },
  enum: {
    misfit: enumMisfit,
    call: ({ older, argument, added, loses }) => enumCall(older.node, { argument, added, loses }),
  },
  reference: {
    misfit: (fields) =>
      fields.argument === undefined
        ? referenceMisfit(fields, {
            older: ["apiVersion", "kind", "name", "namespace"],
            newer: ["apiGroup", "kind", "name"],
          })
        : referenceMisfit(fields, { older: ["apiVersion", "kind", "name"], newer: ["name"] }),
    call: ({ argument, olderVersion }) => referenceCall(argument, olderVersion),
  },
};

/** Why two references do not fit: each has the strings that the form writes, and requires no more. */
function referenceMisfit(
  { model, older, newer }: FormFields,
  written: Readonly<Record<VersionSide, readonly string[]>>,
): Misfit | undefined {
  const fits = ([{ node }, names]: readonly [TypedField, readonly string[]]): boolean =>
    node.kind === "object" &&
    names.every((name) => {
      const type = propertyOf(node, name)?.type;
      return type === undefined ? name === "namespace" : isAnyString(plainNode(model, type));
    });
  const sides = [
    [older, written.older],
    [newer, written.newer],
  ] as const;
  if (!sides.every(fits))
    return misfit(
      `it converts between an object with the strings ${written.older.join(", ")} and one with ${written.newer.join(", ")}`,
    );
  const required = sides.flatMap(([{ node }, names]) =>
    node.kind === "object" ? node.properties.filter(({ name, optional }) => !optional && !names.includes(name)) : [],
  );
  return (
    required[0] &&
    misfit(`it has no value for "${required[0].name}", which is required`, `make "${required[0].name}" optional`)
  );
}

function referenceCall(argument: unknown, olderVersion: string): string {
  if (argument === undefined) return `reference(${valueLiteral(olderVersion)})`;
  const { apiVersion, kind } = stringsByName(argument);
  return `referenceTo(${valueLiteral(apiVersion ?? "")}, ${valueLiteral(kind ?? "")})`;
}

/** An empty value becomes no value, so both versions have the same values but for the empty one. */
function dropEmptyMisfit({ model, older, newer }: FormFields): Misfit | undefined {
  const least = Number(tagValues(tagsOf(model, older.property), "minLength").at(-1) ?? 0);
  return (
    unless(
      (isString(older.node) && isString(newer.node)) || (isInteger(older.node) && isInteger(newer.node)),
      "it converts between two strings or two whole numbers",
    ) ??
    unless(
      hasSameFilled(model, older.node, newer.node),
      "the two types have other values than the empty one that differ",
    ) ??
    unless(newer.property.optional, emptyIsAbsent, optionalNewer) ??
    unless(
      older.property.optional || (hasEmpty(older.node) && least < 1),
      "no value becomes an empty one, which the required older field rejects",
      "make the older field optional",
    )
  );
}

function hasEmpty(node: Resolved): boolean {
  return node.kind === "enum" ? node.values.some(isEmptyValue) : node.kind !== "pattern" && !isScalar(node, "Time");
}

function isEmptyValue(value: unknown): boolean {
  return value === "" || value === 0;
}

function hasSameFilled(model: TypeModel, older: Resolved, newer: Resolved): boolean {
  if (older.kind === "enum" && newer.kind === "enum") {
    const [before, after] = [older, newer].map(({ values }) =>
      values.filter((value) => !isEmptyValue(value)).map(String),
    );
    return deepEqual(before?.toSorted(), after?.toSorted());
  }
  // The API server has no type of durations.
  const isPlain = (node: Resolved): boolean => isScalar(node, "string", "Duration");
  return (isPlain(older) && isPlain(newer)) || sameType(model, older, newer);
}

interface ListFields {
  readonly key: string | undefined;
  readonly value?: string;
}

function listFields(argument: unknown): ListFields {
  if (typeof argument === "string") return { key: argument };
  const { key, value } = stringsByName(argument);
  return { key, ...(value === undefined ? {} : { value }) };
}

/** Why a map does not fit a list: every value of the map needs a place in the element, and every element a value. */
function mapMisfit({ model, older, newer, argument }: FormFields, form = "mapToList"): Misfit | undefined {
  const { key, value } = listFields(argument);
  const element = newer.node.kind === "list" ? plainNode(model, newer.node.element) : undefined;
  if (older.node.kind !== "map" || key === undefined || element?.kind !== "object" || !hasFields(element, key))
    return misfit("it converts between a map and a list whose elements have that field");
  const keyField = propertyOf(element, key);
  if (keyField === undefined || keyField.optional || !isAnyString(plainNode(model, keyField.type)))
    return misfit(
      `"${key}" of the list's elements is the key of the map, but not a required field of any string`,
      `make "${key}" a required field of any string`,
    );
  const others = element.properties.filter(({ name }) => name !== key);
  const keys = listKeys(model, newer.property) ?? [key];
  if (keys.length > 1 || keys[0] !== key) return misfit(`the list has other keys (@listMapKey) than "${key}"`);
  const inMap = plainNode(model, older.node.value);
  if (value !== undefined) return valueMisfit(model, { inMap: older.node.value, others, value });
  if (inMap.kind !== "object")
    return misfit(
      "the values of the map are no objects, and no field is named for them",
      `give the elements a required field of that type, and name it, \`{ ${form}: { key: "${key}", value: "..." } }\``,
    );
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
  return different && misfit(`"${different.name}" has another type in the list than in the map`);
}

/** The elements of a list that becomes a map have no more fields than the map's values: the map could not keep them. */
function fieldsMisfit({ model, older, newer, argument }: FormFields): Misfit | undefined {
  const { key, value } = listFields(argument);
  const element = older.node.kind === "list" ? plainNode(model, older.node.element) : older.node;
  const inMap = newer.node.kind === "map" ? plainNode(model, newer.node.value) : newer.node;
  if (element.kind !== "object") return undefined;
  const known = (name: string): boolean =>
    name === key || (value === undefined ? hasFields(inMap, name) : name === value);
  const more = element.properties.find(({ name }) => !known(name));
  return more && misfit(`the values of the map have no "${more.name}", which elements of the list have`);
}

/** The version that has a list of the other version's values. */
function listSide({ model, older, newer }: FormFields): VersionSide | undefined {
  const isListOf = (list: TypedField, one: TypedField): boolean =>
    list.node.kind === "list" && sameType(model, list.node.element, one.node);
  if (isListOf(newer, older)) return "newer";
  return isListOf(older, newer) ? "older" : undefined;
}

function listOfOneMisfit(fields: FormFields): Misfit | undefined {
  const side = listSide(fields);
  if (side === undefined) return misfit("it converts between a value and a list of such values");
  const [list, one] = side === "newer" ? [fields.newer, fields.older] : [fields.older, fields.newer];
  const bound = (tag: string): unknown => tagValues(tagsOf(fields.model, list.property), tag).at(-1);
  const [least, greatest] = [Number(bound("minItems") ?? 0), Number(bound("maxItems") ?? 1)];
  if (least > 1 || greatest < 1) return misfit("the list cannot have one value", "correct @minItems and @maxItems");
  const needsOne = side === "older" || !one.property.optional;
  if (needsOne && bound("minItems") !== 1) return misfit("the list may be empty", "add @minItems 1 to the list");
  if (side === "older" && bound("maxItems") !== 1)
    return misfit("the older list may have more than one value", "add @maxItems 1 to the list");
  return undefined;
}

function mapCall({ model, older, newer, argument }: FormFields): string {
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

/** A form of `as` with what is given to it. */
export interface UsedForm {
  readonly name: string;
  readonly form: ValueForm;
  readonly argument: unknown;
  readonly added: unknown;
}

/** The form that `as` names, or undefined when no form has that name. */
export function formOf(as: unknown): UsedForm | undefined {
  if (typeof as === "string") return as === "functions" ? undefined : named(as, {});
  if (hasFunctions(as)) return named("functions", {});
  const [name] = Object.keys(isJsonObject(as) ? as : {}).filter((key) => key !== "added");
  return name === undefined || !isJsonObject(as) ? undefined : named(name, as);
}

function named(name: string, { [name]: argument, added }: Readonly<Record<string, unknown>>): UsedForm | undefined {
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  return form === undefined ? undefined : { name, form, argument, added };
}
