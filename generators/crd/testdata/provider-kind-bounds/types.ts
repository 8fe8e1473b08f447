// What types cannot say of the kinds in provider-kinds: each bound left out.
import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraMachine,
  defineInfraMachinePool,
  defineIPPool,
  defineTemplate,
  type TemplateOf,
} from "@capstan/contract/define";
import type { Condition, Int32, KubeObject, Resource } from "@capstan/kube";

export interface FooMachinePool extends KubeObject<"g.io/v1", "FooMachinePool"> {
  spec?: { providerIDList?: string[]; providerID?: string };
  status?: {
    initialization?: { provisioned?: boolean };
    ready?: boolean;
    replicas?: Int32;
    conditions?: Condition[];
    failureReason?: string;
    failureMessage?: string;
  };
}
export const FooMachinePool: Resource<FooMachinePool> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  contracts: ["v1beta2"],
});

export interface FooMachine extends KubeObject<"g.io/v1", "FooMachine"> {
  spec?: {
    size?: string;
    /** @maxLength 512 */
    providerID?: string;
  };
  status?: {
    /** @minProperties 1 */
    initialization?: { provisioned?: boolean };
  };
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "g.io/v1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});
export interface FooMachineTemplate extends TemplateOf<FooMachine, "providerID"> {
  status?: { capacity?: Record<string, string>; nodeInfo?: { architecture?: "amd64" | "riscv64" } };
}
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine, { omit: ["providerID"] });

export interface FooConfig extends KubeObject<"g.io/v1", "FooConfig"> {
  status?: { initialization?: { dataSecretCreated?: boolean }; dataSecretName?: string; conditions?: Condition[] };
}
export const FooConfig: Resource<FooConfig> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  contracts: ["v1beta2"],
});

export interface FooControlPlane extends KubeObject<"g.io/v1", "FooControlPlane"> {
  spec?: {
    controlPlaneEndpoint?: { host: string; port: Int32 };
    machineTemplate?: {
      spec?: { readinessGates?: { conditionType: string }[]; taints?: { key: string; effect: string }[] };
    };
  };
  status?: {
    initialization?: { controlPlaneInitialized?: boolean };
    versions?: { version: string; replicas?: Int32 }[];
  };
}
export const FooControlPlane: Resource<FooControlPlane> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  contracts: ["v1beta2"],
});

export interface FooIPPool extends KubeObject<"g.io/v1", "FooIPPool"> {
  status?: { conditions?: Condition[] };
}
export const FooIPPool: Resource<FooIPPool> = defineIPPool({ apiVersion: "g.io/v1", kind: "FooIPPool" });
