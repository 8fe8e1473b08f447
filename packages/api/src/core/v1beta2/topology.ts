// The topology of a Cluster that is made from a ClusterClass, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { ClusterVariable } from "./cluster-variable.ts";
import type { ControlPlaneTopology } from "./topology-control-plane.ts";
import type { MachineDeploymentTopology } from "./topology-machine-deployment.ts";
import type { MachinePoolTopology } from "./topology-machine-pool.ts";

/** Names a ClusterClass. */
export interface ClusterClassRef {
  /**
   * name is the name of the referenced object.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
  /**
   * namespace is the namespace of the referenced object.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  namespace?: string;
}

/** Asks for a cluster made from a ClusterClass. */
export interface Topology {
  /** classRef names the ClusterClass this topology is made from. */
  classRef: ClusterClassRef;
  /**
   * version is the Kubernetes version.
   * @minLength 1
   * @maxLength 256
   */
  version: string;
  /** controlPlane describes the control plane of the topology. */
  controlPlane?: ControlPlaneTopology;
  /** workers describes the workers of the topology. */
  workers?: WorkersTopology;
  /**
   * variables are values for the variables that the class declares.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 1000
   */
  variables?: ClusterVariable[];
}

/**
 * The workers of a topology.
 * @minProperties 1
 */
export interface WorkersTopology {
  /**
   * machineDeployments lists the groups of worker machines.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 2000
   */
  machineDeployments?: MachineDeploymentTopology[];
  /**
   * machinePools lists the pools of worker machines.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 2000
   */
  machinePools?: MachinePoolTopology[];
}
