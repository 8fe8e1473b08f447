// KubeadmControlPlaneTemplate, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { KubeadmConfigSpec } from "../../../bootstrap/kubeadm/v1beta2/kubeadm-config-spec.ts";
import type { ObjectMeta } from "../../../core/v1beta2/object-meta.ts";
import type { KubeadmControlPlaneTemplateMachineTemplate } from "./machine-template.ts";
import type {
  KubeadmControlPlaneRemediationSpec,
  KubeadmControlPlaneRolloutSpec,
  MachineNamingSpec,
} from "./rollout.ts";

/**
 * The desired state of the KubeadmControlPlanes that are created, without what the Cluster decides.
 * @minProperties 1
 */
export interface KubeadmControlPlaneTemplateResourceSpec {
  /** machineTemplate describes the machines. */
  machineTemplate?: KubeadmControlPlaneTemplateMachineTemplate;
  /** kubeadmConfigSpec says how the machines become Nodes. */
  kubeadmConfigSpec?: KubeadmConfigSpec;
  /** rollout configures when and how machines are replaced. */
  rollout?: KubeadmControlPlaneRolloutSpec;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: KubeadmControlPlaneRemediationSpec;
  /** machineNaming is the rule for the names of machines. */
  machineNaming?: MachineNamingSpec;
}

/**
 * The KubeadmControlPlanes that are created.
 * @minProperties 1
 */
export interface KubeadmControlPlaneTemplateResource {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state. */
  spec?: KubeadmControlPlaneTemplateResourceSpec;
}

/** The desired state of a KubeadmControlPlaneTemplate. */
export interface KubeadmControlPlaneTemplateSpec {
  /** template describes the KubeadmControlPlanes that are created. */
  template: KubeadmControlPlaneTemplateResource;
}

/** A KubeadmControlPlaneTemplate is what KubeadmControlPlanes are created from. */
export interface KubeadmControlPlaneTemplate extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate"
> {
  /** spec is the desired state. */
  spec?: KubeadmControlPlaneTemplateSpec;
}
export const KubeadmControlPlaneTemplate: Resource<KubeadmControlPlaneTemplate> = defineResource({
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmControlPlaneTemplate",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    ClusterClass: {
      path: '.metadata.ownerReferences[?(@.kind=="ClusterClass")].name',
      description: "The ClusterClass that owns this template",
    },
    Age: ".metadata.creationTimestamp",
  },
});
