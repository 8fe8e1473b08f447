// The labels that Cluster API's core and its tools write and read on provider objects and CRDs.
// Constants for providers, kits and core-sim; annotations are annotations.ts, what they mean predicates.ts.

/** Labels by what they say; the values are the keys as the API server has them. */
export const labels = {
  /** The Cluster an object belongs to. */
  clusterName: "cluster.x-k8s.io/cluster-name",
  /** On a Machine: it is part of the control plane; the key alone says so. */
  controlPlane: "cluster.x-k8s.io/control-plane",
  /** Which of several managers reconciles the object. */
  watchFilter: "cluster.x-k8s.io/watch-filter",
  /** As a label: what the contract's text calls the marker that core's code reads as an annotation. */
  managedBy: "cluster.x-k8s.io/managed-by",
  topologyOwned: "topology.cluster.x-k8s.io/owned",
  topologyDeploymentName: "topology.cluster.x-k8s.io/deployment-name",
  topologyPoolName: "topology.cluster.x-k8s.io/pool-name",
  deploymentName: "cluster.x-k8s.io/deployment-name",
  setName: "cluster.x-k8s.io/set-name",
  poolName: "cluster.x-k8s.io/pool-name",
  /** On every object of a provider's components: which provider. */
  provider: "cluster.x-k8s.io/provider",
  /** On every object that clusterctl installs. */
  clusterctl: "clusterctl.cluster.x-k8s.io",
  /** On objects that clusterctl shares between providers. */
  clusterctlCore: "clusterctl.cluster.x-k8s.io/core",
  /** Moves an object with its Cluster though no owner leads there. */
  move: "clusterctl.cluster.x-k8s.io/move",
  /** Moves an object and all it owns. */
  moveHierarchy: "clusterctl.cluster.x-k8s.io/move-hierarchy",
  /** On a ClusterRole: its rules are granted to core's manager. */
  aggregateToManager: "cluster.x-k8s.io/aggregate-to-manager",
  /** On a ClusterRole: its rules are granted to the kubeadm control-plane manager. */
  aggregateToKubeadmControlPlane: "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager",
  /** On a Node: its machine may be taken away at any time. */
  interruptible: "cluster.x-k8s.io/interruptible",
} as const;

/** The CRD label that says which API versions follow a contract; the prefix is the same for every API group. */
export function contractLabel(contract: string): string {
  return `cluster.x-k8s.io/${contract}`;
}
