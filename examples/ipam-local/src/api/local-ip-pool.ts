// LocalIPPool: ranges of addresses that claims get theirs from.
import { type Condition, defineIPPool, type Int32, type KubeObject, type Resource } from "@capstan/api";

/** LocalIPPoolSpec defines the desired state of LocalIPPool. */
export interface LocalIPPoolSpec {
  /**
   * ranges are the addresses of the pool: "10.0.0.10-10.0.0.99", "10.0.1.0/24", "fd00::/64".
   * @minItems 1
   * @maxItems 100
   * @listType atomic
   * @items.minLength 1
   * @items.maxLength 100
   */
  ranges: string[];
  /**
   * prefix is the length of the network's prefix in bits.
   * @minimum 0
   * @maximum 128
   */
  prefix: Int32;
  /**
   * gateway is the address of the network's gateway. No claim gets it.
   * @minLength 1
   * @maxLength 39
   */
  gateway?: string;
}

/** LocalIPPoolStatus defines the observed state of LocalIPPool. */
export interface LocalIPPoolStatus {
  /**
   * conditions are the latest observations of the LocalIPPool.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** LocalIPPool is the Schema for the localippools API. */
export interface LocalIPPool extends KubeObject<"ipam.cluster.x-k8s.io/v1beta1", "LocalIPPool"> {
  /** spec is the desired state of LocalIPPool. */
  spec: LocalIPPoolSpec;
  /** status is the observed state of LocalIPPool. */
  status?: LocalIPPoolStatus;
}

export const LocalIPPool: Resource<LocalIPPool> = defineIPPool({
  apiVersion: "ipam.cluster.x-k8s.io/v1beta1",
  kind: "LocalIPPool",
  // No Cluster owns a pool: with this label, clusterctl moves it with its addresses.
  labels: { "clusterctl.cluster.x-k8s.io/move-hierarchy": "" },
  categories: ["cluster-api"],
  printColumns: { Ranges: ".spec.ranges", Age: ".metadata.creationTimestamp" },
});
