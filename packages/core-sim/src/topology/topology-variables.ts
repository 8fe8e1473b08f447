// The variables of a topology and the ClusterClass that defines them. What an extension defines, by DiscoverVariables, is not known here.
import type {
  Cluster,
  ClusterClass,
  ClusterClassVariable,
  ClusterVariable,
  JSONSchemaProps,
} from "@capstan/api/core/v1beta2";
import { deepClone, isJsonObject, type JSONValue, setOwn } from "@capstan/kube";

/** Variables of a part of a topology. */
export interface TopologyVariables {
  /** Their path in the Cluster. */
  readonly path: string;
  readonly values: readonly ClusterVariable[];
  /** Whether these are values of single parts, which are there only where they differ from those of the whole Cluster. */
  readonly areOverrides: boolean;
  readonly set: (values: ClusterVariable[]) => void;
}

/** All variables of a topology: those of the Cluster, then the overrides of its parts, where there are some. */
export function variablesOf({ spec }: Cluster): readonly TopologyVariables[] {
  const { topology } = spec;
  if (topology === undefined) return [];
  const { controlPlane, workers } = topology;
  const at = "spec.topology";
  const parts = [
    { path: `${at}.controlPlane`, part: controlPlane },
    ...(workers?.machineDeployments ?? []).map((part) => ({
      path: `${at}.workers.machineDeployments[${part.name}]`,
      part,
    })),
    ...(workers?.machinePools ?? []).map((part) => ({ path: `${at}.workers.machinePools[${part.name}]`, part })),
  ];
  const overrides = parts.flatMap(({ path, part }) => {
    const { variables } = part ?? {};
    if (variables?.overrides === undefined || variables.overrides.length === 0) return [];
    const set = (values: ClusterVariable[]): void => void (variables.overrides = values);
    return [{ path: `${path}.variables.overrides`, values: variables.overrides, areOverrides: true, set }];
  });
  const set = (values: ClusterVariable[]): void => void (topology.variables = values);
  return [{ path: `${at}.variables`, values: topology.variables ?? [], areOverrides: false, set }, ...overrides];
}

/** Whether a class defines all of its variables itself. */
export function definesAll({ spec }: ClusterClass): boolean {
  return (spec.patches ?? []).every(({ external }) => (external?.discoverVariablesExtension ?? "") === "");
}

/** The variables that a class defines itself, by name. */
export function definitionsOf({ spec }: ClusterClass): ReadonlyMap<string, ClusterClassVariable> {
  return new Map((spec.variables ?? []).map((definition) => [definition.name, definition]));
}

/** Sets the defaults of variables as core's webhook does, those of fields of values too. Nothing is set in a list in which one value is of no variable, or of a variable twice. */
export function defaultVariables(draft: Cluster, clusterClass: ClusterClass): void {
  const definitions = definitionsOf(clusterClass);
  for (const { values, areOverrides, set } of variablesOf(draft)) {
    const names = new Set(values.map(({ name }) => name));
    if (names.size < values.length) continue;
    if (definesAll(clusterClass) && values.some(({ name }) => !definitions.has(name))) continue;
    const given = values.map(({ name, value }) => ({
      name,
      value: withDefaults(value, definitions.get(name)?.schema.openAPIV3Schema) ?? value,
    }));
    const added = areOverrides
      ? []
      : Array.from(definitions.values()).flatMap(({ name, schema: { openAPIV3Schema: schema } }) => {
          const value = names.has(name) ? undefined : withDefaults(schema.default, schema);
          return value === undefined ? [] : [{ name, value }];
        });
    const all = [...given, ...added];
    if (all.length > 0) set(all);
  }
}

/** A value with the defaults of what is missing or null in it. */
function withDefaults(value: JSONValue | undefined, schema: JSONSchemaProps | undefined): JSONValue | undefined {
  const given = value ?? schema?.default ?? value;
  if (Array.isArray(given)) return given.map((item) => withDefaults(item, schema?.items) ?? item);
  if (!isJsonObject(given)) return given;
  const fields = deepClone(given);
  const { properties = {}, additionalProperties } = schema ?? {};
  for (const name of new Set([...Object.keys(fields), ...Object.keys(properties)])) {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const field = withDefaults(Object.hasOwn(fields, name) ? fields[name] : undefined, own);
    if (field !== undefined) setOwn(fields, name, field);
  }
  return fields;
}
