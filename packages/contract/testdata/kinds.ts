// Object types that the type tests share.
import type { Condition, Int32, JSONObject, KubeObject } from "@capstan/kube";
import type { SeverityCondition } from "@capstan/contract/conditions";

export type Group = "infrastructure.cluster.x-k8s.io";

export interface APIEndpoint {
  host?: string;
  port?: Int32;
}

export interface FailureDomain {
  name: string;
  controlPlane?: boolean;
  attributes?: Record<string, string>;
}

export interface FooListener {
  name: string;
  port: Int32;
}

export interface FooClusterSpec {
  controlPlaneEndpoint?: APIEndpoint;
  region: string;
  listeners?: FooListener[];
  tags?: Record<string, string>;
  settings?: JSONObject;
}

export interface FooClusterStatus {
  initialization?: { provisioned?: boolean };
  failureDomains?: FailureDomain[];
  conditions?: Condition[];
}

export interface FooCluster extends KubeObject<`${Group}/v1beta1`, "FooCluster"> {
  spec?: FooClusterSpec;
  status?: FooClusterStatus;
}

export interface OldFooClusterStatus {
  ready?: boolean;
  failureDomains?: Record<string, { controlPlane?: boolean; attributes?: Record<string, string> }>;
  failureReason?: string;
  failureMessage?: string;
  conditions?: SeverityCondition[];
  v1beta2?: { conditions?: Condition[] };
}

export interface OldFooCluster extends KubeObject<`${Group}/v1alpha1`, "FooCluster"> {
  spec?: FooClusterSpec;
  status?: OldFooClusterStatus;
}

export interface FooMachineSpec {
  providerID?: string;
  size: string;
}

export interface FooMachineStatus {
  initialization?: { provisioned?: boolean };
  addresses?: { type: "Hostname" | "InternalIP"; address: string }[];
  failureDomain?: string;
  interruptible?: boolean;
  conditions?: Condition[];
}

export interface FooMachine extends KubeObject<`${Group}/v1beta1`, "FooMachine"> {
  spec?: FooMachineSpec;
  status?: FooMachineStatus;
}
