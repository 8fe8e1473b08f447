// Kubernetes' own types as components: what the hooks' objects embed. Their names are those of Cluster API's document.
// @capstan/kube writes the same types for TypeScript; emit-openapi.ts adds the ones that are reached.
import type { OpenApiSchema } from "./document.ts";

const meta = "k8s.io.apimachinery.pkg.apis.meta.v1";

/** The components of what TypeScript writes as scalars and open types. */
export const openComponents: Readonly<Record<"Time" | "IntOrString" | "JSONValue" | "JSONObject", string>> = {
  Time: `${meta}.Time`,
  IntOrString: "k8s.io.apimachinery.pkg.util.intstr.IntOrString",
  JSONValue: "k8s.io.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
  JSONObject: "k8s.io.apimachinery.pkg.runtime.RawExtension",
};

/** The components of the object types of @capstan/kube, by name there. */
export const kubeTypes: Readonly<Record<string, string>> = {
  Condition: `${meta}.Condition`,
  LabelRequirement: `${meta}.LabelSelectorRequirement`,
  LabelSelector: `${meta}.LabelSelector`,
  ManagedFieldsEntry: `${meta}.ManagedFieldsEntry`,
  ObjectMeta: `${meta}.ObjectMeta`,
  OwnerReference: `${meta}.OwnerReference`,
};

/** A reference to a component. */
export function refTo(component: string): OpenApiSchema {
  return { $ref: `#/components/schemas/${component}` };
}

const text = (description: string): OpenApiSchema => ({ type: "string", description });
const truth = (description: string): OpenApiSchema => ({ type: "boolean", description });
const long = (description: string): OpenApiSchema => ({ type: "integer", format: "int64", description });
const time = (description: string): OpenApiSchema => ({ ...refTo(openComponents.Time), description });
const texts = (description: string): OpenApiSchema => ({
  type: "object",
  additionalProperties: { type: "string" },
  description,
});
const list = (items: OpenApiSchema, description: string, topology: readonly string[] = []): OpenApiSchema => ({
  type: "array",
  items,
  description,
  ...(topology[0] === undefined ? {} : { "x-kubernetes-list-type": topology[0] }),
  ...(topology.length < 2 ? {} : { "x-kubernetes-list-map-keys": topology.slice(1) }),
});

/** Every component of Kubernetes itself, by name. */
export const kubeComponents: Readonly<Record<string, OpenApiSchema>> = {
  [openComponents.Time]: { type: "string", format: "date-time", description: "A point in time, RFC 3339 in UTC." },
  [openComponents.IntOrString]: {
    oneOf: [{ type: "integer" }, { type: "string" }],
    format: "int-or-string",
    description: "A number or a text.",
  },
  [openComponents.JSONValue]: { description: "Any JSON value." },
  [openComponents.JSONObject]: { type: "object", description: "Any object." },
  [`${meta}.FieldsV1`]: { type: "object", description: "A set of fields as a tree." },
  [`${meta}.LabelSelector`]: {
    type: "object",
    description: "Selects objects by labels; all parts must hold, an empty one selects everything.",
    properties: {
      matchLabels: texts("matchLabels are labels that must have these values."),
      matchExpressions: list(refTo(`${meta}.LabelSelectorRequirement`), "matchExpressions are further conditions.", [
        "atomic",
      ]),
    },
    "x-kubernetes-map-type": "atomic",
  },
  [`${meta}.LabelSelectorRequirement`]: {
    type: "object",
    description: "A condition on a label.",
    properties: {
      key: text("key is the label."),
      operator: {
        ...text("operator says how the label's value relates to the values."),
        enum: ["In", "NotIn", "Exists", "DoesNotExist"],
      },
      values: list({ type: "string" }, "values are what the operator compares with.", ["atomic"]),
    },
    required: ["key", "operator"],
  },
  [`${meta}.Condition`]: {
    type: "object",
    description: "An observation about an object, one per type.",
    properties: {
      type: text("type names the aspect of the object that is observed."),
      status: { ...text("status says whether the condition holds."), enum: ["True", "False", "Unknown"] },
      observedGeneration: long("observedGeneration is the generation that the observation was made of."),
      lastTransitionTime: time("lastTransitionTime is when the status last changed."),
      reason: text("reason is the one-word cause of the observation."),
      message: text("message explains the observation to people."),
    },
    required: ["type", "status", "lastTransitionTime", "reason", "message"],
  },
  [`${meta}.ManagedFieldsEntry`]: {
    type: "object",
    description: "Which fields a manager set.",
    properties: {
      manager: text("manager is the one who set the fields."),
      operation: text("operation is how they were set."),
      apiVersion: text("apiVersion is the version they were set in."),
      time: time("time is when they were set."),
      fieldsType: text("fieldsType is the form of fieldsV1."),
      fieldsV1: { ...refTo(`${meta}.FieldsV1`), description: "fieldsV1 are the fields." },
      subresource: text("subresource is what they were set through."),
    },
  },
  [`${meta}.OwnerReference`]: {
    type: "object",
    description: "References an owner of an object.",
    properties: {
      apiVersion: text("apiVersion is the group and version of the owner."),
      kind: text("kind is the kind of the owner."),
      name: text("name is the name of the owner."),
      uid: text("uid is the UID of the owner."),
      controller: truth("controller says whether this owner is the managing controller."),
      blockOwnerDeletion: truth(
        "blockOwnerDeletion says whether foreground deletion of the owner waits for the object.",
      ),
    },
    required: ["apiVersion", "kind", "name", "uid"],
    "x-kubernetes-map-type": "atomic",
  },
  [`${meta}.ObjectMeta`]: {
    type: "object",
    description: "What every object carries besides its own fields.",
    properties: {
      name: text("name identifies the object in its namespace."),
      generateName: text("generateName is the beginning of a name that the server completes."),
      namespace: text("namespace is where the object is."),
      selfLink: text("selfLink is no longer filled."),
      uid: text("uid identifies the object for all time."),
      resourceVersion: text("resourceVersion changes with every write."),
      generation: long("generation changes with every change of the desired state."),
      creationTimestamp: time("creationTimestamp is when the object was created."),
      deletionTimestamp: time("deletionTimestamp is when deletion was asked for."),
      deletionGracePeriodSeconds: long("deletionGracePeriodSeconds is how long deletion may take."),
      labels: texts("labels are what objects are selected by."),
      annotations: texts("annotations are notes for tools."),
      ownerReferences: list(refTo(`${meta}.OwnerReference`), "ownerReferences are the owners of the object.", [
        "map",
        "uid",
      ]),
      finalizers: list({ type: "string" }, "finalizers hold the object until each is removed.", ["set"]),
      managedFields: list(refTo(`${meta}.ManagedFieldsEntry`), "managedFields say who set which fields.", ["atomic"]),
    },
  },
};
