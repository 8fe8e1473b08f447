// Pools of worker machines of a topology, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";
import type { ClusterVariable } from "./cluster-variable.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";

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
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
  /**
   * failureDomains are the failure domains to be used.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  failureDomains?: string[];
  /** deletion configures how machines are deleted. */
  deletion?: MachinePoolTopologyMachineDeletionSpec;
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
   * minReadySeconds is how long a machine must be ready before it counts as available.
   * @minimum 0
   */
  minReadySeconds?: Int32;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** variables are values for the variables that the class declares. */
  variables?: MachinePoolVariables;
}

/**
 * How machines are deleted.
 * @minProperties 1
 */
export interface MachinePoolTopologyMachineDeletionSpec {
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

/**
 * Values that differ here from the topology's own.
 * @minProperties 1
 */
export interface MachinePoolVariables {
  /**
   * overrides are the values that differ here from the topology's own.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 1000
   */
  overrides?: ClusterVariable[];
}
