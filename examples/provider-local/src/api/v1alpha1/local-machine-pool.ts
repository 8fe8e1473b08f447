// LocalMachinePool v1alpha1: the older version, shaped for contract v1beta1 (ready flag, severity conditions).
// Served in addition to v1beta1, into which it is converted; no controller reads it.
import {
  defineInfraMachinePool,
  defineTemplate,
  type Duration,
  type Int32,
  type KubeObject,
  type Quantity,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { Condition } from "@capstan/api/core/v1beta1";

/** LocalMachinePoolSpec defines the desired state of LocalMachinePool. */
export interface LocalMachinePoolSpec {
  /** providerIDList has the ID of every machine of the pool: local://<namespace>/<pool>.<number>. The controller sets it. */
  providerIDList?: string[];
  /**
   * cpus is the number of processors that the Nodes of the machines report.
   * @minimum 1
   * @maximum 1024
   */
  cpus?: Int32;
  /** memory is the memory that the Nodes of the machines report. */
  memory?: Quantity;
  /**
   * leaseDuration is how long a Node stays ready after the last heartbeat of its process.
   * @default "40s"
   */
  leaseDuration?: Duration;
}

/** LocalMachinePoolStatus defines the observed state of LocalMachinePool. */
export interface LocalMachinePoolStatus {
  /** ready is true once a machine of the pool runs. */
  ready?: boolean;
  /** replicas is the number of machines that run. */
  replicas?: Int32;
  /** conditions are the latest observations of the LocalMachinePool. */
  conditions?: Condition[];
}

/** LocalMachinePool is the Schema for the localmachinepools API. */
export interface LocalMachinePool extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "LocalMachinePool"> {
  /** spec is the desired state of LocalMachinePool. */
  spec?: LocalMachinePoolSpec;
  /** status is the observed state of LocalMachinePool. */
  status?: LocalMachinePoolStatus;
}

export const LocalMachinePool: Resource<LocalMachinePool> = defineInfraMachinePool({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "LocalMachinePool",
  contracts: ["v1beta1"],
  categories: ["cluster-api"],
});

/** LocalMachinePoolTemplate is the Schema for the localmachinepooltemplates API: LocalMachinePools of a ClusterClass are created from it. */
export type LocalMachinePoolTemplate = TemplateOf<LocalMachinePool, "providerIDList">;
export const LocalMachinePoolTemplate: Resource<LocalMachinePoolTemplate> = defineTemplate(LocalMachinePool, {
  omit: ["providerIDList"],
});
