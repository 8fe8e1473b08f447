// ExtensionConfig, API version v1alpha1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Bytes, Condition as V1Beta2Condition, Int32, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition } from "../../core/v1beta1/condition.ts";
import type { FailurePolicy, GroupVersionHook, ServiceReference } from "../v1beta2/extension-config.ts";

/** The address of a Runtime Extension: a URL or a Service. */
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
  /** timeoutSeconds is the longest that a call may take. */
  timeoutSeconds?: Int32;
  /** failurePolicy says whether a failing call is an error (`Fail`) or counts as success (`Ignore`). */
  failurePolicy?: FailurePolicy;
}

/** What API version v1beta2 has in its status itself. */
export interface ExtensionConfigV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of an ExtensionConfig. */
export interface ExtensionConfigStatus {
  /**
   * handlers lists the handlers that discovery found.
   * @listType map
   * @listMapKey name
   * @maxItems 512
   */
  handlers?: ExtensionHandler[];
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: ExtensionConfigV1Beta2Status;
}

/** An ExtensionConfig registers a Runtime Extension with Cluster API. */
export interface ExtensionConfig extends KubeObject<"runtime.cluster.x-k8s.io/v1alpha1", "ExtensionConfig"> {
  /** spec is the desired state. */
  spec?: ExtensionConfigSpec;
  /** status is the observed state. */
  status?: ExtensionConfigStatus;
}
export const ExtensionConfig: Resource<ExtensionConfig> = defineResource({
  apiVersion: "runtime.cluster.x-k8s.io/v1alpha1",
  kind: "ExtensionConfig",
  scope: "Cluster",
  shortNames: ["ext"],
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Age: ".metadata.creationTimestamp",
  },
});
