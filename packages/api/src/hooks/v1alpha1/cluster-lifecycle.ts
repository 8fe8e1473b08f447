// Hooks at the beginning and the end of a Cluster's life; only Clusters with a topology have them.
import { defineHook, type Hook } from "@capstan/contract";
import type { Cluster } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonResponse, CommonRetryResponse } from "./common.ts";

/** A Cluster is about to be created. */
export interface BeforeClusterCreateRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
}

/** Lets the creation go on or holds it. */
export interface BeforeClusterCreateResponse extends CommonRetryResponse {}

/** Called before the topology of a new Cluster is created. */
export const BeforeClusterCreate: Hook<BeforeClusterCreateRequest, BeforeClusterCreateResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeClusterCreate",
  summary: "Called before the topology of a new Cluster is created",
  description:
    "Core asks before it creates the first object of a managed topology, and again until no handler holds it.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});

/** A control plane answers for the first time. */
export interface AfterControlPlaneInitializedRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
}

/** Takes note. */
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
    "Core tells once that the control plane of a managed topology answers. The answer cannot hold anything; a Failure is repeated and stops the topology until it goes away.",
  tags: ["Lifecycle Hooks"],
  since: "1.2",
});

/** A Cluster is about to be deleted. */
export interface BeforeClusterDeleteRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
}

/** Lets the deletion go on or holds it. */
export interface BeforeClusterDeleteResponse extends CommonRetryResponse {}

/** Called before a Cluster is deleted. */
export const BeforeClusterDelete: Hook<BeforeClusterDeleteRequest, BeforeClusterDeleteResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeClusterDelete",
  summary: "Called before a Cluster is deleted",
  description:
    "Core asks after deletion of a Cluster with a managed topology was requested and before anything is torn down, and again until no handler holds it.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});
