// The schema of a whole object: the fields every object has, with Kubernetes' own words for them, and the kind's.
// Called by crd-version.ts; the fields of the kind come from type-schema.ts.
import { objectSchema } from "./type-schema.ts";
import { applyTypeTags } from "./apply-tags.ts";
import type { NamedType, ObjectNode } from "@capstan/generator-model";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { SchemaContext } from "./schema-context.ts";

/** What Kubernetes says about apiVersion in every schema. */
export const apiVersionDescription = `APIVersion defines the versioned schema of this representation of an object.
Servers should convert recognized schemas to the latest internal value, and
may reject unrecognized values.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources`;

/** What Kubernetes says about kind in every schema. */
export const kindDescription = `Kind is a string value representing the REST resource this object represents.
Servers may infer this from the endpoint the client submits requests to.
Cannot be updated.
In CamelCase.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds`;

const texts: Readonly<Record<string, string>> = { apiVersion: apiVersionDescription, kind: kindDescription };

/** The schema of a kind's root type. What the author declared again (apiVersion, say) is taken as declared. */
export function rootSchema(root: NamedType, node: ObjectNode, context: SchemaContext): JSONSchema {
  const schema = objectSchema(node, { ...context, inside: [root.id] });
  const own = new Set(node.properties.map(({ name }) => name));
  for (const [name, description] of Object.entries(texts)) {
    const property = schema.properties?.[name];
    if (property !== undefined && !own.has(name)) property.description = description;
  }
  if (root.description !== "") schema.description = root.description;
  return applyTypeTags(schema, root.tags, context);
}
