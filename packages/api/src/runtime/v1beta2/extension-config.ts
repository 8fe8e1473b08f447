// ExtensionConfig, API version v1beta2: the registration of a Runtime Extension.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Bytes, Condition, Int32, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../../core/v1beta1/condition.ts";

/** How core treats a failed call. */
export type FailurePolicy = "Ignore" | "Fail";

/** References the Service of a Runtime Extension. */
export interface ServiceReference {
  /**
   * namespace is the namespace of the Service.
   * @minLength 1
   * @maxLength 63
   */
  namespace: string;
  /**
   * name is the name of the Service.
   * @minLength 1
   * @maxLength 63
   */
  name: string;
  /**
   * path is the prefix of every path that is called.
   * @minLength 1
   * @maxLength 512
   */
  path?: string;
  /** port is the port of the Service. Default: 443. */
  port?: Int32;
}

/**
 * The address of a Runtime Extension: a URL or a Service.
 * @minProperties 1
 */
export interface ClientConfig {
  /**
   * url is the URL of the extension; https only.
   * @minLength 1
   * @maxLength 512
   */
  url?: string;
  /** service is the Service of the extension. */
  service?: ServiceReference;
  /**
   * caBundle has the PEM certificates that sign the extension's serving certificate. Default: the system's roots.
   * @minLength 1
   * @maxLength 51200
   */
  caBundle?: Bytes;
}

/** The desired state of an ExtensionConfig. */
export interface ExtensionConfigSpec {
  /** clientConfig is the address of the extension. */
  clientConfig: ClientConfig;
  /** namespaceSelector limits the calls to objects in namespaces with these labels; empty means all. */
  namespaceSelector?: LabelSelector;
  /** settings are sent to the extension with every call. */
  settings?: Record<string, string>;
}

/** A hook in its version. */
export interface GroupVersionHook {
  /**
   * apiVersion is the group and version of the hook.
   * @minLength 1
   * @maxLength 512
   */
  apiVersion: string;
  /**
   * hook is the name of the hook.
   * @minLength 1
   * @maxLength 256
   */
  hook: string;
}

/** A handler that discovery found. */
export interface ExtensionHandler {
  /**
   * name is the handler's name, `<handler>.<extensionConfig>`.
   * @minLength 1
   * @maxLength 512
   */
  name: string;
  /** requestHook is the hook, in its version, that the handler answers. */
  requestHook: GroupVersionHook;
  /**
   * timeoutSeconds is the longest that a call may take.
   * @minimum 1
   */
  timeoutSeconds?: Int32;
  /** failurePolicy says whether a failing call is an error (`Fail`) or counts as success (`Ignore`). */
  failurePolicy?: FailurePolicy;
}

/** Fields that only API version v1beta1 has. */
export interface ExtensionConfigV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
}

/** Fields that only older API versions have. */
export interface ExtensionConfigDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: ExtensionConfigV1Beta1DeprecatedStatus;
}

/**
 * The observed state of an ExtensionConfig.
 * @minProperties 1
 */
export interface ExtensionConfigStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /**
   * handlers lists the handlers that discovery found.
   * @listType map
   * @listMapKey name
   * @maxItems 512
   */
  handlers?: ExtensionHandler[];
  /** deprecated has the fields that only older API versions have. */
  deprecated?: ExtensionConfigDeprecatedStatus;
}

/** An ExtensionConfig registers a Runtime Extension with Cluster API. */
export interface ExtensionConfig extends KubeObject<"runtime.cluster.x-k8s.io/v1beta2", "ExtensionConfig"> {
  /** spec is the desired state. */
  spec: ExtensionConfigSpec;
  /** status is the observed state. */
  status?: ExtensionConfigStatus;
}
export const ExtensionConfig: Resource<ExtensionConfig> = defineResource({
  apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
  kind: "ExtensionConfig",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  scope: "Cluster",
  shortNames: ["ext"],
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Discovered: {
      path: '.status.conditions[?(@.type=="Discovered")].status',
      description: "Whether the handlers were discovered",
    },
    Age: ".metadata.creationTimestamp",
  },
});
