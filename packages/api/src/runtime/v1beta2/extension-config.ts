// ExtensionConfig, API version v1beta2: how a Runtime Extension is registered.
// Shapes and bounds are Cluster API 1.14's; the extension kit and bundles read it. No behaviour lives here.
import { defineResource } from "@capstan/contract";
import type { Bytes, Condition, Int32, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../../core/v1beta1/condition.ts";

/** What a failing call means. */
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
  /** port is the port of the Service, 443 where nothing is said. */
  port?: Int32;
}

/**
 * How a Runtime Extension is reached; by URL or through a Service.
 * @minProperties 1
 */
export interface ClientConfig {
  /**
   * url reaches the extension by URL, https only.
   * @minLength 1
   * @maxLength 512
   */
  url?: string;
  /** service reaches the extension through a Service. */
  service?: ServiceReference;
  /**
   * caBundle holds the PEM certificates that sign the extension's serving certificate; without it the system's roots apply.
   * @minLength 1
   * @maxLength 51200
   */
  caBundle?: Bytes;
}

/** The desired state of an ExtensionConfig. */
export interface ExtensionConfigSpec {
  /** clientConfig says how the extension is reached. */
  clientConfig: ClientConfig;
  /** namespaceSelector limits the calls to objects in namespaces with these labels; empty means all. */
  namespaceSelector?: LabelSelector;
  /** settings are handed to the extension with every call. */
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
   * timeoutSeconds is how long a call may take.
   * @minimum 1
   */
  timeoutSeconds?: Int32;
  /** failurePolicy says whether a failing call is an error (`Fail`) or counts as success (`Ignore`). */
  failurePolicy?: FailurePolicy;
}

/** What is kept only for API version v1beta1. */
export interface ExtensionConfigV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
}

/** What is kept only for older API versions. */
export interface ExtensionConfigDeprecatedStatus {
  /** v1beta1 holds what is kept only for API version v1beta1. */
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
  /** deprecated holds what is kept only for the older API version. */
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
