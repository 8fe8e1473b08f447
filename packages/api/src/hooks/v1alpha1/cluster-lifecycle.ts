// Hooks at the beginning and the end of a Cluster's life; only Clusters with a topology have them.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Cluster } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonResponse, CommonRetryResponse } from "./common.ts";

/** A Cluster is about to be created. */
export interface BeforeClusterCreateRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
}

/** Allows the creation or delays it. */
export interface BeforeClusterCreateResponse extends CommonRetryResponse {}

/** Called before the topology of a new Cluster is created. */
export const BeforeClusterCreate: Hook<BeforeClusterCreateRequest, BeforeClusterCreateResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeClusterCreate",
  summary: "Called before the topology of a new Cluster is created",
  description:
    "Core calls it before it creates the first object of a managed topology, and again until no handler delays the creation.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});

/** A control plane is reachable for the first time. */
export interface AfterControlPlaneInitializedRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
}

/** Acknowledges the call. */
export interface AfterControlPlaneInitializedResponse extends CommonResponse {}

/** Called after the control plane is reachable for the first time. */
export const AfterControlPlaneInitialized: Hook<
  AfterControlPlaneInitializedRequest,
  AfterControlPlaneInitializedResponse
> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "AfterControlPlaneInitialized",
  summary: "Called after the control plane is reachable for the first time",
  description:
    "Core calls it once, when the control plane of a managed topology is reachable. The response cannot delay anything. After a Failure core calls it again, and the topology does not continue until it succeeds.",
  tags: ["Lifecycle Hooks"],
  since: "1.2",
});

/** A Cluster is about to be deleted. */
export interface BeforeClusterDeleteRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
}

/** Allows the deletion or delays it. */
export interface BeforeClusterDeleteResponse extends CommonRetryResponse {}

/** Called before a Cluster is deleted. */
export const BeforeClusterDelete: Hook<BeforeClusterDeleteRequest, BeforeClusterDeleteResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeClusterDelete",
  summary: "Called before a Cluster is deleted",
  description:
    "Core calls it when deletion of a Cluster with a managed topology was requested, before anything is deleted, and again until no handler delays the deletion.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});
