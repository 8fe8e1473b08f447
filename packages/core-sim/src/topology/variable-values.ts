// The values of a topology's variables as the webhook of Cluster API's core checks them, and the topology controller again. CEL rules are not evaluated.
import type { Cluster, ClusterClass, ClusterClassVariable, ClusterVariable } from "@capstan/api/core/v1beta2";
import { deepClone, keyOf } from "@capstan/kube";
import { compileSchema, type CompiledSchema, type FieldError } from "@capstan/schema/structural";
import { definesAll, definitionsOf, type TopologyVariables, topologyVariables } from "./topology-variables.ts";

/** Why the topology controller fails at the variables of a Cluster; undefined where they fit. */
export function rejectedVariables(cluster: Cluster, clusterClass: ClusterClass): string | undefined {
  const definitions = definitionsOf(clusterClass);
  const rules = { definitions, areAll: definesAll(clusterClass) };
  const problems = new Set(topologyVariables(cluster).flatMap((variables) => problemsOf(variables, rules)));
  if (problems.size === 0) return undefined;
  const text = problems.size === 1 ? [...problems].join("") : `[${[...problems].join(", ")}]`;
  return `Cluster.cluster.x-k8s.io ${JSON.stringify(keyOf(cluster).name)} is invalid: ${text}`;
}

interface Rules {
  readonly definitions: ReadonlyMap<string, ClusterClassVariable>;
  /** Whether there are no other definitions. */
  readonly areAll: boolean;
}

function problemsOf({ path, values, areOverrides }: TopologyVariables, { definitions, areAll }: Rules): string[] {
  const names = values.map(({ name }) => name);
  const twice = values.filter(({ name }, index) => names.indexOf(name) < index);
  if (twice.length > 0)
    return twice.map((variable) =>
      invalid(`${path}[${variable.name}]`, variable, `variable "${variable.name}" is set more than once`),
    );
  const missing = [...definitions.values()].filter(
    ({ name, required }) => !areOverrides && required && !names.includes(name),
  );
  return [
    ...missing.map(({ name }) => `${path}: Required value: required variable "${name}" must be set`),
    ...values.flatMap((variable) => {
      const at = `${path}[${variable.name}]`;
      const definition = definitions.get(variable.name);
      if (definition !== undefined) return valueProblems(at, variable, definition);
      return areAll ? [invalid(at, variable, "variable is not defined")] : [];
    }),
  ];
}

/** The compiled schemas of definitions, with the value in an object, as fields that are unknown are looked for: each Cluster is checked in each step. */
const compiled = new WeakMap<
  ClusterClassVariable,
  { readonly own: CompiledSchema; readonly wrapped: CompiledSchema }
>();

function schemasOf(definition: ClusterClassVariable): {
  readonly own: CompiledSchema;
  readonly wrapped: CompiledSchema;
} {
  const { openAPIV3Schema } = definition.schema;
  const schemas = compiled.get(definition) ?? {
    own: compileSchema(openAPIV3Schema),
    wrapped: compileSchema({ type: "object", properties: { value: openAPIV3Schema } }),
  };
  compiled.set(definition, schemas);
  return schemas;
}

function valueProblems(at: string, variable: ClusterVariable, definition: ClusterClassVariable): string[] {
  const schemas = schemasOf(definition);
  const errors = schemas.own.validate(variable.value);
  if (errors.length > 0) return errors.map((error) => `${fieldAt(at, error)}: ${bodyOf(error, variable)}`);
  const unknown = schemas.wrapped.prune({ value: deepClone(variable.value) });
  if (unknown.length === 0) return [];
  const fields = unknown.map((field) => field.replace(/^value\./, "")).join(",");
  const problem = `failed validation: "${fields}" field(s) are not specified in the variable schema of variable "${variable.name}"`;
  return [invalid(at, variable, problem)];
}

function fieldAt(at: string, { field }: FieldError): string {
  return field === "" ? `${at}.value` : `${at}.value.${field}`;
}

/** A message of the API server: a title, the value and the problem. The value may be text with quotes. */
const withValue = /^([^:]+): ("(?:[^"\\]|\\.)*"|[^:]*): (.*)$/s;

/** The message of an error, with the whole value of the variable in place of the part of it that does not fit. */
function bodyOf({ reason, message }: FieldError, variable: ClusterVariable): string {
  const [, title, , problem = ""] = withValue.exec(message) ?? [];
  if (title === undefined || reason === "FieldValueTooLong" || reason === "FieldValueRequired") return message;
  return `${title}: ${rawOf(variable)}: ${problem.replace(/^ in body /, "")}`;
}

function invalid(field: string, variable: ClusterVariable, problem: string): string {
  return `${field}: Invalid value: ${rawOf(variable)}: ${problem}`;
}

/** The JSON of the value, in quotes. */
function rawOf({ value }: ClusterVariable): string {
  return JSON.stringify(JSON.stringify(value));
}
