// The schema of a whole object: the fields that every object has, with the descriptions of Kubernetes, and the fields of the kind.
import { objectSchema } from "./type-schema.ts";
import { applyTypeTags } from "./apply-tags.ts";
import type { NamedType, ObjectNode } from "@capstan/generator-model";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { SchemaContext } from "./schema-context.ts";

/** The description of apiVersion in every schema of Kubernetes. */
export const apiVersionDescription = `APIVersion defines the versioned schema of this representation of an object.
Servers should convert recognized schemas to the latest internal value, and
may reject unrecognized values.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources`;

/** The description of kind in every schema of Kubernetes. */
export const kindDescription = `Kind is a string value representing the REST resource this object represents.
Servers may infer this from the endpoint the client submits requests to.
Cannot be updated.
In CamelCase.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds`;

const descriptions: Readonly<Record<string, string>> = { apiVersion: apiVersionDescription, kind: kindDescription };

/** The schema of a kind's root type. Fields that the author declares again, such as apiVersion, stay as declared. */
export function rootSchema(root: NamedType, node: ObjectNode, context: SchemaContext): JSONSchema {
  const schema = objectSchema(node, { ...context, inside: [root.id] });
  const own = new Set(node.properties.map(({ name }) => name));
  for (const [name, description] of Object.entries(descriptions)) {
    const property = schema.properties?.[name];
    if (property !== undefined && !own.has(name)) property.description = description;
  }
  if (root.description !== "") schema.description = root.description;
  return applyTypeTags(schema, root.tags, context);
}
