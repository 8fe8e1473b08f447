// Defines the variables that patches read: names and schemas once, from which come the types in handlers, the answer to
// DiscoverVariables and the check of every value. Checked when it is called, by the rules of Cluster API's discovery.
import type { ClusterClassVariable, JSONSchemaProps } from "@capstan/api/core/v1beta2";
import type { JSONSchema } from "@capstan/kube/builtin";
import { type CompiledSchema, compileSchema } from "@capstan/schema/structural";
import type { DiscoveredVariables, HandlerWithOptions } from "../authoring/handlers.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import type { DiscoverVariablesRequest } from "@capstan/api/hooks/v1alpha1";
import { extensionError } from "../errors.ts";
import type { HasDefault, TypeOfSchema, VariableSchemaLiteral } from "./schema-type.ts";

/** One variable. */
export interface VariableDeclaration {
  /** Whether a Cluster must set it. */
  readonly required?: boolean;
  readonly schema: VariableSchemaLiteral;
}

/** Variables by name. */
export type VariableDeclarations = Readonly<Record<string, VariableDeclaration>>;

type IsSure<D> = D extends { readonly required: true }
  ? true
  : D extends { readonly schema: infer S }
    ? HasDefault<S>
    : false;
type SchemaIn<D> = D extends { readonly schema: infer S } ? TypeOfSchema<S> : never;

/** The values of variables: those that are required or have a default are always there. */
export type VariableValues<D extends VariableDeclarations> = {
  readonly [K in keyof D as IsSure<D[K]> extends true ? K : never]: SchemaIn<D[K]>;
} & {
  readonly [K in keyof D as IsSure<D[K]> extends true ? never : K]?: SchemaIn<D[K]>;
};

/** Variables, defined. It is a handler too: give it to `discoverVariables` under the name the ClusterClass refers to. */
export interface Variables<D extends VariableDeclarations = VariableDeclarations> extends HandlerWithOptions<
  DiscoverVariablesRequest,
  Proceed<DiscoveredVariables>,
  unknown
> {
  readonly declarations: D;
  /** The values of a request, checked and with defaults; throws a CapstanError that names the variable. */
  read(given: Readonly<Record<string, unknown>>): VariableValues<D>;
}

/** Defines variables; throws a CapstanError for a name or schema that Cluster API would refuse. */
export function defineVariables<const D extends VariableDeclarations>(declarations: D): Variables<D> {
  const compiled = new Map(Object.entries(declarations).map(([name, { schema }]) => [name, compile(name, schema)]));
  return {
    declarations,
    handle: () => proceed({ variables: discovered(declarations) }),
    read: (given) => readValues(declarations, compiled, given) as VariableValues<D>,
  };
}

function discovered(declarations: VariableDeclarations): ClusterClassVariable[] {
  return Object.entries(declarations).map(([name, { required = false, schema }]) => ({
    name,
    required,
    schema: { openAPIV3Schema: schema as unknown as JSONSchemaProps },
  }));
}

function compile(name: string, schema: VariableSchemaLiteral): CompiledSchema {
  if (name === "" || name === "builtin" || name.includes(".") || name.length > 256) {
    throw extensionError("extension/variable-name", { name });
  }
  const problem = schemaProblem(schema, "");
  if (problem !== undefined) throw extensionError("extension/variable-schema", { name, problem });
  return compileSchema(schema as unknown as JSONSchema);
}

/** The first thing that Cluster API would refuse about a schema. */
function schemaProblem(schema: VariableSchemaLiteral, path: string): string | undefined {
  const at = path === "" ? "it" : path;
  if (schema.type === undefined) return `${at} has no type`;
  if (schema.properties !== undefined && schema.additionalProperties !== undefined) {
    return `${at} has both properties and additionalProperties`;
  }
  const bound = [schema.minimum, schema.maximum].find((value) => value !== undefined && !Number.isInteger(value));
  if (bound !== undefined) return `${at} has a bound that is no whole number`;
  return defaultProblem(schema, at) ?? childProblem(schema, path);
}

function defaultProblem(schema: VariableSchemaLiteral, at: string): string | undefined {
  if (schema.default === undefined) return undefined;
  const [error] = compileSchema(schema as unknown as JSONSchema).validate(schema.default);
  return error === undefined ? undefined : `${at} has a default that does not fit`;
}

function childProblem(schema: VariableSchemaLiteral, path: string): string | undefined {
  const children: (readonly [string, VariableSchemaLiteral | undefined])[] = [
    ...Object.entries(schema.properties ?? {}).map(([name, child]) => [`${path}.${name}`, child] as const),
    [`${path}[]`, schema.items],
    [`${path}{}`, schema.additionalProperties],
  ];
  for (const [at, child] of children) {
    const problem = child === undefined ? undefined : schemaProblem(child, at);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function readValues(
  declarations: VariableDeclarations,
  compiled: ReadonlyMap<string, CompiledSchema>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const value = structuredClone(given[name] ?? declaration.schema.default);
    if (value !== undefined) values[name] = checkValue(name, compiled.get(name), value);
    else if (declaration.required === true) throw extensionError("extension/variable-missing", { name });
  }
  return values;
}

function checkValue(name: string, schema: CompiledSchema | undefined, value: unknown): unknown {
  schema?.applyDefaults(value);
  const [error] = schema?.validate(value) ?? [];
  if (error !== undefined) {
    throw extensionError("extension/variable-value", {
      name,
      problem: [error.field, error.message].filter(Boolean).join(": "),
    });
  }
  return value;
}
