// The custom kinds that probes use: one with everything a schema has, in two versions, and one without status.
import type { JSONSchema } from "@capstan/kube/builtin";

const spec: JSONSchema = {
  type: "object",
  required: ["size"],
  properties: {
    size: { type: "integer", minimum: 1, maximum: 9 },
    color: { type: "string", enum: ["red", "green"], default: "red" },
    name: { type: "string", minLength: 2, maxLength: 5, pattern: "^[a-z]+$" },
    parts: {
      type: "array",
      maxItems: 2,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["id"],
      items: { type: "object", required: ["id"], properties: { id: { type: "string" }, note: { type: "string" } } },
    },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    port: { "x-kubernetes-int-or-string": true },
  },
};

const schema: { openAPIV3Schema: JSONSchema } = {
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec,
      status: { type: "object", properties: { phase: { type: "string" }, ready: { type: "boolean" } } },
    },
  },
};

function definition(
  { group = "probe.test", ...names }: { readonly group?: string; readonly kind: string; readonly plural: string },
  scope: string,
  versions: readonly object[],
): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${names.plural}.${group}` },
    spec: { group, names, scope, versions },
  };
}

const selectableFields = [{ jsonPath: ".spec.color" }];

const storage = { served: true, storage: true, schema };

const fields = (...names: string[]): object => ({
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) },
    },
  },
});

const count = { type: "integer", format: "int32" } as const;

const scaled: { openAPIV3Schema: JSONSchema } = {
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: { type: "object", properties: { replicas: { ...count, maximum: 20 }, note: { type: "string" } } },
      status: {
        type: "object",
        properties: {
          replicas: count,
          selector: { type: "string" },
          ratio: { type: "number" },
          ready: { type: "boolean" },
          conditions: {
            type: "array",
            items: {
              type: "object",
              properties: { type: { type: "string" }, status: { type: "string" }, since: { type: "string" } },
            },
          },
        },
      },
    },
  },
};

const scaledSubresources = {
  status: {},
  scale: {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".status.selector",
  },
};

/** Each type, and each form of path that definitions use. */
const additionalPrinterColumns = [
  { name: "Wanted", type: "integer", jsonPath: ".spec.replicas" },
  { name: "Note", type: "string", jsonPath: ".spec.note", priority: 1, description: "what it is for" },
  { name: "Ratio", type: "number", jsonPath: ".status.ratio" },
  { name: "Is Ready", type: "boolean", jsonPath: ".status.ready" },
  { name: "Available", type: "string", jsonPath: '.status.conditions[?(@.type=="Available")].status' },
  { name: "First", type: "string", jsonPath: ".status.conditions[0].type" },
  { name: "All", type: "string", jsonPath: ".status.conditions[*].type" },
  { name: "Label", type: "string", jsonPath: ".metadata.labels.probe\\.test/a" },
  { name: "Whole", type: "string", jsonPath: ".spec" },
  { name: "Count", type: "string", jsonPath: ".spec.replicas" },
  { name: "Wrong", type: "date", jsonPath: ".spec.note" },
  { name: "Wrong Too", type: "integer", jsonPath: ".spec.note" },
];

/** Everything that is served before probes run. */
export const probeDefinitions: readonly object[] = [
  definition({ kind: "Widget", plural: "widgets" }, "Namespaced", [
    { name: "v1", ...storage, subresources: { status: {} }, selectableFields },
    { name: "v1alpha1", ...storage, storage: false, deprecated: true, subresources: { status: {} }, selectableFields },
  ]),
  definition({ kind: "Plain", plural: "plains" }, "Cluster", [{ name: "v1", ...storage }]),
  definition({ kind: "Grown", plural: "growns" }, "Namespaced", [
    { name: "v1", served: true, storage: true, schema: fields("a", "b") },
    { name: "v1beta1", served: true, storage: false, schema: fields("a") },
  ]),
  definition({ group: "scale.probe.test", kind: "Scaled", plural: "scaleds" }, "Namespaced", [
    {
      name: "v1",
      served: true,
      storage: true,
      schema: scaled,
      subresources: scaledSubresources,
      additionalPrinterColumns,
    },
  ]),
];
