// StarterMachine: one machine. `npm run generate` creates its CRD.
import {
  type Condition,
  defineInfraMachine,
  defineTemplate,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { MachineAddress } from "@capstan/api/core/v1beta2";

/** StarterMachineSpec defines the desired state of StarterMachine. */
export interface StarterMachineSpec {
  /**
   * providerID names the machine for Kubernetes. The controller writes it, and the machine's Node carries it.
   * @minLength 1
   * @maxLength 512
   */
  providerID?: string;
  /**
   * size is how large the machine is.
   * @default "Small"
   */
  size?: "Small" | "Medium" | "Large";
}

/**
 * StarterMachineInitializationStatus reports the steps that happen once in the life of each StarterMachine.
 * @minProperties 1
 */
export interface StarterMachineInitializationStatus {
  /** provisioned is true once the machine runs. */
  provisioned?: boolean;
}

/** StarterMachineStatus defines the observed state of StarterMachine. */
export interface StarterMachineStatus {
  /** initialization reports the steps that happen once in the life of each StarterMachine. */
  initialization?: StarterMachineInitializationStatus;
  /**
   * addresses are the addresses of the machine.
   * @maxItems 32
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
   * conditions are the latest observations of the StarterMachine.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** StarterMachine is the Schema for the startermachines API. */
export interface StarterMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "StarterMachine"> {
  /** spec is the desired state of StarterMachine. */
  spec?: StarterMachineSpec;
  /** status is the observed state of StarterMachine. */
  status?: StarterMachineStatus;
}

export const StarterMachine: Resource<StarterMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "StarterMachine",
  contracts: ["v1beta2"],
  categories: ["cluster-api"],
  printColumns: {
    ProviderID: { path: ".spec.providerID", description: "Name of the machine" },
    Provisioned: { path: ".status.initialization.provisioned", description: "Whether the machine runs" },
    Age: ".metadata.creationTimestamp",
  },
});

/** StarterMachineTemplate is the Schema for the startermachinetemplates API: core makes StarterMachines from it. */
export type StarterMachineTemplate = TemplateOf<StarterMachine, "providerID">;
export const StarterMachineTemplate: Resource<StarterMachineTemplate> = defineTemplate(StarterMachine, {
  omit: ["providerID"],
});
