// LocalConfig v1alpha1: the older version, shaped for contract v1beta1 (ready flag, severity conditions).
// Served in addition to v1beta1, into which it is converted; no controller reads it.
import {
  defineBootstrapConfig,
  defineTemplate,
  type Duration,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { Condition } from "@capstan/api/core/v1beta1";

/** LocalConfigSpec defines the desired state of LocalConfig. */
export interface LocalConfigSpec {
  /** nodeLabels are labels of the Node. */
  nodeLabels?: Record<string, string>;
  /** renewAfter is when the data is created again, as a provider does whose data has a token that expires. It never is unless this is set. */
  renewAfter?: Duration;
}

/** LocalConfigStatus defines the observed state of LocalConfig. */
export interface LocalConfigStatus {
  /** ready is true once the Secret with the data exists. */
  ready?: boolean;
  /** dataSecretName is the name of the Secret with the data. */
  dataSecretName?: string;
  /** conditions are the latest observations of the LocalConfig. */
  conditions?: Condition[];
}

/** LocalConfig is the Schema for the localconfigs API. */
export interface LocalConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1alpha1", "LocalConfig"> {
  /** spec is the desired state of LocalConfig. */
  spec?: LocalConfigSpec;
  /** status is the observed state of LocalConfig. */
  status?: LocalConfigStatus;
}

export const LocalConfig: Resource<LocalConfig> = defineBootstrapConfig({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1alpha1",
  kind: "LocalConfig",
  contracts: ["v1beta1"],
  categories: ["cluster-api"],
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      type: "string",
      description: "Cluster that the LocalConfig belongs to",
    },
    Secret: { path: ".status.dataSecretName", description: "Secret with the data" },
    Age: ".metadata.creationTimestamp",
  },
});

/** LocalConfigTemplate is the Schema for the localconfigtemplates API: LocalConfigs are created from it. */
export type LocalConfigTemplate = TemplateOf<LocalConfig>;
export const LocalConfigTemplate: Resource<LocalConfigTemplate> = defineTemplate(LocalConfig);
