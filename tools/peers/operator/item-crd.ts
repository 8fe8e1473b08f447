// The definition of the kind that the peer reconciles (item.go), for those that run it.

/** The definition. */
export const itemCrd: object = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "items.bench.example.com" },
  spec: {
    group: "bench.example.com",
    names: { kind: "Item", listKind: "ItemList", plural: "items", singular: "item" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  sent: { type: "number" },
                  parts: {
                    type: "array",
                    items: {
                      type: "object",
                      properties: {
                        name: { type: "string" },
                        labels: { type: "object", additionalProperties: { type: "string" } },
                        size: { type: "integer", format: "int64" },
                      },
                      required: ["name", "size"],
                    },
                  },
                },
              },
            },
            required: ["spec"],
          },
        },
      },
    ],
  },
};
