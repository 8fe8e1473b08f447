// One kind for each record beside InfraCluster and InfraMachine, complete and without a diagnostic.
import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraMachinePool,
  defineIPPool,
  defineTemplate,
  type TemplateObjectMeta,
  type TemplateOf,
} from "@capstan/contract/define";
import type { Condition, Int32, KubeObject, Resource, Time } from "@capstan/kube";

export interface FooMachinePool extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachinePool"> {
  spec?: {
    image?: string;
    /**
     * providerIDList has the machines.
     * @listType atomic
     * @maxItems 10000
     */
    providerIDList?: string[];
    /** @maxLength 512 */
    providerID?: string;
  };
  status?: {
    /** @minProperties 1 */
    initialization?: { provisioned?: boolean };
    ready?: boolean;
    replicas?: Int32;
    infrastructureMachineKind?: string;
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
  };
}
export const FooMachinePool: Resource<FooMachinePool> = defineInfraMachinePool({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachinePool",
  contracts: ["v1beta2"],
});
export type FooMachinePoolTemplate = TemplateOf<FooMachinePool, "providerIDList" | "providerID">;
export const FooMachinePoolTemplate: Resource<FooMachinePoolTemplate> = defineTemplate(FooMachinePool, {
  omit: ["providerIDList", "providerID"],
});

export interface FooConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta1", "FooConfig"> {
  spec?: { files?: string[] };
  status?: {
    /** @minProperties 1 */
    initialization?: { dataSecretCreated?: boolean };
    /** @maxLength 253 */
    dataSecretName?: string;
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
  };
}
export const FooConfig: Resource<FooConfig> = defineBootstrapConfig({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "FooConfig",
  contracts: ["v1beta2"],
});
export const FooConfigTemplate: Resource<TemplateOf<FooConfig>> = defineTemplate(FooConfig);

export interface FooControlPlane extends KubeObject<"controlplane.cluster.x-k8s.io/v1beta1", "FooControlPlane"> {
  spec?: {
    replicas?: Int32;
    version?: string;
    rollout?: { after?: Time };
    machineTemplate?: {
      metadata?: TemplateObjectMeta;
      spec?: {
        infrastructureRef?: { apiGroup: string; kind: string; name: string };
        deletion?: {
          nodeDrainTimeoutSeconds?: Int32;
          nodeVolumeDetachTimeoutSeconds?: Int32;
          nodeDeletionTimeoutSeconds?: Int32;
        };
        /**
         * @maxItems 32
         * @listType map
         * @listMapKey conditionType
         */
        readinessGates?: { conditionType: string; polarity?: "Positive" | "Negative" }[];
        /**
         * @maxItems 64
         * @listType map
         * @listMapKey key
         * @listMapKey effect
         */
        taints?: { key: string; value?: string; effect: string }[];
      };
    };
  };
  status?: {
    /** @minProperties 1 */
    initialization?: { controlPlaneInitialized?: boolean };
    selector?: string;
    replicas?: Int32;
    readyReplicas?: Int32;
    availableReplicas?: Int32;
    upToDateReplicas?: Int32;
    /**
     * @maxItems 100
     * @listType map
     * @listMapKey version
     */
    versions?: { version: string; replicas?: Int32 }[];
    externalManagedControlPlane?: boolean;
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
  };
}
export const FooControlPlane: Resource<FooControlPlane> = defineControlPlane({
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta1",
  kind: "FooControlPlane",
  contracts: ["v1beta2"],
  providesEndpoint: false,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
});
export const FooControlPlaneTemplate: Resource<TemplateOf<FooControlPlane, "replicas">> = defineTemplate(
  FooControlPlane,
  { omit: ["replicas"] },
);

export interface FooIPPool extends KubeObject<"ipam.cluster.x-k8s.io/v1alpha1", "FooIPPool"> {
  spec?: { addresses?: string[] };
  status?: {
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
  };
}
export const FooIPPool: Resource<FooIPPool> = defineIPPool({
  apiVersion: "ipam.cluster.x-k8s.io/v1alpha1",
  kind: "FooIPPool",
  scope: "Cluster",
});
