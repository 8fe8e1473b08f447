// The rules of variables of ClusterClasses: a name, and a structural schema in the part of OpenAPI v3 that ClusterClasses have. CEL rules are checked
// for their form, and not compiled.
import { didYouMean, excerpt, isJsonObject, nearestOf, setOwn } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { type CompiledSchema, compileSchema, crdFieldErrors } from "@capstan/schema/structural";

/** The keywords that a schema of a variable can have; Cluster API drops others when it reads one. */
const keywords: readonly string[] = [
  "type",
  "description",
  "default",
  "example",
  "enum",
  "format",
  "pattern",
  "required",
  "x-metadata",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "properties",
  "additionalProperties",
  "items",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-validations",
  "x-kubernetes-int-or-string",
];

/** Keywords that Cluster API drops, too, and that check nothing: what makes schemas from types writes them. */
const notes: readonly string[] = [
  "$schema",
  "$id",
  "$comment",
  "title",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
];

/** Keywords that rules of definitions forbid, and those that check no values here. */
const ignored: ReadonlySet<string> = new Set(["x-metadata", "uniqueItems", "example", ...notes]);

/** The first rule that the name of a variable breaks; undefined when it follows all. */
export function variableNameProblem(name: string): string | undefined {
  if (name === "") return "the name is empty";
  if (name === "builtin") return 'the name "builtin" is reserved';
  if (name.includes(".")) return "the name has a dot";
  return name.length > 256 ? "the name has more than 256 characters" : undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** The first rule that the schema of a variable breaks, with its place; undefined when it follows all. */
export function variableSchemaProblem(given: unknown): string | undefined {
  if (!isJsonObject(given)) return "it is no object";
  const problem = keywordProblem(given, "");
  if (problem !== undefined) return problem;
  const [error] = crdFieldErrors(definitionOf(asStructural(given)));
  if (error !== undefined) return placed(error.field.slice(pathInDefinition.length), error.message);
  return valueProblem(given, "");
}

/** Where the definition has the schema. */
const pathInDefinition = "spec.versions[0].schema.openAPIV3Schema.properties[variable]";

/** A definition that is right but for the schema: structural schemas are those of definitions. */
function definitionOf(variable: JSONSchema): object {
  const openAPIV3Schema = { type: "object", properties: { variable } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "foos", kind: "Foo" },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

function placed(place: string, problem: string): string {
  const path = place.startsWith(".") ? place.slice(1) : place;
  const words = problem.replaceAll(pathInDefinition, "it");
  return path === "" ? words : `${excerpt(path)}: ${words}`;
}

/** Whether a schema, or one in it, has rules in CEL. */
export function hasRules(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  const rules = schema["x-kubernetes-validations"];
  return (Array.isArray(rules) && rules.length > 0) || childrenOf(schema, "").some(([, child]) => hasRules(child));
}

/** Calls a function for each schema in a schema, with its place; the first problem counts. */
function firstBelow(
  schema: Schema,
  at: string,
  find: (schema: Schema, at: string) => string | undefined,
): string | undefined {
  for (const [place, child] of childrenOf(schema, at)) {
    const problem = isJsonObject(child) ? find(child, place) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function childrenOf(schema: Schema, at: string): readonly (readonly [place: string, child: unknown])[] {
  const { properties, allOf, anyOf, oneOf } = schema;
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const lists = { allOf, anyOf, oneOf };
  return [
    ...named.map(([name, child]) => [`${at}.properties[${name}]`, child] as const),
    ...["items", "additionalProperties", "not"].map((name) => [`${at}.${name}`, schema[name]] as const),
    ...Object.entries(lists).flatMap(([name, list]) =>
      Array.isArray(list) ? list.map((child: unknown, i) => [`${at}.${name}[${i}]`, child] as const) : [],
    ),
  ];
}

const mostOfInt64 = 2 ** 63;

function keywordProblem(schema: Schema, at: string): string | undefined {
  const unknown = Object.keys(schema).find((keyword) => !keywords.includes(keyword) && !notes.includes(keyword));
  if (unknown !== undefined) {
    const close = didYouMean(nearestOf(unknown, keywords));
    return placed(at, `the keyword "${excerpt(unknown)}" is not one of variables, and would be dropped${close}`);
  }
  for (const bound of ["minimum", "maximum"]) {
    const value = schema[bound] ?? 0;
    if (!Number.isInteger(value) || Math.abs(Number(value)) >= mostOfInt64)
      return placed(`${at}.${bound}`, "it is not a whole number");
  }
  if (schema["x-kubernetes-int-or-string"] === true && typeof schema["type"] === "string")
    return placed(`${at}.type`, "it contradicts x-kubernetes-int-or-string");
  if ("additionalProperties" in schema && !isJsonObject(schema["additionalProperties"] ?? {}))
    return placed(`${at}.additionalProperties`, "it is no schema");
  return firstBelow(schema, at, keywordProblem);
}

/** The schema without what rules of definitions forbid and those of variables do not. */
function asStructural(schema: Schema): JSONSchema {
  const result: JSONSchema & Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // A null is not there, but for the values of enums.
    if (ignored.has(keyword) || value === null) continue;
    if (keyword === "x-kubernetes-preserve-unknown-fields" && value === false) continue;
    setOwn(result, keyword, structuralValue(keyword, value));
  }
  return result;
}

function structuralValue(keyword: string, value: unknown): unknown {
  const within = (child: unknown): unknown => (isJsonObject(child) ? asStructural(child) : child);
  if (keyword === "properties" && isJsonObject(value)) {
    const properties: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(value)) setOwn(properties, name, within(child));
    return properties;
  }
  if (Array.isArray(value) && ["allOf", "anyOf", "oneOf"].includes(keyword)) return value.map(within);
  return ["items", "additionalProperties", "not"].includes(keyword) ? within(value) : value;
}

/** Examples, and values of enums, fit the schema they are in. */
function valueProblem(schema: Schema, at: string): string | undefined {
  const values = [
    [`${at}.example`, schema["example"] ?? null],
    ...(Array.isArray(schema["enum"]) ? schema["enum"].map((value: unknown, i) => [`${at}.enum[${i}]`, value]) : []),
  ];
  let compiled: CompiledSchema | undefined;
  for (const [place, value] of values) {
    if (value === null) continue;
    compiled ??= compileSchema(asStructural(schema));
    if (compiled.firstError(value) !== undefined) return placed(String(place), "it does not fit the schema");
  }
  return firstBelow(schema, at, valueProblem);
}
