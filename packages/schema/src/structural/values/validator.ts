// Compiles a schema into one function that checks types, bounds, enums, formats, fields and junctors, with the messages of kube-openapi's
// validator. extension-rules.ts checks lists and embedded resources.
import { excerpt, isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { required, typeInvalid } from "../fields/field-error.ts";
import { boundChecks } from "./bound-checks.ts";
import { enumCheck } from "./enum-check.ts";
import type { Check } from "./findings.ts";
import { enforcedFormat } from "./formats.ts";
import { junctorChecks, type Compile } from "./junctor-checks.ts";

/** Compiles a schema and everything below it; each schema once, with those that `made` has already. */
export function compileValidator(schema: JSONSchema, made: Map<JSONSchema, Check> = new Map()): Check {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const check = compileNode(schema, (below) => compileValidator(below, made));
  made.set(schema, check);
  return check;
}

function compileNode(schema: JSONSchema, compile: Compile): Check {
  const type = typeCheck(schema);
  const common = enumCheck(schema);
  const checks = [...junctorChecks(schema, compile), ...boundChecks(schema), ...nestedChecks(schema, compile)];
  const costOf = checkCost(schema, checks.length);
  return (value, path, found) => {
    found.patterns?.spend(costOf(value), path);
    type?.(value, path, found);
    // A null has a type and an enum, and no other keyword applies to it.
    if (value !== null) for (const check of checks) check(value, path, found);
    common?.(value, path, found);
  };
}

/** Characters are read faster than fields are looked up. */
const charactersPerStep = 8;

/** About what the checks of one node cost, without those of the nodes below it: steps of a budget. */
function checkCost(schema: JSONSchema, checks: number): (value: unknown) => number {
  const { minProperties, maxProperties, additionalProperties, properties = {}, required: names = [] } = schema;
  const fixed = 1 + checks + Object.keys(properties).length + names.length;
  const readsKeys = [minProperties, maxProperties, additionalProperties].some((keyword) => keyword !== undefined);
  return (value) => {
    if (typeof value === "string") return fixed + value.length / charactersPerStep;
    return readsKeys && isJsonObject(value) ? fixed + Object.keys(value).length : fixed;
  };
}

/** The JSON type of a value, as schemas name it. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function typesOf(schema: JSONSchema): string[] {
  if (schema["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  return schema.type === undefined ? [] : [schema.type];
}

/** What the API server calls the types of numbers in messages about formats; other types have no name there. */
const formatTypes: ReadonlyMap<string, string> = new Map([
  ["integer", "int64"],
  ["number", "float64"],
]);

function typeCheck(schema: JSONSchema): Check | undefined {
  const types = typesOf(schema);
  const format = enforcedFormat(schema);
  if (types.length === 0 && format === "") return undefined;
  const isNumeric = types.includes("integer") || types.includes("number");
  return (value, path, { errors }) => {
    const actual = typeOf(value);
    const fail = (want: string, found: string): void => {
      errors.push(
        typeInvalid(path, found, `${path.toString()} in body must be of type ${want}: ${JSON.stringify(found)}`),
      );
    };
    if (types.includes(actual) || (actual === "integer" && types.includes("number"))) return;
    if (actual === "null" && (schema.nullable === true || types.length === 0)) return;
    if (format === "" || actual === "null") return fail(types.join(","), actual);
    if (actual !== "string" && actual !== "array") return fail(format, formatTypes.get(actual) ?? "");
    // With a format that is not of numbers, the API server lets strings and lists pass here.
    if (isNumeric) fail(types.join(","), actual);
  };
}

function nestedChecks(schema: JSONSchema, compile: Compile): Check[] {
  return [
    itemsCheck(schema, compile),
    valuesCheck(schema, compile),
    propertiesCheck(schema, compile),
    requiredCheck(schema),
  ].filter((check) => check !== undefined);
}

function itemsCheck(schema: JSONSchema, compile: Compile): Check | undefined {
  if (schema.items === undefined) return undefined;
  const item = compile(schema.items);
  return (value, path, found) => {
    if (!Array.isArray(value)) return;
    for (let i = 0; i < value.length; i++) item(value[i], path.index(i), found);
  };
}

function valuesCheck(schema: JSONSchema, compile: Compile): Check | undefined {
  if (schema.additionalProperties === undefined || schema.additionalProperties === true) return undefined;
  const known = schema.properties ?? {};
  const validate = schema.additionalProperties === false ? undefined : compile(schema.additionalProperties);
  return (value, path, found) => {
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(known, key)) continue;
      if (validate !== undefined) validate(value[key], path.child(key), found);
      else
        found.errors.push(
          typeInvalid(path.child(key), key, `${path.toString()}.${excerpt(key)} in body is a forbidden property`),
        );
    }
  };
}

function propertiesCheck(schema: JSONSchema, compile: Compile): Check | undefined {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, compile(property)] as const,
  );
  if (properties.length === 0) return undefined;
  return (value, path, found) => {
    if (!isJsonObject(value)) return;
    for (const [name, validate] of properties) {
      if (Object.hasOwn(value, name)) validate(value[name], path.child(name), found);
    }
  };
}

function requiredCheck(schema: JSONSchema): Check | undefined {
  const names = schema.required ?? [];
  if (names.length === 0) return undefined;
  return (value, path, { errors }) => {
    if (!isJsonObject(value)) return;
    for (const name of names) if (!Object.hasOwn(value, name)) errors.push(required(path.child(name)));
  };
}
