// The topology of a Cluster that is made from a ClusterClass, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Duration, Int32, JSONValue, Time } from "@capstan/kube";
import type { ObjectMeta } from "./common.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type { MachineHealthCheckTopology } from "./health-check.ts";
import type { MachineDeploymentStrategy } from "./machine-deployment.ts";
import type { MachineTaint } from "./machine-taint.ts";

/** A value for a variable that the ClusterClass declares. */
export interface ClusterVariable {
  /**
   * name names the variable.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /**
   * definitionFrom names the patch whose definition of the variable this value is for; empty means the only one.
   * @maxLength 256
   */
  definitionFrom?: string;
  /** value is the value. */
  value: JSONValue;
}

/** Values that differ here from the topology's own. */
export interface ControlPlaneVariables {
  /**
   * overrides are the values that differ here from the topology's own.
   * @listType map
   * @listMapKey name
   * @maxItems 1000
   */
  overrides?: ClusterVariable[];
}

/** Values that differ here from the topology's own. */
export interface MachineDeploymentVariables {
  /**
   * overrides are the values that differ here from the topology's own.
   * @listType map
   * @listMapKey name
   * @maxItems 1000
   */
  overrides?: ClusterVariable[];
}

/** Values that differ here from the topology's own. */
export interface MachinePoolVariables {
  /**
   * overrides are the values that differ here from the topology's own.
   * @listType map
   * @listMapKey name
   * @maxItems 1000
   */
  overrides?: ClusterVariable[];
}

/**
 * When and how changes are rolled out.
 * @minProperties 1
 */
export interface ControlPlaneTopologyRolloutSpec {
  /** after starts a rollout, at this time, of everything that was created before it. */
  after?: Time;
}

/** The control plane of a topology. */
export interface ControlPlaneTopology {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** replicas is how many control plane machines are wanted. */
  replicas?: Int32;
  /** rollout configures how changes are rolled out. */
  rollout?: ControlPlaneTopologyRolloutSpec;
  /** machineHealthCheck configures a MachineHealthCheck for these machines. */
  machineHealthCheck?: MachineHealthCheckTopology;
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
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** variables are values for the variables that the class declares. */
  variables?: ControlPlaneVariables;
}

/**
 * When and how changes are rolled out.
 * @minProperties 1
 */
export interface MachineDeploymentTopologyRolloutSpec {
  /** after starts a rollout, at this time, of everything that was created before it. */
  after?: Time;
}

/** A group of worker machines of a topology, made from a class. */
export interface MachineDeploymentTopology {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /**
   * class names the class of the ClusterClass that this entry is made from.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /**
   * name identifies the entry within the topology; object names are made from it.
   * @minLength 1
   * @maxLength 63
   */
  name: string;
  /**
   * failureDomain is the failure domain the machine is placed in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** machineHealthCheck configures a MachineHealthCheck for these machines. */
  machineHealthCheck?: MachineHealthCheckTopology;
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
  /** minReadySeconds is how long a machine must be ready before it counts as available. */
  minReadySeconds?: Int32;
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** rollout configures how changes are rolled out. */
  rollout?: MachineDeploymentTopologyRolloutSpec;
  /** strategy configures how changes are rolled out. */
  strategy?: MachineDeploymentStrategy;
  /** variables are values for the variables that the class declares. */
  variables?: MachineDeploymentVariables;
}

/** A pool of worker machines of a topology, made from a class. */
export interface MachinePoolTopology {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /**
   * class names the class of the ClusterClass that this entry is made from.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /**
   * name identifies the entry within the topology; object names are made from it.
   * @minLength 1
   * @maxLength 63
   */
  name: string;
  /**
   * failureDomains are the failure domains to be used.
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  failureDomains?: string[];
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
  /** minReadySeconds is how long a machine must be ready before it counts as available. */
  minReadySeconds?: Int32;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** variables are values for the variables that the class declares. */
  variables?: MachinePoolVariables;
}

/** The workers of a topology. */
export interface WorkersTopology {
  /**
   * machineDeployments lists the groups of worker machines.
   * @listType map
   * @listMapKey name
   * @maxItems 2000
   */
  machineDeployments?: MachineDeploymentTopology[];
  /**
   * machinePools lists the pools of worker machines.
   * @listType map
   * @listMapKey name
   * @maxItems 2000
   */
  machinePools?: MachinePoolTopology[];
}

/** Asks for a cluster made from a ClusterClass. */
export interface Topology {
  /**
   * class names the ClusterClass.
   * @minLength 1
   * @maxLength 253
   */
  class: string;
  /**
   * classNamespace is the namespace of the ClusterClass, where it differs from the Cluster's.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  classNamespace?: string;
  /**
   * version is the Kubernetes version.
   * @minLength 1
   * @maxLength 256
   */
  version: string;
  /** rolloutAfter asks for a rollout of everything created before this time, once the time has come. */
  rolloutAfter?: Time;
  /** controlPlane describes the control plane of the topology. */
  controlPlane?: ControlPlaneTopology;
  /** workers describes the workers of the topology. */
  workers?: WorkersTopology;
  /**
   * variables are values for the variables that the class declares.
   * @listType map
   * @listMapKey name
   * @maxItems 1000
   */
  variables?: ClusterVariable[];
}
