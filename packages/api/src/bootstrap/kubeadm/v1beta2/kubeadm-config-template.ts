// KubeadmConfigTemplate, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { ObjectMeta } from "../../../core/v1beta2/object-meta.ts";
import type { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";

/**
 * The KubeadmConfigs that are created.
 * @minProperties 1
 */
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
  "bootstrap.cluster.x-k8s.io/v1beta2",
  "KubeadmConfigTemplate"
> {
  /** spec is the desired state. */
  spec?: KubeadmConfigTemplateSpec;
}
export const KubeadmConfigTemplate: Resource<KubeadmConfigTemplate> = defineResource({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmConfigTemplate",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    ClusterClass: {
      path: '.metadata.ownerReferences[?(@.kind=="ClusterClass")].name',
      description: "The ClusterClass that owns this template",
    },
    Cluster: {
      path: '.metadata.ownerReferences[?(@.kind=="Cluster")].name',
      description: "The Cluster that owns this template",
    },
    Age: ".metadata.creationTimestamp",
  },
});
