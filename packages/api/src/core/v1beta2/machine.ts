// Machine, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, KubeObject, Resource, Time } from "@capstan/kube";
import type { NodeSystemInfo } from "../node-system-info.ts";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type { MachineAddress } from "./machine-address.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ContractVersionedObjectReference, MachineNodeReference } from "./references.ts";

/** Where a Machine is in its life. */
export type MachinePhase =
  | "Pending"
  | "Provisioning"
  | "Provisioned"
  | "Running"
  | "Updating"
  | "Deleting"
  | "Deleted"
  | "Failed"
  | "Unknown";

/** How a machine becomes a node. */
export interface Bootstrap {
  /** configRef references the bootstrap config of this machine. */
  configRef?: ContractVersionedObjectReference;
  /**
   * dataSecretName names the Secret that holds the bootstrap data.
   * @minLength 0
   * @maxLength 253
   */
  dataSecretName?: string;
}

/**
 * How a machine is deleted.
 * @minProperties 1
 */
export interface MachineDeletionSpec {
  /**
   * nodeDrainTimeoutSeconds is how long draining the Node may take; 0 means for ever.
   * @minimum 0
   */
  nodeDrainTimeoutSeconds?: Int32;
  /**
   * nodeVolumeDetachTimeoutSeconds is how long detaching the Node's volumes may take; 0 means for ever.
   * @minimum 0
   */
  nodeVolumeDetachTimeoutSeconds?: Int32;
  /**
   * nodeDeletionTimeoutSeconds is how long deletion of the Node is retried; 0 means for ever.
   * @minimum 0
   */
  nodeDeletionTimeoutSeconds?: Int32;
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
  infrastructureRef: ContractVersionedObjectReference;
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
   * minReadySeconds is how long a machine must be ready before it counts as available.
   * @minimum 0
   */
  minReadySeconds?: Int32;
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready.
   * @listType map
   * @listMapKey conditionType
   * @minItems 1
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** deletion configures how machines are deleted. */
  deletion?: MachineDeletionSpec;
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

/**
 * What happens once in a Machine's life.
 * @minProperties 1
 */
export interface MachineInitializationStatus {
  /** infrastructureProvisioned becomes true once the infrastructure provider has provisioned everything, and stays true. */
  infrastructureProvisioned?: boolean;
  /** bootstrapDataSecretCreated becomes true once the bootstrap provider has written the data Secret, and stays true. */
  bootstrapDataSecretCreated?: boolean;
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

/** Fields that only API version v1beta1 has. */
export interface MachineV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
}

/** Fields that only older API versions have. */
export interface MachineDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: MachineV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a Machine.
 * @minProperties 1
 */
export interface MachineStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /** initialization reports the steps that happen once in the object's life. */
  initialization?: MachineInitializationStatus;
  /** nodeRef references the Node that the machine became. */
  nodeRef?: MachineNodeReference;
  /** nodeInfo is what the Node says about its operating system, kernel and kubelet. */
  nodeInfo?: NodeSystemInfo;
  /** lastUpdated is when the phase last changed. */
  lastUpdated?: Time;
  /**
   * addresses are the addresses at which the machine is reached, as the infrastructure provider reports them.
   * @maxItems 256
   * @listType atomic
   */
  addresses?: MachineAddress[];
  /**
   * failureDomain is the failure domain the infrastructure provider placed the machine in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?:
    | "Pending"
    | "Provisioning"
    | "Provisioned"
    | "Running"
    | "Updating"
    | "Deleting"
    | "Deleted"
    | "Failed"
    | "Unknown";
  /** certificatesExpiryDate is when the control plane certificates on this machine expire. */
  certificatesExpiryDate?: Time;
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deletion reports how far the deletion has come. */
  deletion?: MachineDeletionStatus;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: MachineDeprecatedStatus;
}

/** A Machine stands for one node of a cluster and the machine it runs on. */
export interface Machine extends KubeObject<"cluster.x-k8s.io/v1beta2", "Machine"> {
  /** spec is the desired state. */
  spec: MachineSpec;
  /** status is the observed state. */
  status?: MachineStatus;
}
export const Machine: Resource<Machine> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["ma"],
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    "Node Name": { path: ".status.nodeRef.name", description: "The Node it became" },
    "Provider ID": {
      path: ".spec.providerID",
      description: "The identifier of the machine at its cloud",
      priority: 10,
    },
    "Failure domain": { path: ".status.failureDomain", description: "Where the machine was placed" },
    Ready: {
      path: '.status.conditions[?(@.type=="Ready")].status',
      description: "Whether the machine passes all readiness checks",
    },
    Available: {
      path: '.status.conditions[?(@.type=="Available")].status',
      description: "Whether everything needed is available",
    },
    "Up-to-date": {
      path: '.status.conditions[?(@.type=="UpToDate")].status',
      description: "Whether the machine follows the newest spec",
    },
    "Internal-IP": {
      path: '.status.addresses[?(@.type=="InternalIP")].address',
      description: "Internal IP of the machine",
      priority: 10,
    },
    "External-IP": {
      path: '.status.addresses[?(@.type=="ExternalIP")].address',
      description: "External IP of the machine",
      priority: 10,
    },
    "OS-Image": { path: ".status.nodeInfo.osImage", description: "Operating system of the Node", priority: 10 },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.version", description: "The Kubernetes version" },
  },
});
