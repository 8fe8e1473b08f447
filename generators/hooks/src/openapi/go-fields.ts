// Where the Go types of Cluster API differ from what its generator would make of ours: pointers, and fields that are written when they
// are empty. Only documents of the profile `upstream` show it.
import type { JSONValue } from "@capstan/kube";

/** What is different in a field. */
export interface GoField {
  /** The default that the document has, or null for none. */
  readonly default?: JSONValue;
  /** The field is a list of pointers: its elements have no default. */
  readonly pointers?: true;
  /** The document does not have the type of the list: the marker stands where the generator does not look. */
  readonly unlisted?: true;
}

const core = "sigs.k8s.io.cluster-api.api.core.v1beta2";
const hooks = "sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1";
const pointer: GoField = { default: null };
const writtenEmpty: GoField = { default: "" };
const writtenZero: GoField = { default: 0 };

/** By component and field. */
const fields: Readonly<Record<string, Readonly<Record<string, GoField>>>> = {
  [`${core}.ClusterClassVariable`]: { required: pointer },
  [`${core}.ClusterDeprecatedStatus`]: { v1beta1: pointer },
  [`${core}.ClusterStatus`]: { controlPlane: pointer, deprecated: pointer, workers: pointer },
  [`${core}.Condition`]: { status: writtenEmpty, type: writtenEmpty },
  [`${core}.JSONSchemaProps`]: { additionalProperties: pointer, items: pointer, not: pointer },
  [`${core}.MachineDeprecatedStatus`]: { v1beta1: pointer },
  [`${core}.MachineSetDeprecatedStatus`]: { v1beta1: pointer },
  [`${core}.MachineSetStatus`]: { deprecated: pointer },
  [`${core}.MachineSetV1Beta1DeprecatedStatus`]: {
    availableReplicas: writtenZero,
    fullyLabeledReplicas: writtenZero,
    readyReplicas: writtenZero,
  },
  [`${core}.MachineStatus`]: {
    addresses: { unlisted: true },
    deletion: pointer,
    deprecated: pointer,
    nodeInfo: pointer,
  },
  [`${core}.UnhealthyMachineCondition`]: { timeoutSeconds: pointer },
  [`${core}.UnhealthyNodeCondition`]: { timeoutSeconds: pointer },
  [`${hooks}.GeneratePatchesResponseItem`]: { patchType: writtenEmpty },
  [`${hooks}.ValidateTopologyRequest`]: { items: { pointers: true } },
  "k8s.io.api.core.v1.NodeSystemInfo": { swap: pointer },
};

/** What is different in a field of a component; nothing for types that Cluster API does not have. */
export function goField(component: string, field: string): GoField {
  return fields[component]?.[field] ?? {};
}
