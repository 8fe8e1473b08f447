// A right definition, which tests break in one way each.
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";

/** A definition that an API server accepts. */
export function definition(schema: JSONSchema = {}): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "foos", kind: "Foo" },
      scope: "Namespaced",
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", ...schema } } },
      ],
    },
  };
}
