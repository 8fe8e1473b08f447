// Workers of a ClusterClass, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Duration, Int32 } from "@capstan/kube";
import type { ObjectMeta } from "./common.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type { MachineHealthCheckClass } from "./health-check.ts";
import type { MachineDeploymentStrategy } from "./machine-deployment.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { LocalObjectTemplate } from "./references.ts";

/** How the objects are named. */
export interface MachineDeploymentClassNamingStrategy {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/** What the machines of a class are made from. */
export interface MachineDeploymentClassTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** bootstrap says how the machine becomes a node: by a bootstrap config, or by a Secret that already holds the data. */
  bootstrap: LocalObjectTemplate;
  /** infrastructure describes the infrastructure. */
  infrastructure: LocalObjectTemplate;
}

/** A kind of worker machines that topologies may ask for. */
export interface MachineDeploymentClass {
  /**
   * class is the name by which a topology chooses this class.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /** template describes the machines of the class. */
  template: MachineDeploymentClassTemplate;
  /** machineHealthCheck configures a MachineHealthCheck for these machines. */
  machineHealthCheck?: MachineHealthCheckClass;
  /**
   * failureDomain is the failure domain the machine is placed in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /** namingStrategy is the rule for the names of the objects. */
  namingStrategy?: MachineDeploymentClassNamingStrategy;
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
  /** strategy configures how changes are rolled out. */
  strategy?: MachineDeploymentStrategy;
}

/** How the objects are named. */
export interface MachinePoolClassNamingStrategy {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/** What the pools of a class are made from. */
export interface MachinePoolClassTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** bootstrap says how the machine becomes a node: by a bootstrap config, or by a Secret that already holds the data. */
  bootstrap: LocalObjectTemplate;
  /** infrastructure describes the infrastructure. */
  infrastructure: LocalObjectTemplate;
}

/** A kind of worker pools that topologies may ask for. */
export interface MachinePoolClass {
  /**
   * class is the name by which a topology chooses this class.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /** template describes the pools of the class. */
  template: MachinePoolClassTemplate;
  /**
   * failureDomains are the failure domains to be used.
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  failureDomains?: string[];
  /** namingStrategy is the rule for the names of the objects. */
  namingStrategy?: MachinePoolClassNamingStrategy;
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
}
