// LocalConfig v1beta1: what a machine of provider-local is told when it starts.
// Shaped for contract v1beta2 and stored in this version; the controller and the generators read it.
import {
  type Condition,
  defineBootstrapConfig,
  defineTemplate,
  type Duration,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";

/** LocalConfigSpec defines the desired state of LocalConfig. */
export interface LocalConfigSpec {
  /** nodeLabels are labels of the Node. */
  nodeLabels?: Record<string, string>;
  /** renewAfter is when the data is created again, as a provider does whose data has a token that expires. It never is unless this is set. */
  renewAfter?: Duration;
}

/**
 * LocalConfigInitializationStatus reports the steps that happen once in the life of a LocalConfig.
 * @minProperties 1
 */
export interface LocalConfigInitializationStatus {
  /** dataSecretCreated is true once the Secret with the data exists. */
  dataSecretCreated?: boolean;
}

/** LocalConfigStatus defines the observed state of LocalConfig. */
export interface LocalConfigStatus {
  /** initialization reports the steps that happen once in the life of a LocalConfig. */
  initialization?: LocalConfigInitializationStatus;
  /**
   * dataSecretName is the name of the Secret with the data.
   * @minLength 1
   * @maxLength 253
   */
  dataSecretName?: string;
  /**
   * conditions are the latest observations of the LocalConfig.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** LocalConfig is the Schema for the localconfigs API. */
export interface LocalConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta1", "LocalConfig"> {
  /** spec is the desired state of LocalConfig. */
  spec?: LocalConfigSpec;
  /** status is the observed state of LocalConfig. */
  status?: LocalConfigStatus;
}

export const LocalConfig: Resource<LocalConfig> = defineBootstrapConfig({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "LocalConfig",
  contracts: ["v1beta2"],
  storage: true,
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
