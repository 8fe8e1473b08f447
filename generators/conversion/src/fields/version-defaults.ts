// The defaults of a version's schema in the form of generated modules: the parts with defaults, and nothing else. They are read from the CRD, which is what the API server knows.
import type { SchemaDefaults } from "@capstan/contract/codegen/v1";
import { ownFields } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";

/** A version of a kind. */
export interface KindVersion {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/** The defaults of a version; undefined for one without. */
export function versionDefaults(
  crds: readonly CustomResourceDefinition[],
  { group, kind, version }: KindVersion,
): SchemaDefaults | undefined {
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const schema = crd?.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  return schema && partsWithDefaults(schema);
}

/** The defaults inside of values of a schema; undefined where there are none. */
export function partsWithDefaults({
  properties = {},
  items,
  additionalProperties,
}: JSONSchema): SchemaDefaults | undefined {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const own = fieldDefaults(schema);
    return own === undefined ? [] : [[name, own] as const];
  });
  const [list, map] = [items, additionalProperties].map(fieldDefaults);
  const parts = {
    ...(fields.length > 0 && { fields: ownFields(fields) }),
    ...(list && { list }),
    ...(map && { map }),
  };
  return Object.keys(parts).length === 0 ? undefined : parts;
}

/** The default of a field, and those inside of its values. */
function fieldDefaults(schema: JSONSchema | boolean | undefined): SchemaDefaults | undefined {
  if (typeof schema !== "object") return undefined;
  const inside = partsWithDefaults(schema);
  if (schema.default === undefined) return inside;
  return { default: schema.default, ...(schema.nullable === true && { nullable: true }), ...inside };
}
