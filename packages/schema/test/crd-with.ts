// A whole CRD around the schema of its only version.

/** The CRD of the kind Foo, whose root has these properties. */
export function crdWith(properties: object): unknown {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
      ],
    },
  };
}
