// Cluster API's core types, API version v1beta1: deprecated, still served and converted by core.
export type { LocalObjectTemplate, ObjectReference } from "./references.ts";
export type { NodeSwapStatus, NodeSystemInfo } from "../node-system-info.ts";
export type { Condition, ConditionSeverity } from "./condition.ts";
export type { APIEndpoint, FailureDomainSpec, MachineAddress, MachineNamingStrategy, ObjectMeta } from "./common.ts";
export type { ClusterAvailabilityGate, MachineReadinessGate } from "./gates.ts";
export type { MachineTaint } from "./machine-taint.ts";
export type { StatusUpgradePlanVersion, StatusVersion } from "./versions.ts";
export type {
  MachineHealthCheckClass,
  MachineHealthCheckTopology,
  UnhealthyCondition,
  UnhealthyMachineCondition,
} from "./health-check.ts";
export { Cluster } from "./cluster.ts";
export type {
  ClusterControlPlaneStatus,
  ClusterNetwork,
  ClusterSpec,
  ClusterStatus,
  ClusterV1Beta2Status,
  NetworkRanges,
  WorkersStatus,
} from "./cluster.ts";
export type {
  ClusterVariable,
  ControlPlaneTopology,
  ControlPlaneTopologyRolloutSpec,
  ControlPlaneVariables,
  MachineDeploymentTopology,
  MachineDeploymentTopologyRolloutSpec,
  MachineDeploymentVariables,
  MachinePoolTopology,
  MachinePoolVariables,
  Topology,
  WorkersTopology,
} from "./topology.ts";
export { Machine } from "./machine.ts";
export type {
  Bootstrap,
  MachineDeletionStatus,
  MachineSpec,
  MachineStatus,
  MachineTemplateSpec,
  MachineV1Beta2Status,
} from "./machine.ts";
export { MachineSet } from "./machine-set.ts";
export type { MachineSetSpec, MachineSetStatus, MachineSetV1Beta2Status } from "./machine-set.ts";
export { MachineDeployment } from "./machine-deployment.ts";
export type {
  MachineDeploymentSpec,
  MachineDeploymentStatus,
  MachineDeploymentStrategy,
  MachineDeploymentV1Beta2Status,
  MachineRollingUpdateDeployment,
  RemediationStrategy,
} from "./machine-deployment.ts";
export type {
  ClusterClassVariable,
  ClusterClassVariableMetadata,
  JSONSchemaProps,
  ValidationRule,
  VariableSchema,
  VariableSchemaMetadata,
} from "./variable-schema.ts";
export { ClusterClass } from "./cluster-class.ts";
export type {
  ClusterClassSpec,
  ClusterClassStatus,
  ClusterClassStatusVariable,
  ClusterClassStatusVariableDefinition,
  ClusterClassUpgrade,
  ClusterClassUpgradeExternal,
  ClusterClassV1Beta2Status,
  ControlPlaneClass,
  ControlPlaneClassNamingStrategy,
  InfrastructureNamingStrategy,
  WorkersClass,
} from "./cluster-class.ts";
export type {
  MachineDeploymentClass,
  MachineDeploymentClassNamingStrategy,
  MachineDeploymentClassTemplate,
  MachinePoolClass,
  MachinePoolClassNamingStrategy,
  MachinePoolClassTemplate,
} from "./worker-classes.ts";
export type {
  ClusterClassPatch,
  ExternalPatchDefinition,
  JSONPatch,
  JSONPatchValue,
  PatchDefinition,
  PatchSelector,
  PatchSelectorMatch,
  PatchSelectorMatchMachineDeploymentClass,
  PatchSelectorMatchMachinePoolClass,
} from "./cluster-class-patch.ts";
export { MachinePool } from "./machine-pool.ts";
export type { MachinePoolPhase, MachinePoolSpec, MachinePoolStatus, MachinePoolV1Beta2Status } from "./machine-pool.ts";
export { MachineHealthCheck } from "./machine-health-check.ts";
export type {
  MachineHealthCheckSpec,
  MachineHealthCheckStatus,
  MachineHealthCheckV1Beta2Status,
} from "./machine-health-check.ts";
export { MachineDrainRule } from "./machine-drain-rule.ts";
export type {
  MachineDrainRuleDrainBehavior,
  MachineDrainRuleDrainConfig,
  MachineDrainRuleMachineSelector,
  MachineDrainRulePodSelector,
  MachineDrainRuleSpec,
} from "./machine-drain-rule.ts";
