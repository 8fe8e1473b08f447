// The annotations that Cluster API's core and its tools write and read on provider objects and CRDs.
// Constants for providers, kits and core-sim; labels are labels.ts, what they mean predicates.ts.

/** Annotations by what they say; the values are the keys as the API server has them. */
export const annotations = {
  /** Nothing reconciles the object; the key alone says so, whatever the value. */
  paused: "cluster.x-k8s.io/paused",
  /** Something outside Cluster API reconciles the object; the key alone says so. */
  managedBy: "cluster.x-k8s.io/managed-by",
  /** The name of the template an object was made from. */
  clonedFromName: "cluster.x-k8s.io/cloned-from-name",
  /** The `Kind.group` of the template an object was made from. */
  clonedFromGroupKind: "cluster.x-k8s.io/cloned-from-groupkind",
  /** What an object's API version cannot hold, kept for the way back. */
  conversionData: "cluster.x-k8s.io/conversion-data",
  /** Set by `clusterctl move` in place of all other annotations before it deletes the source object. */
  deleteForMove: "clusterctl.cluster.x-k8s.io/delete-for-move",
  /** Holds `clusterctl move` back. */
  blockMove: "clusterctl.cluster.x-k8s.io/block-move",
  /** The Machine that a MachineSet scales down first. */
  deleteMachine: "cluster.x-k8s.io/delete-machine",
  /** The topology controller's dry run: immutability checks let it pass. */
  topologyDryRun: "topology.cluster.x-k8s.io/dry-run",
  /** A Machine is being updated in place by an extension. */
  updateInProgress: "in-place-updates.internal.cluster.x-k8s.io/update-in-progress",
  /** On a CRD: clusterctl does not check its name. */
  skipCrdNamePreflight: "clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check",
  certificatesExpiry: "machine.cluster.x-k8s.io/certificates-expiry",
  /** Written by `kubectl apply`; never copied. */
  lastApplied: "kubectl.kubernetes.io/last-applied-configuration",
} as const;
