// LocalMachine v1beta1: a machine that is a process on this computer and registers a Node.
// Shaped for contract v1beta2 and stored in this version; the controller and the generators read it.
import {
  type Condition,
  defineInfraMachine,
  defineTemplate,
  type Int32,
  type KubeObject,
  type Quantity,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { MachineAddress } from "@capstan/api/core/v1beta2";
import type { LocalDeprecatedStatus } from "./deprecated-status.ts";

/** LocalMachineCapacity is what the machine's Node reports as its capacity. Nothing is reserved for it. */
export interface LocalMachineCapacity {
  /**
   * cpus is the number of processors the Node reports.
   * @minimum 1
   * @maximum 1024
   */
  cpus?: Int32;
  /** memory is the memory the Node reports. */
  memory?: Quantity;
}

/** LocalMachineSpec defines the desired state of LocalMachine. */
export interface LocalMachineSpec {
  /**
   * providerID is the ID of the machine: local://<namespace>/<name>. The controller sets it, and the machine's Node has the same value.
   * @minLength 1
   * @maxLength 512
   */
  providerID?: string;
  /** capacity is what the machine's Node reports as its capacity. */
  capacity?: LocalMachineCapacity;
  /**
   * nodeLeaseDurationSeconds is how long the Node stays ready after the last heartbeat of its process.
   * @minimum 4
   * @maximum 3600
   * @default 40
   */
  nodeLeaseDurationSeconds?: Int32;
}

/**
 * LocalMachineInitializationStatus reports the steps that happen once in the life of a LocalMachine.
 * @minProperties 1
 */
export interface LocalMachineInitializationStatus {
  /** provisioned is true once the machine's process runs. */
  provisioned?: boolean;
}

/** LocalMachineStatus defines the observed state of LocalMachine. */
export interface LocalMachineStatus {
  /** initialization reports the steps that happen once in the life of a LocalMachine. */
  initialization?: LocalMachineInitializationStatus;
  /**
   * addresses are the addresses of the machine.
   * @maxItems 16
   * @listType atomic
   */
  addresses?: MachineAddress[];
  /**
   * failureDomain is the domain the machine was placed in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /**
   * conditions are the latest observations of the LocalMachine.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
  /** deprecated holds fields that only older versions report. */
  deprecated?: LocalDeprecatedStatus;
}

/** LocalMachine is the Schema for the localmachines API. */
export interface LocalMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "LocalMachine"> {
  /** spec is the desired state of LocalMachine. */
  spec?: LocalMachineSpec;
  /** status is the observed state of LocalMachine. */
  status?: LocalMachineStatus;
}

export const LocalMachine: Resource<LocalMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "LocalMachine",
  contracts: ["v1beta2"],
  storage: true,
  categories: ["cluster-api"],
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      type: "string",
      description: "Cluster that the LocalMachine belongs to",
    },
    ProviderID: { path: ".spec.providerID", description: "Name of the machine" },
    Provisioned: { path: ".status.initialization.provisioned", description: "Whether the process runs" },
    Age: ".metadata.creationTimestamp",
  },
});

/** LocalMachineTemplate is the Schema for the localmachinetemplates API: LocalMachines are created from it. */
export type LocalMachineTemplate = TemplateOf<LocalMachine, "providerID">;
export const LocalMachineTemplate: Resource<LocalMachineTemplate> = defineTemplate(LocalMachine, {
  omit: ["providerID"],
});
