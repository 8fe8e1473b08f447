// KubeadmConfigTemplate, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { ObjectMeta } from "../../../core/v1beta1/common.ts";
import type { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";

/** The KubeadmConfigs that are created. */
export interface KubeadmConfigTemplateResource {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state. */
  spec?: KubeadmConfigSpec;
}

/** The desired state of a KubeadmConfigTemplate. */
export interface KubeadmConfigTemplateSpec {
  /** template describes the KubeadmConfigs that are created. */
  template: KubeadmConfigTemplateResource;
}

/** A KubeadmConfigTemplate is what KubeadmConfigs are created from. */
export interface KubeadmConfigTemplate extends KubeObject<
  "bootstrap.cluster.x-k8s.io/v1beta1",
  "KubeadmConfigTemplate"
> {
  /** spec is the desired state. */
  spec?: KubeadmConfigTemplateSpec;
}
export const KubeadmConfigTemplate: Resource<KubeadmConfigTemplate> = defineResource({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "KubeadmConfigTemplate",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Age: ".metadata.creationTimestamp",
  },
});
