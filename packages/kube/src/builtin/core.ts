// Kinds of Kubernetes' core group with their common fields. Capstan writes patches, so a stored object keeps the fields that
// a type here lacks.
import type { KubeObject } from "../objects/object.ts";
import { resourceOf, type Resource } from "../objects/resource.ts";
import type { Bytes, Int32, IntOrString, MicroTime, Quantity, Time } from "../values/scalars.ts";

/** Confidential data; values are base64. */
export interface Secret extends KubeObject<"v1", "Secret"> {
  type?: string;
  immutable?: boolean;
  data?: Record<string, Bytes>;
  stringData?: Record<string, string>;
}
export const Secret: Resource<Secret> = resourceOf("v1", "Secret");

/** Data that is not confidential. */
export interface ConfigMap extends KubeObject<"v1", "ConfigMap"> {
  immutable?: boolean;
  data?: Record<string, string>;
  binaryData?: Record<string, Bytes>;
}
export const ConfigMap: Resource<ConfigMap> = resourceOf("v1", "ConfigMap");

/** A scope for names. */
export interface Namespace extends KubeObject<"v1", "Namespace"> {
  spec?: { finalizers?: string[] };
  status?: {
    phase?: string;
    conditions?: { type: string; status: string; reason?: string; message?: string; lastTransitionTime?: Time }[];
  };
}
export const Namespace: Resource<Namespace> = resourceOf("v1", "Namespace", { scope: "Cluster" });

/** An observation that a node reports about itself, one per type. */
export interface NodeCondition {
  type: string;
  status: "True" | "False" | "Unknown";
  reason?: string;
  message?: string;
  lastHeartbeatTime?: Time;
  lastTransitionTime?: Time;
}

/** A machine of a workload cluster. */
export interface Node extends KubeObject<"v1", "Node"> {
  spec?: {
    providerID?: string;
    unschedulable?: boolean;
    podCIDR?: string;
    taints?: { key: string; value?: string; effect: string; timeAdded?: Time }[];
  };
  status?: {
    conditions?: NodeCondition[];
    addresses?: { type: string; address: string }[];
    capacity?: Record<string, Quantity>;
    allocatable?: Record<string, Quantity>;
    nodeInfo?: Record<string, string>;
  };
}
export const Node: Resource<Node> = resourceOf("v1", "Node", { scope: "Cluster" });

/** The identity of a process. */
export interface ServiceAccount extends KubeObject<"v1", "ServiceAccount"> {
  automountServiceAccountToken?: boolean;
}
export const ServiceAccount: Resource<ServiceAccount> = resourceOf("v1", "ServiceAccount");

/** A port of a Service. */
export interface ServicePort {
  name?: string;
  port: Int32;
  targetPort?: IntOrString;
  protocol?: string;
}

/** A stable name and address for a set of Pods. */
export interface Service extends KubeObject<"v1", "Service"> {
  spec?: { clusterIP?: string; type?: string; selector?: Record<string, string>; ports?: ServicePort[] };
}
export const Service: Resource<Service> = resourceOf("v1", "Service");

/** The object that an event or a reference refers to. */
export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

/** Something that happened to an object, for people to read. */
export interface Event extends KubeObject<"v1", "Event"> {
  involvedObject: ObjectReference;
  reason?: string;
  message?: string;
  type?: "Normal" | "Warning";
  count?: Int32;
  firstTimestamp?: Time;
  lastTimestamp?: Time;
  eventTime?: MicroTime;
  source?: { component?: string; host?: string };
  reportingComponent?: string;
  reportingInstance?: string;
  action?: string;
}
export const Event: Resource<Event> = resourceOf("v1", "Event");

/** A claim that its holder renews, for leader election and node heartbeats. */
export interface Lease extends KubeObject<"coordination.k8s.io/v1", "Lease"> {
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: Int32;
    acquireTime?: MicroTime;
    renewTime?: MicroTime;
    leaseTransitions?: Int32;
  };
}
export const Lease: Resource<Lease> = resourceOf("coordination.k8s.io/v1", "Lease");
