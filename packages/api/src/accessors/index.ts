// Questions about Clusters and Machines that have one answer in either API version: pure functions without dependencies, for pages
// and for providers that read objects of both.
export type { AnyCluster, AnyMachine } from "./objects.ts";
export { conditionOf, conditionsOf, isReady } from "./conditions.ts";
export type { ObjectWithConditions } from "./conditions.ts";
export { bootstrapConfigRef, controlPlaneRef, infrastructureRef } from "./references.ts";
export type { ReferencedObject } from "./references.ts";
export {
  clusterNetwork,
  clusterPhase,
  controlPlaneEndpoint,
  controlPlaneInitialized,
  failureDomains,
  infrastructureProvisioned,
  isMarkedPaused,
} from "./cluster.ts";
export type { ClusterFailureDomain, ClusterNetworkRanges } from "./cluster.ts";
export {
  bootstrapDataSecretCreated,
  bootstrapDataSecretName,
  machineAddresses,
  machineFailureDomain,
  machinePhase,
  machineVersion,
  nodeName,
  providerID,
} from "./machine.ts";
