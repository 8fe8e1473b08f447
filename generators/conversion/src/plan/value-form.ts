// The forms of `as`: the types that each converts between, and the call of codegen/v1 that does it.
import { isJsonObject } from "@capstan/kube";
import type { Property, TypeModel, TypeNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { sameType } from "../pairs/differing-fields.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import type { PairRule, VersionSide } from "../pairs/version-pair.ts";
import { shapeOfValues } from "./hub-shape.ts";
import { plainNode, propertyOf, tagsOf, tagValues, type Resolved, type TypedField } from "../fields/typed-field.ts";

/** The two fields of a rule. */
export interface FormFields {
  readonly model: TypeModel;
  readonly older: TypedField;
  readonly newer: TypedField;
  /** The argument of the form: a table, a key, a reference. */
  readonly argument: unknown;
  /** Of an enum, the older names for newer ones that no older name becomes. */
  readonly added: unknown;
  /** The older values that are declared not to come back. */
  readonly loses: PairRule["loses"];
  /** The older version, for references that need one. */
  readonly olderVersion: string;
  /** The declaration's name in generated modules, and the rule's path in it. */
  readonly declared: { readonly name: string; readonly path: string };
}

/** A form of `as`. */
interface ValueForm {
  /** Why the form does not fit, or undefined when it does. */
  readonly misfit: (fields: FormFields) => string | undefined;
  /** Whether the form has a value for a required older field when the newer one is absent. */
  readonly fillsOlder?: true;
  /** The call of codegen/v1. */
  readonly call: (fields: FormFields) => string;
}

const isScalar = (node: Resolved, ...names: readonly string[]): boolean =>
  node.kind === "scalar" && names.includes(node.scalar);
const isString = (node: Resolved): boolean =>
  isScalar(node, "string", "Duration", "Time") ||
  node.kind === "pattern" ||
  (node.kind === "enum" && node.base === "string");
const isInteger = (node: Resolved): boolean =>
  isScalar(node, "Int32", "Int64", "Int") || (node.kind === "enum" && node.base === "integer");
const isBoolean = (node: Resolved): boolean => isScalar(node, "boolean");
const emptyIsAbsent = "an empty value becomes no value, and the newer field is required: make it optional";
const unless = (fits: boolean, why: string): string | undefined => (fits ? undefined : why);

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
      unless(isString(older.node) && isInteger(newer.node), "it converts between a duration and a whole number"),
    call: () => "seconds()",
  },
  boolPresence: {
    fillsOlder: true,
    misfit: ({ older, newer }) =>
      unless(isBoolean(older.node) && isBoolean(newer.node), "it converts between two booleans") ??
      unless(newer.property.optional, emptyIsAbsent),
    call: ({ older }) => (older.property.optional ? "boolPresence()" : "boolPresence(true)"),
  },
  dropEmpty: {
    fillsOlder: true,
    misfit: ({ older, newer }) =>
      unless(
        (isString(older.node) && isString(newer.node)) || (isInteger(older.node) && isInteger(newer.node)),
        "it converts between two strings or two whole numbers",
      ) ??
      unless(isString(older.node) || sameWidth(older.node, newer.node), "the whole numbers have two widths") ??
      unless(newer.property.optional, emptyIsAbsent),
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
  width: {
    misfit: ({ older, newer }) =>
      unless(isInteger(older.node) && isInteger(newer.node), "it converts between two whole numbers"),
    call: () => "width()",
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
    misfit: ({ older, newer, argument }) =>
      argument === undefined
        ? unless(
            hasFields(older.node, "apiVersion", "kind", "name") && hasFields(newer.node, "apiGroup", "kind", "name"),
            "it converts between an object reference and one of apiGroup, kind and name",
          )
        : unless(
            hasFields(older.node, "name") && hasFields(newer.node, "name"),
            "it converts between two references with a name",
          ),
    call: ({ argument, olderVersion }) => referenceCall(argument, olderVersion),
  },
};

function referenceCall(argument: unknown, olderVersion: string): string {
  if (argument === undefined) return `reference(${valueLiteral(olderVersion)})`;
  const { apiVersion, kind } = stringsByName(argument);
  return `referenceTo(${valueLiteral(apiVersion ?? "")}, ${valueLiteral(kind ?? "")})`;
}

function sameWidth(a: Resolved, b: Resolved): boolean {
  return a.kind === "scalar" && b.kind === "scalar" && a.scalar === b.scalar;
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
function mapMisfit({ model, older, newer, argument }: FormFields, form = "mapToList"): string | undefined {
  const { key, value } = listFields(argument);
  const element = newer.node.kind === "list" ? plainNode(model, newer.node.element) : undefined;
  if (
    older.node.kind !== "map" ||
    key === undefined ||
    element?.kind !== "object" ||
    propertyOf(element, key) === undefined
  )
    return "it converts between a map and a list whose elements have that field";
  const inMap = plainNode(model, older.node.value);
  const others = element.properties.filter(({ name }) => name !== key);
  if (value !== undefined) return valueMisfit(model, { inMap: older.node.value, others, value });
  if (inMap.kind !== "object")
    return `the values of the map are no objects: name the field for them, \`{ ${form}: { key: "${key}", value: "..." } }\``;
  const without = inMap.properties.find(({ name }) => !others.some((other) => other.name === name));
  if (without !== undefined)
    return `elements of the list have no ${without.name === key ? `second "${key}"` : `"${without.name}"`}, which the values of the map have`;
  const missing = others.find(({ name, optional }) => !optional && propertyOf(inMap, name)?.optional !== false);
  if (missing !== undefined)
    return `elements of the list require "${missing.name}", which the values of the map may not have: make it optional`;
  const different = others.find(({ name, type }) => {
    const own = propertyOf(inMap, name);
    return own !== undefined && !sameType(model, own.type, type);
  });
  return different && `"${different.name}" has another type in the list than in the map`;
}

/** The elements of a list that becomes a map have no more fields than the map's values: the map could not keep them. */
function fieldsMisfit({ model, older, newer, argument }: FormFields): string | undefined {
  const { key, value } = listFields(argument);
  const element = older.node.kind === "list" ? plainNode(model, older.node.element) : older.node;
  const inMap = newer.node.kind === "map" ? plainNode(model, newer.node.value) : newer.node;
  if (element.kind !== "object") return undefined;
  const known = (name: string): boolean =>
    name === key || (value === undefined ? hasFields(inMap, name) : name === value);
  const more = element.properties.find(({ name }) => !known(name));
  return more && `the values of the map have no "${more.name}", which elements of the list have: write functions`;
}

/** The version that has a list of the other version's values. */
function listSide({ model, older, newer }: FormFields): VersionSide | undefined {
  const isListOf = (list: TypedField, one: TypedField): boolean =>
    list.node.kind === "list" && sameType(model, list.node.element, one.node);
  if (isListOf(newer, older)) return "newer";
  return isListOf(older, newer) ? "older" : undefined;
}

function listOfOneMisfit(fields: FormFields): string | undefined {
  const side = listSide(fields);
  if (side === undefined) return "it converts between a value and a list of such values";
  const [list, one] = side === "newer" ? [fields.newer, fields.older] : [fields.older, fields.newer];
  const bound = (tag: string): unknown => tagValues(tagsOf(fields.model, list.property), tag).at(-1);
  const needsOne = side === "older" || !one.property.optional;
  if (needsOne && bound("minItems") !== 1) return "the list may be empty: add @minItems 1, or write functions";
  if (side === "older" && bound("maxItems") !== 1)
    return "the older list may have more than one value: add @maxItems 1, or write functions and name the lists that are lost";
  return undefined;
}

function mapCall({ model, older, newer, argument }: FormFields): string {
  const { key, value } = listFields(argument);
  if (value !== undefined) return `mapToList(${valueLiteral(key)}, ${valueLiteral({ value })})`;
  const inMap = older.node.kind === "map" ? plainNode(model, older.node.value) : older.node;
  const element = newer.node.kind === "list" ? plainNode(model, newer.node.element) : newer.node;
  const names = (node: Resolved): string[] => (node.kind === "object" ? node.properties.map(({ name }) => name) : []);
  const only = names(inMap);
  const hasMore = names(element).some((name) => name !== key && !only.includes(name));
  return hasMore ? `mapToList(${valueLiteral(key)}, ${valueLiteral({ only })})` : `mapToList(${valueLiteral(key)})`;
}

interface ValuePlace {
  readonly inMap: TypeNode;
  readonly others: readonly Property[];
  readonly value: string;
}

function valueMisfit(model: TypeModel, { inMap, others, value }: ValuePlace): string | undefined {
  const field = others.find(({ name }) => name === value);
  if (field === undefined) return `elements of the list have no "${value}"`;
  if (!sameType(model, inMap, field.type)) return `"${value}" has another type in the list than in the map`;
  if (field.optional) return `"${value}" is optional, and a map has a value for each key: make it required`;
  const other = others.find(({ name, optional }) => name !== value && !optional);
  return other && `elements of the list require "${other.name}", which the map does not have: make it optional`;
}

function enumMisfit({ older, newer, argument, added, loses: losses }: FormFields): string | undefined {
  const loses = listed(losses);
  const [from, to] = [older.node, newer.node];
  if (from.kind !== "enum" || to.kind !== "enum") return "it converts between two enums";
  const table = stringsByName(argument);
  const unnamed = from.values.find((value) => !Object.hasOwn(table, String(value)) && !to.values.includes(value));
  if (unnamed !== undefined) return `the table has no "${unnamed}"`;
  const unknown = Object.values(table).find((value) => !to.values.includes(value));
  if (unknown !== undefined) return `the newer version has no "${unknown}"`;
  return mergedValues(from, table, loses) ?? unreachedValues({ from, to, table, added: stringsByName(added) });
}

/** Values that are listed: only functions have a function here. */
function listed(loses: PairRule["loses"]): readonly unknown[] {
  return Array.isArray(loses) ? loses : [];
}

type EnumNode = Extract<Resolved, { readonly kind: "enum" }>;

/** Two older values that become one: only one of them comes back. */
function mergedValues(
  { values }: EnumNode,
  table: Readonly<Record<string, string>>,
  loses: readonly unknown[],
): string | undefined {
  const kept = Map.groupBy(
    values.filter((value) => !loses.includes(value)),
    (value) => table[String(value)] ?? String(value),
  );
  const merged = [...kept].find(([, names]) => names.length > 1);
  if (merged === undefined) return undefined;
  const [to, [first, second]] = merged;
  return `"${first}" and "${second}" both become "${to}": name those that do not come back, for example \`loses: ["${first}"]\` beside \`as\``;
}

interface EnumTables {
  readonly from: EnumNode;
  readonly to: EnumNode;
  readonly table: Readonly<Record<string, string>>;
  readonly added: Readonly<Record<string, string>>;
}

/** Newer values that no older value becomes: the older version has to show something for them. */
function unreachedValues({ from, to, table, added }: EnumTables): string | undefined {
  const reached = new Set(from.values.map((value) => table[String(value)] ?? String(value)));
  const unreached = to.values.find((value) => !reached.has(String(value)) && added[String(value)] === undefined);
  if (unreached !== undefined)
    return `no value becomes "${unreached}": name the older value for it, for example \`added: { ${unreached}: "${from.values[0]}" }\` beside \`enum\``;
  const unknown = Object.values(added).find((value) => !from.values.includes(value));
  return unknown && `the older version has no "${unknown}"`;
}

/** The older value that comes back is the last of the table. */
function enumCall(
  older: Resolved,
  { argument, added, loses: losses }: Pick<FormFields, "argument" | "added" | "loses">,
): string {
  const loses = listed(losses);
  const table = stringsByName(argument);
  const same = older.kind === "enum" ? older.values.map(String).filter((value) => !Object.hasOwn(table, value)) : [];
  const merges = loses.length === 0 ? [] : same.map((value) => [value, value] as const);
  const entries = [...Object.entries(table), ...merges].toSorted(
    ([a], [b]) => Number(loses.includes(b)) - Number(loses.includes(a)),
  );
  const names = valueLiteral(Object.fromEntries(entries));
  return added === undefined ? `enumMap(${names})` : `enumMap(${names}, ${valueLiteral(stringsByName(added))})`;
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
