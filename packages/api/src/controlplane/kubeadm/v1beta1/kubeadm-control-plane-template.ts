// KubeadmControlPlaneTemplate, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource, Time } from "@capstan/kube";
import type { KubeadmConfigSpec } from "../../../bootstrap/kubeadm/v1beta1/kubeadm-config-spec.ts";
import type { ObjectMeta } from "../../../core/v1beta1/common.ts";
import type { KubeadmControlPlaneTemplateMachineTemplate } from "./machine-template.ts";
import type { MachineNamingStrategy, RemediationStrategy, RolloutBefore, RolloutStrategy } from "./rollout.ts";

/** The desired state of the KubeadmControlPlanes that are created, without what the Cluster decides. */
export interface KubeadmControlPlaneTemplateResourceSpec {
  /** machineTemplate describes the machines. */
  machineTemplate?: KubeadmControlPlaneTemplateMachineTemplate;
  /** kubeadmConfigSpec says how the machines become Nodes. */
  kubeadmConfigSpec: KubeadmConfigSpec;
  /** rolloutBefore has machines replaced before something expires. */
  rolloutBefore?: RolloutBefore;
  /** rolloutAfter has machines replaced that were created before this time, once it has come. */
  rolloutAfter?: Time;
  /**
   * rolloutStrategy says how machines are replaced.
   * @default { "type": "RollingUpdate", "rollingUpdate": { "maxSurge": 1 } }
   */
  rolloutStrategy?: RolloutStrategy;
  /** remediationStrategy configures the replacement of unhealthy machines. */
  remediationStrategy?: RemediationStrategy;
  /** machineNamingStrategy is the rule for the names of machines. */
  machineNamingStrategy?: MachineNamingStrategy;
}

/** The KubeadmControlPlanes that are created. */
export interface KubeadmControlPlaneTemplateResource {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state. */
  spec: KubeadmControlPlaneTemplateResourceSpec;
}

/** The desired state of a KubeadmControlPlaneTemplate. */
export interface KubeadmControlPlaneTemplateSpec {
  /** template describes the KubeadmControlPlanes that are created. */
  template: KubeadmControlPlaneTemplateResource;
}

/** A KubeadmControlPlaneTemplate is what KubeadmControlPlanes are created from. */
export interface KubeadmControlPlaneTemplate extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta1",
  "KubeadmControlPlaneTemplate"
> {
  /** spec is the desired state. */
  spec?: KubeadmControlPlaneTemplateSpec;
}
export const KubeadmControlPlaneTemplate: Resource<KubeadmControlPlaneTemplate> = defineResource({
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta1",
  kind: "KubeadmControlPlaneTemplate",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Age: ".metadata.creationTimestamp",
  },
});
