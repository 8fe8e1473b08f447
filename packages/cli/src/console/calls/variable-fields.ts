// The fields of a form for variables, made from the schemas that an extension declares: one for each part that has one value, also in objects.
import { isJsonObject, type JSONValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { emitYaml } from "@capstan/schema/yaml";
import type { VariableField } from "../../call/shown-call.ts";

/** A variable as discovery has it. */
export interface DeclaredVariable {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JSONSchema;
}

type Fields = Readonly<Record<string, unknown>>;

/** The values of the variables of a request, by name. */
function variableValues(request: Fields): ReadonlyMap<string, unknown> {
  const { variables } = request;
  const list: readonly unknown[] = Array.isArray(variables) ? variables : [];
  return new Map(
    list.flatMap((each) =>
      isJsonObject(each) && typeof each["name"] === "string" ? [[each["name"], each["value"]] as const] : [],
    ),
  );
}

/** Objects in objects beyond this are YAML. */
const deepest = 4;

/** The fields of all variables, with the values of a request. */
export function variableFields(variables: readonly DeclaredVariable[], request: Fields): VariableField[] {
  const values = variableValues(request);
  return variables.flatMap(({ name, required, schema }) =>
    fieldsIn({ path: [name], required, schema, value: values.get(name), preset: schema.default }),
  );
}

interface Part {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly schema: JSONSchema;
  readonly value: unknown;
  /** What the schemas above give it. */
  readonly preset: unknown;
}

function fieldsIn(part: Part): VariableField[] {
  const { path, schema, value, preset } = part;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0 || path.length > deepest) return [fieldOf(part)];
  return properties.flatMap(([name, inner]) =>
    fieldsIn({
      path: [...path, name],
      required: schema.required?.includes(name) === true,
      schema: inner,
      value: memberOf(value, name),
      preset: memberOf(preset, name) ?? inner.default,
    }),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const types: Readonly<Record<string, VariableField["type"]>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
};

function fieldOf({ path, required, schema, value, preset }: Part): VariableField {
  const { type = "", description = "", enum: choices } = schema;
  const kind = choices === undefined ? typeOf(type) : "choice";
  const shown = kind === "choice" ? (each: unknown) => JSON.stringify(each) : words;
  return {
    path,
    description,
    type: kind,
    choices: (choices ?? []).map((each) => JSON.stringify(each)),
    limits: limitsOf(schema),
    required,
    ...(value !== undefined && { value: shown(value) }),
    ...(preset !== undefined && { default: shown(preset) }),
  };
}

function typeOf(type: string): VariableField["type"] {
  return (Object.hasOwn(types, type) ? types[type] : undefined) ?? "yaml";
}

/** A string as it is, and everything else as YAML. */
function words(value: unknown): string {
  return typeof value === "string" ? value : emitYaml(value).trimEnd();
}

/** What a keyword demands; `{}` stands for its value. */
const demands = {
  minLength: "at least {} characters",
  maxLength: "at most {} characters",
  minimum: "at least {}",
  maximum: "at most {}",
  pattern: "matches {}",
  format: "{}",
  minItems: "at least {} items",
  maxItems: "at most {} items",
} as const satisfies Partial<Record<keyof JSONSchema, string>>;

function limitsOf(schema: JSONSchema): string {
  const limits = Object.entries(demands).flatMap(([keyword, sentence]) => {
    const value: unknown = Object.entries(schema).find(([name]) => name === keyword)?.[1];
    return value === undefined
      ? []
      : [sentence.replace("{}", () => (typeof value === "string" ? value : JSON.stringify(value)))];
  });
  return [schema.type === "integer" ? "a whole number" : "", ...limits].filter((part) => part !== "").join(", ");
}

/** A request with another value of a field, or without it. What it had is not changed. */
export function withVariable(request: Fields, path: readonly string[], value: JSONValue | undefined): Fields {
  const [name = "", ...inner] = path;
  const { variables } = request;
  const list: readonly unknown[] = Array.isArray(variables) ? variables : [];
  const isIt = (each: unknown): boolean => isJsonObject(each) && each["name"] === name;
  const next = withMember(variableValues(request).get(name), inner, value);
  if (next === undefined) return { ...request, variables: list.filter((each) => !isIt(each)) };
  const known = list.some(isIt);
  const changed = list.map((each) => (isIt(each) && isJsonObject(each) ? { ...each, value: next } : each));
  return { ...request, variables: known ? changed : [...list, { name, value: next }] };
}

/** An object that has nothing left is left out. */
function withMember(whole: unknown, path: readonly string[], value: JSONValue | undefined): unknown {
  const [name, ...inner] = path;
  if (name === undefined) return value;
  const fields = isJsonObject(whole) ? whole : {};
  const next = withMember(memberOf(fields, name), inner, value);
  const others = Object.entries(fields).filter(([each]) => each !== name);
  const all = next === undefined ? others : [...others, [name, next] as const];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}
