// LocalMachine v1alpha1: the older version, shaped for contract v1beta1 (ready flag, severity conditions).
// Served in addition to v1beta1, into which it is converted; no controller reads it.
import {
  defineInfraMachine,
  defineTemplate,
  type Duration,
  type Int32,
  type KubeObject,
  type Quantity,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { Condition, MachineAddress } from "@capstan/api/core/v1beta1";

/** LocalMachineSpec defines the desired state of LocalMachine. */
export interface LocalMachineSpec {
  /** providerID is the ID of the machine: local://<namespace>/<name>. The controller sets it, and the machine's Node has the same value. */
  providerID?: string;
  /**
   * cpus is the number of processors the machine's Node reports.
   * @minimum 1
   * @maximum 1024
   */
  cpus?: Int32;
  /** memory is the memory the machine's Node reports. */
  memory?: Quantity;
  /**
   * leaseDuration is how long the Node stays ready after the last heartbeat of its process.
   * @default "40s"
   */
  leaseDuration?: Duration;
}

/** LocalMachineStatus defines the observed state of LocalMachine. */
export interface LocalMachineStatus {
  /** ready is true once the machine's process runs. */
  ready?: boolean;
  /** addresses are the addresses of the machine. */
  addresses?: MachineAddress[];
  /** failureReason is a one-word reason for an error that no retry fixes. */
  failureReason?: string;
  /** failureMessage explains an error that no retry fixes. */
  failureMessage?: string;
  /** conditions are the latest observations of the LocalMachine. */
  conditions?: Condition[];
}

/** LocalMachine is the Schema for the localmachines API. */
export interface LocalMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "LocalMachine"> {
  /** spec is the desired state of LocalMachine. */
  spec?: LocalMachineSpec;
  /** status is the observed state of LocalMachine. */
  status?: LocalMachineStatus;
}

export const LocalMachine: Resource<LocalMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "LocalMachine",
  contracts: ["v1beta1"],
  categories: ["cluster-api"],
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      type: "string",
      description: "Cluster that the LocalMachine belongs to",
    },
    ProviderID: { path: ".spec.providerID", description: "Name of the machine" },
    Ready: { path: ".status.ready", description: "Whether the process runs" },
    Age: ".metadata.creationTimestamp",
  },
});

/** LocalMachineTemplate is the Schema for the localmachinetemplates API: LocalMachines are created from it. */
export type LocalMachineTemplate = TemplateOf<LocalMachine, "providerID">;
export const LocalMachineTemplate: Resource<LocalMachineTemplate> = defineTemplate(LocalMachine, {
  omit: ["providerID"],
});
