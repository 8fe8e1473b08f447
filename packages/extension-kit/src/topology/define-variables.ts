// Defines the variables that patches read. Names and schemas are written once; the types in handlers, the response of
// DiscoverVariables and the check of every value come from them.
import { deepClone, ownValue, setOwn } from "@capstan/kube";
import type { ClusterClassVariable, JSONSchemaProps } from "@capstan/api/core/v1beta2";
import type { JSONSchema } from "@capstan/kube/builtin";
import { type CompiledSchema, compileSchema, PatternBudget } from "@capstan/schema/structural";
import type { DiscoveredVariables, HandlerWithOptions } from "../authoring/handlers.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import type { DiscoverVariablesRequest } from "@capstan/api/hooks/v1alpha1";
import { extensionError } from "../errors.ts";
import { variableNameProblem, variableSchemaProblem } from "../rules/variable-schema.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { HasDefault, TypeOfSchema, VariableSchemaLiteral } from "./schema-type.ts";

/** One variable. */
export interface VariableDeclaration {
  /** Whether a Cluster must set it. Default: false. */
  readonly required?: boolean;
  /** Whether its values are secret: a tape has masks in their place, and messages of wrong values do not quote them. Default: false. */
  readonly secret?: boolean;
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

/** The values of variables; those that are not required and have no default may be undefined. */
export type VariableValues<D extends VariableDeclarations> = {
  readonly [K in keyof D as IsSure<D[K]> extends true ? K : never]: SchemaIn<D[K]>;
} & {
  readonly [K in keyof D as IsSure<D[K]> extends true ? never : K]?: SchemaIn<D[K]>;
};

/** Defined variables. They are a handler too: give them to `discoverVariables` under the name that the ClusterClass refers to. */
export interface Variables<D extends VariableDeclarations = VariableDeclarations> extends HandlerWithOptions<
  DiscoverVariablesRequest,
  Proceed<DiscoveredVariables>,
  unknown
> {
  readonly declarations: D;
  /** The names of those whose values are secret. */
  readonly secrets: readonly string[];
  /**
   * The values of a request, with defaults. Throws `extension/variable-missing` for a required variable without a value, and
   * `extension/variable-value` for a value that does not fit its schema, or that is so long that matching it with its pattern would take more
   * than half a second. Values of other variables are ignored. `patterns` makes several calls, those for one request, share that half second.
   */
  read(given: Readonly<Record<string, unknown>>, patterns?: PatternBudget): VariableValues<D>;
  /**
   * Reads the values of many templates, which have `common` and values of their own. A common value is checked once, however many templates
   * there are, and is frozen.
   */
  reader(
    common: Readonly<Record<string, unknown>>,
    patterns?: PatternBudget,
  ): (own: Readonly<Record<string, unknown>>) => VariableValues<D>;
}

/**
 * Defines the variables of a ClusterClass that the handlers of topology hooks read.
 *
 * The result types the values that functions of `patchTemplates` and `checkTemplates` get, checks them on every call, and is
 * itself the handler of DiscoverVariables.
 *
 * Throws what Cluster API would reject: `extension/variable-name` for an empty name, one with a dot, one of more than 256
 * characters, and "builtin"; `extension/variable-schema` for a schema that is not structural, such as one without a type or with both properties
 * and additionalProperties, for a bound that is not a whole number, a keyword that variables do not have, and for a default, an example or a
 * value of an enum that does not fit.
 *
 * @example
 * const variables = defineVariables({
 *   image: { required: true, schema: { type: "string", minLength: 1 } },
 *   replicas: { schema: { type: "integer", default: 3 } },
 * });
 * variables.read({ image: "ubuntu" }); // { image: "ubuntu", replicas: 3 }
 */
export function defineVariables<const D extends VariableDeclarations>(declarations: D): Variables<D> {
  const compiled = new Map(Object.entries(declarations).map(([name, { schema }]) => [name, compile(name, schema)]));
  return {
    declarations,
    secrets: Object.keys(declarations).filter((name) => declarations[name]?.secret === true),
    handle: () => proceed({ variables: discovered(declarations) }),
    read: (given, patterns = new PatternBudget()) =>
      typed<D>(declarations, (name) => readValue(name, given, { declarations, compiled, patterns })),
    reader: (common, patterns = new PatternBudget()) => {
      const checking = { declarations, compiled, patterns };
      const known = new Map<string, unknown>();
      return (own) =>
        typed<D>(declarations, (name) => {
          if (Object.hasOwn(own, name)) return readValue(name, own, checking);
          if (!known.has(name)) known.set(name, deepFreeze(readValue(name, common, checking)));
          return known.get(name);
        });
    },
  };
}

function typed<D extends VariableDeclarations>(declarations: D, read: (name: string) => unknown): VariableValues<D> {
  // Each value was checked against the schema that its type is computed from.
  return readValues(declarations, read) as VariableValues<D>;
}

function discovered(declarations: VariableDeclarations): ClusterClassVariable[] {
  return Object.entries(declarations).map(([name, { required = false, schema }]) => ({
    name,
    required,
    schema: { openAPIV3Schema: openApiOf(schema) },
  }));
}

function compile(name: string, schema: VariableSchemaLiteral): CompiledSchema {
  if (variableNameProblem(name) !== undefined) throw extensionError("extension/variable-name", { name });
  const problem = variableSchemaProblem(schema);
  if (problem !== undefined) throw extensionError("extension/variable-schema", { name, problem });
  return compileSchema(openApiOf(schema));
}

/** The schema in the two types that others have for it. They differ from ours in that their arrays can be changed. */
function openApiOf(schema: VariableSchemaLiteral): JSONSchema & JSONSchemaProps {
  return schema as JSONSchema & JSONSchemaProps;
}

/** What values are checked with. */
interface Checking {
  readonly declarations: VariableDeclarations;
  readonly compiled: ReadonlyMap<string, CompiledSchema>;
  readonly patterns: PatternBudget;
}

function readValues(declarations: VariableDeclarations, read: (name: string) => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const value = read(name);
    if (value !== undefined) setOwn(values, name, value);
    else if (declaration.required === true) throw extensionError("extension/variable-missing", { name });
  }
  return values;
}

/** The value of a variable or its default, checked; undefined when there is neither. */
function readValue(name: string, given: Readonly<Record<string, unknown>>, checking: Checking): unknown {
  const value = deepClone(ownValue(given, name) ?? ownValue(checking.declarations, name)?.schema.default);
  return value === undefined ? undefined : checkValue(name, value, checking);
}

function checkValue(name: string, value: unknown, { declarations, compiled, patterns }: Checking): unknown {
  const schema = compiled.get(name);
  schema?.applyDefaults(value);
  const error = schema?.firstError(value, { patterns });
  const [unmatched] = patterns.unmatched;
  if (unmatched !== undefined) throw wrongValue(name, [unmatched.toString(), "it is too long for its pattern"]);
  if (error !== undefined) {
    // The message is in conditions of the Cluster, and in the log.
    const isSecret = ownValue(declarations, name)?.secret === true;
    throw wrongValue(name, [error.field, isSecret ? "it does not fit the schema, and is secret" : error.message]);
  }
  return value;
}

function wrongValue(name: string, problem: readonly [place: string, what: string]): Error {
  return extensionError("extension/variable-value", { name, problem: problem.filter(Boolean).join(": ") });
}
