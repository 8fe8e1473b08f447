// Sets what core's webhook sets in the variables of a Cluster. It runs before the topology is reconciled.
import { Cluster, type ClusterClass, type JSONSchemaProps } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { deepClone, isJsonObject, type JSONValue, setOwn } from "@capstan/kube";
import type { AcceptedClasses } from "../cluster-class/accepted-classes.ts";
import { controller, type SimController } from "../controllers.ts";
import type { SimContext } from "../writer.ts";
import { definesAll, definitionsOf, topologyVariables } from "./topology-variables.ts";

/** The webhook's part that reads the ClusterClass. While a class was not accepted, there is none. */
export function variableDefaults(classes: AcceptedClasses): SimController {
  return controller(Cluster, { reconcile: (cluster, context) => setDefaults(cluster, context, classes) });
}

async function setDefaults(cluster: Cluster, { reader, writer }: SimContext, classes: AcceptedClasses): Promise<void> {
  if (isDeleting(cluster)) return;
  const clusterClass = (await classes.find(cluster, reader.lists))?.clusterClass;
  if (clusterClass === undefined) return;
  const draft = deepClone(cluster);
  defaultVariables(draft, clusterClass);
  await writer.as("defaults").exact().save(Cluster, cluster, draft);
}

/** Sets the defaults of variables as core's webhook does, those of fields of values too. Nothing is set in a list in which one value is of no variable, or of a variable twice. */
export function defaultVariables(draft: Cluster, clusterClass: ClusterClass): void {
  const definitions = definitionsOf(clusterClass);
  for (const { values, areOverrides, set } of topologyVariables(draft)) {
    const names = new Set(values.map(({ name }) => name));
    if (names.size < values.length) continue;
    if (definesAll(clusterClass) && values.some(({ name }) => !definitions.has(name))) continue;
    const given = values.map(({ name, value }) => ({
      name,
      value: valueWithDefaults(value, definitions.get(name)?.schema.openAPIV3Schema) ?? value,
    }));
    const added = areOverrides
      ? []
      : Array.from(definitions.values()).flatMap(({ name, schema: { openAPIV3Schema: schema } }) => {
          const value = names.has(name) ? undefined : valueWithDefaults(schema.default, schema);
          return value === undefined ? [] : [{ name, value }];
        });
    const all = [...given, ...added];
    if (all.length > 0) set(all);
  }
}

/**
 * A value of a variable with the defaults of its schema for what is missing or null in it, as Cluster API sets them; without a value it is the default of the whole. Undefined where there is neither.
 *
 * @example
 * const value = valueWithDefaults(undefined, { type: "object", default: {}, properties: { size: { default: 2 } } }); // { size: 2 }
 */
export function valueWithDefaults(
  value: JSONValue | undefined,
  schema: JSONSchemaProps | undefined,
): JSONValue | undefined {
  const given = value ?? schema?.default ?? value;
  if (Array.isArray(given)) return given.map((item) => valueWithDefaults(item, schema?.items) ?? item);
  if (!isJsonObject(given)) return given;
  const fields = deepClone(given);
  const { properties = {}, additionalProperties } = schema ?? {};
  for (const name of new Set([...Object.keys(fields), ...Object.keys(properties)])) {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const field = valueWithDefaults(Object.hasOwn(fields, name) ? fields[name] : undefined, own);
    if (field !== undefined) setOwn(fields, name, field);
  }
  return fields;
}
