// Labels, annotations, owners, finalizers, templates and Secrets of Cluster API's objects, and this package's errors.
// Other subjects are subpaths: kinds, define, conversion, rules, crd, fields, conditions, description.
export { annotations } from "./objects/annotations.ts";
export { contractLabel, labels, playedByLabel } from "./objects/labels.ts";
export { coreGroup, ownerCluster, ownerMachine, ownerMachinePool, ownerOf } from "./objects/owners.ts";
export { ensureOwner, ownerReferenceTo, sameOwner } from "@capstan/kube";
export {
  clusterNameOf,
  hasPausedAnnotation,
  isControlPlaneMachine,
  isDeleting,
  isExternallyManaged,
  isMoved,
  isPaused,
  isTopologyDryRun,
  isTopologyOwned,
  isUpdateInProgress,
  matchesWatchFilter,
  pauseReasons,
} from "./objects/predicates.ts";
export type { PausableCluster } from "./objects/predicates.ts";
export { addFinalizer, finalizerOf, hasFinalizer, removeFinalizer } from "@capstan/kube";
export { machinePoolLabels } from "./objects/pool-labels.ts";
export { clonedFrom, cloneTemplate } from "./objects/clone-template.ts";
export type { CloneOptions } from "./objects/clone-template.ts";
export { clusterSecretName, clusterSecretType, kubeconfigOf, kubeconfigSecret } from "./objects/cluster-secret.ts";
export type { ClusterSecretPurpose, KubeconfigSecretOptions } from "./objects/cluster-secret.ts";
export { type AllowedNamespaces, allowsNamespace, needsNamespaceLabels } from "./objects/allowed-namespaces.ts";
export { readPath, writePath } from "./objects/object-path.ts";
export { contractErrors } from "./contract-errors.ts";
export type { ContractErrorCode } from "./contract-errors.ts";
