// The forms of `as`: the types that each converts between, and the call of codegen/v1 that does it.
import { isJsonObject } from "@capstan/kube";
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { plainNode, propertyOf, type Resolved, type TypedField } from "../fields/typed-field.ts";

/** The two fields of a rule. */
export interface FormFields {
  readonly model: TypeModel;
  readonly older: TypedField;
  readonly newer: TypedField;
  /** The argument of the form: a table, a key, a reference. */
  readonly argument: unknown;
  /** The older version, for references that need one. */
  readonly olderVersion: string;
}

/** A form of `as`. */
interface ValueForm {
  /** Why the form does not fit, or undefined when it does. */
  readonly misfit: (fields: FormFields) => string | undefined;
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
    misfit: ({ older, newer }) =>
      unless(isBoolean(older.node) && isBoolean(newer.node), "it converts between two booleans"),
    call: ({ older }) => (older.property.optional ? "boolPresence()" : "boolPresence(true)"),
  },
  dropEmpty: {
    misfit: ({ older, newer }) =>
      unless(
        (isString(older.node) && isString(newer.node)) || (isInteger(older.node) && isInteger(newer.node)),
        "it converts between two strings or two whole numbers",
      ),
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
  mapToList: {
    misfit: ({ model, older, newer, argument }) =>
      unless(
        older.node.kind === "map" && typeof argument === "string" && elementHas(model, newer.node, argument),
        "it converts between a map and a list whose elements have that field",
      ),
    call: ({ argument }) => `mapToList(${valueLiteral(argument)})`,
  },
  enum: {
    misfit: ({ older, newer, argument }) => enumMisfit(older.node, newer.node, stringsByName(argument)),
    call: ({ argument }) => `enumMap(${valueLiteral(argument)})`,
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

function enumMisfit(older: Resolved, newer: Resolved, table: Readonly<Record<string, string>>): string | undefined {
  if (older.kind !== "enum" || newer.kind !== "enum") return "it converts between two enums";
  const unnamed = older.values.find((value) => !Object.hasOwn(table, String(value)) && !newer.values.includes(value));
  if (unnamed !== undefined) return `the table has no "${unnamed}"`;
  const unknown = Object.values(table).find((value) => !newer.values.includes(value));
  if (unknown !== undefined) return `the newer version has no "${unknown}"`;
  const reached = new Set(older.values.map((value) => table[String(value)] ?? String(value)));
  const unreached = newer.values.find((value) => !reached.has(String(value)));
  return unreached === undefined ? undefined : `no value becomes "${unreached}"`;
}

/** The form that `as` names, or undefined when no form has that name. */
export function formOf(
  as: unknown,
): { readonly name: string; readonly form: ValueForm; readonly argument: unknown } | undefined {
  const [name, argument] =
    typeof as === "string" ? [as, undefined] : (Object.entries(isJsonObject(as) ? as : {})[0] ?? []);
  const form = name === undefined || !Object.hasOwn(forms, name) ? undefined : forms[name];
  return name === undefined || form === undefined ? undefined : { name, form, argument };
}
