// Machine, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Duration, Int64, KubeObject, Resource, Time } from "@capstan/kube";
import type { NodeSystemInfo } from "../node-system-info.ts";
import type { MachineAddress, ObjectMeta } from "./common.ts";
import type { Condition } from "./condition.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectReference } from "./references.ts";

/** How a machine becomes a node. */
export interface Bootstrap {
  /** configRef references the bootstrap config of this machine. */
  configRef?: ObjectReference;
  /**
   * dataSecretName names the Secret that holds the bootstrap data.
   * @minLength 0
   * @maxLength 253
   */
  dataSecretName?: string;
}

/** The desired state of a Machine. */
export interface MachineSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName: string;
  /** bootstrap says how the machine becomes a node: by a bootstrap config, or by a Secret that already holds the data. */
  bootstrap: Bootstrap;
  /** infrastructureRef references the object of the infrastructure provider. */
  infrastructureRef: ObjectReference;
  /**
   * version is the Kubernetes version.
   * @minLength 1
   * @maxLength 256
   */
  version?: string;
  /**
   * providerID identifies the machine to its cloud, and equals the providerID of its Node.
   * @minLength 1
   * @maxLength 512
   */
  providerID?: string;
  /**
   * failureDomain is the failure domain the machine is placed in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** nodeDrainTimeout is how long draining the Node may take; 0 means for ever. */
  nodeDrainTimeout?: Duration;
  /** nodeVolumeDetachTimeout is how long detaching the Node's volumes may take; 0 means for ever. */
  nodeVolumeDetachTimeout?: Duration;
  /** nodeDeletionTimeout is how long deletion of the Node is retried; 0 means for ever. */
  nodeDeletionTimeout?: Duration;
  /**
   * taints are set on the Nodes of these machines.
   * @listType map
   * @listMapKey key
   * @listMapKey effect
   * @minItems 1
   * @maxItems 64
   */
  taints?: MachineTaint[];
}

/** How far the deletion of a machine has come. */
export interface MachineDeletionStatus {
  /** nodeDrainStartTime is when draining the Node began. */
  nodeDrainStartTime?: Time;
  /** waitForNodeVolumeDetachStartTime is when waiting for the Node's volumes began. */
  waitForNodeVolumeDetachStartTime?: Time;
  /** waitForPreDrainHookStartTime is when waiting for pre-drain hooks began. */
  waitForPreDrainHookStartTime?: Time;
  /** waitForPreTerminateHookStartTime is when waiting for pre-terminate hooks began. */
  waitForPreTerminateHookStartTime?: Time;
}

/** What API version v1beta2 has in its status itself. */
export interface MachineV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of a Machine. */
export interface MachineStatus {
  /** nodeRef references the Node that the machine became. */
  nodeRef?: ObjectReference;
  /** nodeInfo is what the Node says about its operating system, kernel and kubelet. */
  nodeInfo?: NodeSystemInfo;
  /** lastUpdated is when the phase last changed. */
  lastUpdated?: Time;
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
  /** addresses are the addresses at which the machine is reached, as the infrastructure provider reports them. */
  addresses?: MachineAddress[];
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?: "Pending" | "Provisioning" | "Provisioned" | "Running" | "Deleting" | "Deleted" | "Failed" | "Unknown";
  /** certificatesExpiryDate is when the control plane certificates on this machine expire. */
  certificatesExpiryDate?: Time;
  /** bootstrapReady becomes true once the bootstrap provider is ready. */
  bootstrapReady?: boolean;
  /** infrastructureReady becomes true once the infrastructure is ready. */
  infrastructureReady?: boolean;
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** deletion reports how far the deletion has come. */
  deletion?: MachineDeletionStatus;
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: MachineV1Beta2Status;
}

/** A Machine stands for one node of a cluster and the machine it runs on. */
export interface Machine extends KubeObject<"cluster.x-k8s.io/v1beta1", "Machine"> {
  /** spec is the desired state. */
  spec?: MachineSpec;
  /** status is the observed state. */
  status?: MachineStatus;
}
export const Machine: Resource<Machine> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "Machine",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["ma"],
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    NodeName: { path: ".status.nodeRef.name", description: "The Node it became" },
    ProviderID: { path: ".spec.providerID", description: "The identifier of the machine at its cloud" },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.version", description: "The Kubernetes version" },
  },
});

/** The Machines that are created. */
export interface MachineTemplateSpec {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state. */
  spec?: MachineSpec;
}
