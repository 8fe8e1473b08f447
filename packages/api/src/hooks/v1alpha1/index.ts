// The hooks of Cluster API's Runtime SDK, API version v1alpha1: 17 constants and the types of their requests and responses.
export { hooksApiVersion } from "./common.ts";
export type { CommonRequest, CommonResponse, CommonRetryResponse, ResponseStatus, TypeMeta } from "./common.ts";
export { Discovery } from "./discovery.ts";
export type { DiscoveryRequest, DiscoveryResponse, ExtensionHandler, GroupVersionHook } from "./discovery.ts";
export { AfterControlPlaneInitialized, BeforeClusterCreate, BeforeClusterDelete } from "./cluster-lifecycle.ts";
export type {
  AfterControlPlaneInitializedRequest,
  AfterControlPlaneInitializedResponse,
  BeforeClusterCreateRequest,
  BeforeClusterCreateResponse,
  BeforeClusterDeleteRequest,
  BeforeClusterDeleteResponse,
} from "./cluster-lifecycle.ts";
export {
  AfterClusterUpgrade,
  AfterControlPlaneUpgrade,
  AfterWorkersUpgrade,
  BeforeClusterUpgrade,
  BeforeControlPlaneUpgrade,
  BeforeWorkersUpgrade,
} from "./cluster-upgrade.ts";
export type {
  AfterClusterUpgradeRequest,
  AfterClusterUpgradeResponse,
  AfterControlPlaneUpgradeRequest,
  AfterControlPlaneUpgradeResponse,
  AfterWorkersUpgradeRequest,
  AfterWorkersUpgradeResponse,
  BeforeClusterUpgradeRequest,
  BeforeClusterUpgradeResponse,
  BeforeControlPlaneUpgradeRequest,
  BeforeControlPlaneUpgradeResponse,
  BeforeWorkersUpgradeRequest,
  BeforeWorkersUpgradeResponse,
  UpgradeStepInfo,
} from "./cluster-upgrade.ts";
export { DiscoverVariables, GeneratePatches, ValidateTopology } from "./topology-mutation.ts";
export type {
  DiscoverVariablesRequest,
  DiscoverVariablesResponse,
  GeneratePatchesRequest,
  GeneratePatchesRequestItem,
  GeneratePatchesResponse,
  GeneratePatchesResponseItem,
  HolderReference,
  PatchType,
  ValidateTopologyRequest,
  ValidateTopologyRequestItem,
  ValidateTopologyResponse,
  Variable,
} from "./topology-mutation.ts";
export { builtinVariable } from "./builtins.ts";
export type {
  BuiltinMetadata,
  BuiltinReference,
  Builtins,
  ClusterBuiltins,
  ClusterNetworkBuiltins,
  ClusterTopologyBuiltins,
  ControlPlaneBuiltins,
  MachineDeploymentBuiltins,
  MachinePoolBuiltins,
} from "./builtins.ts";
export { CanUpdateMachine, CanUpdateMachineSet, UpdateMachine } from "./in-place-update.ts";
export type {
  CanUpdateMachineRequest,
  CanUpdateMachineRequestObjects,
  CanUpdateMachineResponse,
  CanUpdateMachineSetRequest,
  CanUpdateMachineSetRequestObjects,
  CanUpdateMachineSetResponse,
  Patch,
  UpdateMachineRequest,
  UpdateMachineRequestObjects,
  UpdateMachineResponse,
} from "./in-place-update.ts";
export { GenerateUpgradePlan } from "./upgrade-plan.ts";
export type { GenerateUpgradePlanRequest, GenerateUpgradePlanResponse, UpgradeStep } from "./upgrade-plan.ts";
