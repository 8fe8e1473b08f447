// Which roles beside core the simulation plays. A role is played for the kinds that are named here and for no other: a project plays its own.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { ObjectKey } from "@capstan/kube";
import type { TopologyHooks } from "../topology/topology-hooks.ts";

/** A role beside core that the simulation can play. */
export type PlayedRole = "bootstrap" | "control-plane" | "infrastructure" | "nodes";

/** Where the Nodes of clusters are: an API server for each cluster, which the caller starts. */
export interface Workloads {
  /** A kubeconfig of the cluster's API server, which is started if it does not run. The same until `remove`. */
  kubeconfigOf(cluster: Cluster): Promise<string>;
  /**
   * Whether a Cluster gets such a kubeconfig also where somebody else makes its control plane, which has been initialized for three seconds and has made none. Default: false, so that a
   * provider that forgets it has no Nodes.
   */
  readonly fillsIn?: boolean;
  /** Called once after the Cluster was deleted. */
  remove(cluster: ObjectKey): Promise<void>;
}

/** The roles to play. Their CRDs must be served: `kubeadmCrds()` of `@capstan/api/crds`, and `devCrds()`. */
export interface PlayOptions {
  /** Gives each KubeadmConfig a Secret with data that starts nothing. Default: false. */
  readonly bootstrap?: boolean;
  /** Plays KubeadmControlPlane: certificates, kubeconfig, machines one at a time, status. Default: false. */
  readonly controlPlane?: boolean;
  /** Plays DevCluster and DevMachine: provisioned after this time, in milliseconds. Default: not played; true is 1000. */
  readonly infrastructure?: boolean | number;
  /** Plays Nodes: one for each Machine that has infrastructure and bootstrap data. Default: not played. */
  readonly nodes?: Workloads;
  /** Plays core's topology controller, for Clusters of a ClusterClass; with an object, hooks of Runtime Extensions are called through it. Default: false. */
  readonly topologies?: boolean | TopologyHooks;
}
