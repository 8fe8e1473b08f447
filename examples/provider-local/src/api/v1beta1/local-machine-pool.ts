// LocalMachinePool v1beta1: a group of machines that are processes on this computer, and grow and shrink together.
// Shaped for contract v1beta2 and stored in this version; the controller and the generators read it.
import {
  type Condition,
  defineInfraMachinePool,
  defineTemplate,
  type Int32,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { LocalMachineCapacity } from "./local-machine.ts";

/** LocalMachinePoolSpec defines the desired state of LocalMachinePool. The MachinePool declares how many machines there are. */
export interface LocalMachinePoolSpec {
  /**
   * providerIDList has the ID of every machine of the pool: local://<namespace>/<pool>.<number>. The controller sets it.
   * @listType atomic
   * @maxItems 10000
   * @items.minLength 1
   * @items.maxLength 512
   */
  providerIDList?: string[];
  /** capacity is what the Nodes of the machines report as their capacity. */
  capacity?: LocalMachineCapacity;
  /**
   * nodeLeaseDurationSeconds is how long a Node stays ready after the last heartbeat of its process.
   * @minimum 4
   * @maximum 3600
   * @default 40
   */
  nodeLeaseDurationSeconds?: Int32;
  /**
   * machineObjects is "Each" when every machine of the pool has a LocalMachine and a Machine, so that health checks can replace one, and
   * its Node is drained before it ends. When it is "None" or not set, they have none.
   */
  machineObjects?: "None" | "Each";
}

/**
 * LocalMachinePoolInitializationStatus reports the steps that happen once in the life of a LocalMachinePool.
 * @minProperties 1
 */
export interface LocalMachinePoolInitializationStatus {
  /** provisioned is true once a machine of the pool runs. */
  provisioned?: boolean;
}

/** LocalMachinePoolStatus defines the observed state of LocalMachinePool. */
export interface LocalMachinePoolStatus {
  /** ready is true once a machine of the pool runs: core reads it of a pool under every contract. */
  ready?: boolean;
  /** initialization reports the steps that happen once in the life of a LocalMachinePool. */
  initialization?: LocalMachinePoolInitializationStatus;
  /** replicas is the number of machines that run. */
  replicas?: Int32;
  /**
   * infrastructureMachineKind is the kind of the machines that have a Machine.
   * @minLength 1
   * @maxLength 256
   */
  infrastructureMachineKind?: string;
  /**
   * conditions are the latest observations of the LocalMachinePool.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** LocalMachinePool is the Schema for the localmachinepools API. */
export interface LocalMachinePool extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "LocalMachinePool"> {
  /** spec is the desired state of LocalMachinePool. */
  spec?: LocalMachinePoolSpec;
  /** status is the observed state of LocalMachinePool. */
  status?: LocalMachinePoolStatus;
}

export const LocalMachinePool: Resource<LocalMachinePool> = defineInfraMachinePool({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "LocalMachinePool",
  contracts: ["v1beta2"],
  storage: true,
  categories: ["cluster-api"],
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      type: "string",
      description: "Cluster that the LocalMachinePool belongs to",
    },
    Replicas: { path: ".status.replicas", description: "Machines that run" },
    Ready: { path: ".status.ready", description: "Whether a machine runs" },
    Age: ".metadata.creationTimestamp",
  },
});

/** LocalMachinePoolTemplate is the Schema for the localmachinepooltemplates API: LocalMachinePools of a ClusterClass are created from it. */
export type LocalMachinePoolTemplate = TemplateOf<LocalMachinePool, "providerIDList">;
export const LocalMachinePoolTemplate: Resource<LocalMachinePoolTemplate> = defineTemplate(LocalMachinePool, {
  omit: ["providerIDList"],
});
