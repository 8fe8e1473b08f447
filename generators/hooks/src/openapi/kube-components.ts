// Kubernetes' own types as components, with the names of Cluster API's document.
import type { OpenApiSchema } from "./document.ts";

const meta = "k8s.io.apimachinery.pkg.apis.meta.v1";

/** The components of scalars and open types. */
export const openComponents: Readonly<Record<"Time" | "IntOrString" | "JSONValue" | "JSONObject" | "Fields", string>> =
  {
    Time: `${meta}.Time`,
    IntOrString: "k8s.io.apimachinery.pkg.util.intstr.IntOrString",
    JSONValue: "k8s.io.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
    JSONObject: "k8s.io.apimachinery.pkg.runtime.RawExtension",
    Fields: `${meta}.FieldsV1`,
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

const string = (description: string): OpenApiSchema => ({ type: "string", description });
const boolean = (description: string): OpenApiSchema => ({ type: "boolean", description });
const long = (description: string): OpenApiSchema => ({ type: "integer", format: "int64", description });
const time = (description: string): OpenApiSchema => ({ ...refTo(openComponents.Time), description });
const strings = (description: string): OpenApiSchema => ({
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
    description: "A number or a string.",
  },
  [openComponents.JSONValue]: { description: "Any JSON value." },
  [openComponents.JSONObject]: { type: "object", description: "Any object." },
  [openComponents.Fields]: { type: "object", description: "A set of fields as a tree." },
  [`${meta}.LabelSelector`]: {
    type: "object",
    description: "Selects objects by labels. All requirements must match; an empty selector matches everything.",
    properties: {
      matchLabels: strings("matchLabels are labels that must have these values."),
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
      key: string("key is the label."),
      operator: {
        ...string("operator says how the label's value relates to the values."),
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
      type: string("type names the aspect of the object that is observed."),
      status: { ...string("status is True, False or Unknown."), enum: ["True", "False", "Unknown"] },
      observedGeneration: long("observedGeneration is the generation that the observation was made of."),
      lastTransitionTime: time("lastTransitionTime is when the status last changed."),
      reason: string("reason is the one-word cause of the observation."),
      message: string("message explains the observation to people."),
    },
    required: ["type", "status", "lastTransitionTime", "reason", "message"],
  },
  [`${meta}.ManagedFieldsEntry`]: {
    type: "object",
    description: "Which fields a manager set.",
    properties: {
      manager: string("manager is the client that set the fields."),
      operation: string("operation is how they were set."),
      apiVersion: string("apiVersion is the version they were set in."),
      time: time("time is when they were set."),
      fieldsType: string("fieldsType is the form of fieldsV1."),
      fieldsV1: { ...refTo(openComponents.Fields), description: "fieldsV1 are the fields." },
      subresource: string("subresource is what they were set through."),
    },
  },
  [`${meta}.OwnerReference`]: {
    type: "object",
    description: "References an owner of an object.",
    properties: {
      apiVersion: string("apiVersion is the group and version of the owner."),
      kind: string("kind is the kind of the owner."),
      name: string("name is the name of the owner."),
      uid: string("uid is the UID of the owner."),
      controller: boolean("controller says whether this owner is the managing controller."),
      blockOwnerDeletion: boolean(
        "blockOwnerDeletion says whether foreground deletion of the owner waits for the object.",
      ),
    },
    required: ["apiVersion", "kind", "name", "uid"],
    "x-kubernetes-map-type": "atomic",
  },
  [`${meta}.ObjectMeta`]: {
    type: "object",
    description: "The metadata of an object.",
    properties: {
      name: string("name identifies the object in its namespace."),
      generateName: string("generateName is the beginning of a name that the server completes."),
      namespace: string("namespace is where the object is."),
      selfLink: string("selfLink is no longer set."),
      uid: string("uid is unique for every object that ever existed."),
      resourceVersion: string("resourceVersion changes with every write."),
      generation: long("generation changes with every change of the desired state."),
      creationTimestamp: time("creationTimestamp is when the object was created."),
      deletionTimestamp: time("deletionTimestamp is when deletion was requested."),
      deletionGracePeriodSeconds: long("deletionGracePeriodSeconds is how long deletion may take."),
      labels: strings("labels are what objects are selected by."),
      annotations: strings("annotations are notes for tools."),
      ownerReferences: list(refTo(`${meta}.OwnerReference`), "ownerReferences are the owners of the object.", [
        "map",
        "uid",
      ]),
      finalizers: list({ type: "string" }, "finalizers hold the object until each is removed.", ["set"]),
      managedFields: list(refTo(`${meta}.ManagedFieldsEntry`), "managedFields say who set which fields.", ["atomic"]),
    },
  },
};

/**
 * What is written over these components in the profile `upstream`: Cluster API copied their definitions from an older Kubernetes, where
 * lists had no types.
 */
export const copiedComponents: Readonly<Record<string, OpenApiSchema>> = {
  [openComponents.IntOrString]: {
    "x-kubernetes-v2-schema": { type: "string", format: "int-or-string", description: "A number or a string." },
  },
  [`${meta}.ObjectMeta`]: {
    properties: {
      clusterName: string("clusterName is no longer set."),
      creationTimestamp: { ...time("creationTimestamp is when the object was created."), default: {} },
      finalizers: {
        ...list({ type: "string", default: "" }, "finalizers hold the object until each is removed."),
        "x-kubernetes-patch-strategy": "merge",
      },
      ownerReferences: {
        ...list({ ...refTo(`${meta}.OwnerReference`), default: {} }, "ownerReferences are the owners of the object."),
        "x-kubernetes-patch-merge-key": "uid",
        "x-kubernetes-patch-strategy": "merge",
      },
      managedFields: list(
        { ...refTo(`${meta}.ManagedFieldsEntry`), default: {} },
        "managedFields say who set which fields.",
      ),
    },
  },
};
