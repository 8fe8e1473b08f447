// The annotations that Cluster API's core and its tools read and write on provider objects and CRDs.

/** Annotations of Cluster API by name; each value is the annotation's key. */
export const annotations = {
  /** Pauses the object, whatever the value of the annotation. */
  paused: "cluster.x-k8s.io/paused",
  /** Something outside Cluster API reconciles the object, whatever the value of the annotation. */
  managedBy: "cluster.x-k8s.io/managed-by",
  /** The name of the template that an object was created from. */
  clonedFromName: "cluster.x-k8s.io/cloned-from-name",
  /** The `Kind.group` of the template that an object was created from. */
  clonedFromGroupKind: "cluster.x-k8s.io/cloned-from-groupkind",
  /** The fields that the object's API version does not have, kept for conversion back. */
  conversionData: "cluster.x-k8s.io/conversion-data",
  /** Set by `clusterctl move` in place of all other annotations before it deletes the source object. */
  deleteForMove: "clusterctl.cluster.x-k8s.io/delete-for-move",
  /** Blocks `clusterctl move` while it is set. */
  blockMove: "clusterctl.cluster.x-k8s.io/block-move",
  /** On a Machine: its MachineSet deletes it first when it scales down. */
  deleteMachine: "cluster.x-k8s.io/delete-machine",
  /** Set in the dry runs of the topology controller; immutability checks accept these. */
  topologyDryRun: "topology.cluster.x-k8s.io/dry-run",
  /** An extension is updating the Machine in place. */
  updateInProgress: "in-place-updates.internal.cluster.x-k8s.io/update-in-progress",
  /** On a CRD: clusterctl does not check the CRD's name. */
  skipCrdNamePreflight: "clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check",
  /** On a control plane Machine: when its certificates expire. */
  certificatesExpiry: "machine.cluster.x-k8s.io/certificates-expiry",
  /** Written by `kubectl apply`; not copied from templates. */
  lastApplied: "kubectl.kubernetes.io/last-applied-configuration",
} as const;
