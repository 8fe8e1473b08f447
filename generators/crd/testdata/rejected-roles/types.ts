// Kinds whose versions are defined by different functions. Of BazMachine, v1 and v2 agree in all that a CRD has once.
import {
  defineInfraMachine,
  defineIPPool,
  defineResource,
  defineTemplate,
  type TemplateOf,
} from "@capstan/contract/define";
import type { Condition, KubeObject, Resource } from "@capstan/kube";

export interface MachineSpec {
  /** @maxLength 512 */
  providerID?: string;
}
/** @minProperties 1 */
export interface Initialization {
  provisioned?: boolean;
}
export interface MachineStatus {
  initialization?: Initialization;
}
export interface PoolStatus {
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

export interface FooMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1", "FooMachine"> {
  spec?: MachineSpec;
  status?: MachineStatus;
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
  storage: true,
});
export const FooMachineTemplate: Resource<TemplateOf<FooMachine>> = defineTemplate(FooMachine);
export interface FooMachineAsPool extends KubeObject<"infrastructure.cluster.x-k8s.io/v2", "FooMachine"> {
  spec?: MachineSpec;
  status?: PoolStatus;
}
export const FooMachineAsPool: Resource<FooMachineAsPool> = defineIPPool({
  apiVersion: "infrastructure.cluster.x-k8s.io/v2",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

export interface BarMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1", "BarMachine"> {
  spec?: MachineSpec;
  status?: MachineStatus;
}
export const BarMachine: Resource<BarMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1",
  kind: "BarMachine",
  contracts: ["v1beta2"],
  storage: true,
});
export const BarMachineTemplate: Resource<TemplateOf<BarMachine>> = defineTemplate(BarMachine);
export interface PlainBarMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v2", "BarMachine"> {
  spec?: MachineSpec;
}
export const PlainBarMachine: Resource<PlainBarMachine> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v2",
  kind: "BarMachine",
});

export interface PlainBazMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1", "BazMachine"> {
  spec?: MachineSpec;
}
export const PlainBazMachine: Resource<PlainBazMachine> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1",
  kind: "BazMachine",
  categories: ["cluster-api"],
});
export interface BazMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v2", "BazMachine"> {
  spec?: MachineSpec;
  status?: MachineStatus;
}
export const BazMachine: Resource<BazMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v2",
  kind: "BazMachine",
  contracts: ["v1beta2"],
  storage: true,
});
export const BazMachineTemplate: Resource<TemplateOf<BazMachine>> = defineTemplate(BazMachine);
export interface BazMachineAsPool extends KubeObject<"infrastructure.cluster.x-k8s.io/v3", "BazMachine"> {
  spec?: MachineSpec;
  status?: PoolStatus;
}
export const BazMachineAsPool: Resource<BazMachineAsPool> = defineIPPool({
  apiVersion: "infrastructure.cluster.x-k8s.io/v3",
  kind: "BazMachine",
  contracts: ["v1beta2"],
});
