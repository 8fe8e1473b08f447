// Worker pools of a ClusterClass, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";
import type { ClusterClassTemplateReference } from "./cluster-class-template-reference.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";

/** A kind of worker pools that topologies may ask for. */
export interface MachinePoolClass {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /**
   * class is the name by which a topology chooses this class.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /** bootstrap names the bootstrap template of the class's pools. */
  bootstrap: MachinePoolClassBootstrapTemplate;
  /** infrastructure names the infrastructure template of the class's pools. */
  infrastructure: MachinePoolClassInfrastructureTemplate;
  /**
   * failureDomains are the failure domains to be used.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  failureDomains?: string[];
  /** naming is the rule for the names of the objects. */
  naming?: MachinePoolClassNamingSpec;
  /** deletion configures how machines are deleted. */
  deletion?: MachinePoolClassMachineDeletionSpec;
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
}

/** The bootstrap template of a class. */
export interface MachinePoolClassBootstrapTemplate {
  /** templateRef references the template. */
  templateRef: ClusterClassTemplateReference;
}

/** The infrastructure template of a class. */
export interface MachinePoolClassInfrastructureTemplate {
  /** templateRef references the template. */
  templateRef: ClusterClassTemplateReference;
}

/**
 * How the objects are named.
 * @minProperties 1
 */
export interface MachinePoolClassNamingSpec {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/**
 * How machines are deleted.
 * @minProperties 1
 */
export interface MachinePoolClassMachineDeletionSpec {
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
