// The labels that Cluster API's core and its tools read and write on provider objects and CRDs.

/** Labels of Cluster API by name; each value is the label's key. */
export const labels = {
  /** The Cluster an object belongs to. */
  clusterName: "cluster.x-k8s.io/cluster-name",
  /** On a Machine: it is part of the control plane, whatever the value of the label. */
  controlPlane: "cluster.x-k8s.io/control-plane",
  /** Selects the manager that reconciles the object, when there are several. */
  watchFilter: "cluster.x-k8s.io/watch-filter",
  /** The contract's documentation names this label; core reads the annotation of the same key. */
  managedBy: "cluster.x-k8s.io/managed-by",
  /** On objects that the topology controller creates. */
  topologyOwned: "topology.cluster.x-k8s.io/owned",
  /** The name of the MachineDeployment in the Cluster's topology. */
  topologyDeploymentName: "topology.cluster.x-k8s.io/deployment-name",
  /** The name of the MachinePool in the Cluster's topology. */
  topologyPoolName: "topology.cluster.x-k8s.io/pool-name",
  /** The name of the MachineDeployment that an object belongs to. */
  deploymentName: "cluster.x-k8s.io/deployment-name",
  /** The name of the MachineSet that an object belongs to. */
  setName: "cluster.x-k8s.io/set-name",
  /** The name of the MachinePool that an object belongs to. */
  poolName: "cluster.x-k8s.io/pool-name",
  /** On every object of a provider's components: the name of the provider. */
  provider: "cluster.x-k8s.io/provider",
  /** On every object that clusterctl installs. */
  clusterctl: "clusterctl.cluster.x-k8s.io",
  /** On objects that clusterctl shares between providers. */
  clusterctlCore: "clusterctl.cluster.x-k8s.io/core",
  /** `clusterctl move` moves the object with its Cluster, although no owner reference connects them. */
  move: "clusterctl.cluster.x-k8s.io/move",
  /** `clusterctl move` moves the object and everything that it owns. */
  moveHierarchy: "clusterctl.cluster.x-k8s.io/move-hierarchy",
  /** On a ClusterRole: its rules are granted to core's manager. */
  aggregateToManager: "cluster.x-k8s.io/aggregate-to-manager",
  /** On a ClusterRole: its rules are granted to the kubeadm control-plane manager. */
  aggregateToKubeadmControlPlane: "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager",
  /** On a Node: its machine may be removed at any time. */
  interruptible: "cluster.x-k8s.io/interruptible",
} as const;

/** The key of the CRD label that lists the API versions of a contract, the same in every API group. */
export function contractLabel(contract: string): string {
  return `cluster.x-k8s.io/${contract}`;
}

/**
 * The label of what a played role stands behind: objects that it reconciles, Secrets and Nodes that it creates. Its value is the role.
 * Machines and objects of providers that a played control plane creates do not have it: others reconcile these.
 */
export const playedByLabel = "capstan.dev/played-by";
