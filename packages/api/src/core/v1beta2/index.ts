// Cluster API's core types, API version v1beta2: what every provider reads and embeds.
export type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
export type { ObjectReference } from "../v1beta1/references.ts";
export type { NodeSwapStatus, NodeSystemInfo } from "../node-system-info.ts";
export type { APIEndpoint } from "./api-endpoint.ts";
export type { FailureDomain } from "./failure-domain.ts";
export type { MachineAddress, MachineAddressType } from "./machine-address.ts";
export type { ObjectMeta } from "./object-meta.ts";
export type { ContractVersionedObjectReference, MachineNodeReference } from "./references.ts";
export type { MachineTaint, MachineTaintPropagation } from "./machine-taint.ts";
export type { StatusUpgradePlanVersion, StatusVersion } from "./versions.ts";
export type { ClusterAvailabilityGate, ConditionPolarity, MachineReadinessGate } from "./gates.ts";
export { Cluster } from "./cluster.ts";
export type {
  ClusterControlPlaneStatus,
  ClusterDeprecatedStatus,
  ClusterInitializationStatus,
  ClusterNetwork,
  ClusterPhase,
  ClusterSpec,
  ClusterStatus,
  ClusterV1Beta1DeprecatedStatus,
  NetworkRanges,
  WorkersStatus,
} from "./cluster.ts";
export type { ClusterVariable } from "./cluster-variable.ts";
export type { ClusterClassRef, Topology, WorkersTopology } from "./topology.ts";
export type {
  ControlPlaneTopology,
  ControlPlaneTopologyHealthCheck,
  ControlPlaneTopologyHealthCheckChecks,
  ControlPlaneTopologyHealthCheckRemediation,
  ControlPlaneTopologyHealthCheckRemediationTriggerIf,
  ControlPlaneTopologyMachineDeletionSpec,
  ControlPlaneTopologyRolloutSpec,
  ControlPlaneVariables,
} from "./topology-control-plane.ts";
export type {
  MachineDeploymentTopology,
  MachineDeploymentTopologyHealthCheck,
  MachineDeploymentTopologyHealthCheckChecks,
  MachineDeploymentTopologyHealthCheckRemediation,
  MachineDeploymentTopologyHealthCheckRemediationTriggerIf,
  MachineDeploymentTopologyMachineDeletionSpec,
  MachineDeploymentTopologyRolloutSpec,
  MachineDeploymentTopologyRolloutStrategy,
  MachineDeploymentTopologyRolloutStrategyRollingUpdate,
  MachineDeploymentVariables,
} from "./topology-machine-deployment.ts";
export type {
  MachinePoolTopology,
  MachinePoolTopologyMachineDeletionSpec,
  MachinePoolVariables,
} from "./topology-machine-pool.ts";
export type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";
export { Machine } from "./machine.ts";
export type {
  Bootstrap,
  MachineDeletionSpec,
  MachineDeletionStatus,
  MachineDeprecatedStatus,
  MachineInitializationStatus,
  MachinePhase,
  MachineSpec,
  MachineStatus,
  MachineV1Beta1DeprecatedStatus,
} from "./machine.ts";
export type { MachineNamingSpec, MachineTemplateSpec } from "./machine-template.ts";
export { MachineSet } from "./machine-set.ts";
export type {
  MachineSetDeletionOrder,
  MachineSetDeletionSpec,
  MachineSetDeprecatedStatus,
  MachineSetSpec,
  MachineSetStatus,
  MachineSetV1Beta1DeprecatedStatus,
} from "./machine-set.ts";
export { MachineDeployment } from "./machine-deployment.ts";
export type {
  MachineDeploymentDeletionSpec,
  MachineDeploymentDeprecatedStatus,
  MachineDeploymentPhase,
  MachineDeploymentRemediationSpec,
  MachineDeploymentRolloutSpec,
  MachineDeploymentRolloutStrategy,
  MachineDeploymentRolloutStrategyRollingUpdate,
  MachineDeploymentSpec,
  MachineDeploymentStatus,
  MachineDeploymentV1Beta1DeprecatedStatus,
} from "./machine-deployment.ts";
export type {
  ClusterClassVariable,
  ClusterClassVariableMetadata,
  FieldValueErrorReason,
  JSONSchemaProps,
  ValidationRule,
  VariableSchema,
  VariableSchemaMetadata,
} from "./variable-schema.ts";
export { ClusterClass } from "./cluster-class.ts";
export type {
  ClusterClassDeprecatedStatus,
  ClusterClassSpec,
  ClusterClassStatus,
  ClusterClassStatusVariable,
  ClusterClassStatusVariableDefinition,
  ClusterClassUpgrade,
  ClusterClassUpgradeExternal,
  ClusterClassV1Beta1DeprecatedStatus,
  InfrastructureClass,
  InfrastructureClassNamingSpec,
  WorkersClass,
} from "./cluster-class.ts";
export type { ClusterClassTemplateReference } from "./cluster-class-template-reference.ts";
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
export type {
  ControlPlaneClass,
  ControlPlaneClassHealthCheck,
  ControlPlaneClassHealthCheckChecks,
  ControlPlaneClassHealthCheckRemediation,
  ControlPlaneClassHealthCheckRemediationTriggerIf,
  ControlPlaneClassMachineDeletionSpec,
  ControlPlaneClassMachineInfrastructureTemplate,
  ControlPlaneClassNamingSpec,
} from "./control-plane-class.ts";
export type {
  MachineDeploymentClass,
  MachineDeploymentClassBootstrapTemplate,
  MachineDeploymentClassHealthCheck,
  MachineDeploymentClassHealthCheckChecks,
  MachineDeploymentClassHealthCheckRemediation,
  MachineDeploymentClassHealthCheckRemediationTriggerIf,
  MachineDeploymentClassInfrastructureTemplate,
  MachineDeploymentClassMachineDeletionSpec,
  MachineDeploymentClassNamingSpec,
  MachineDeploymentClassRolloutSpec,
  MachineDeploymentClassRolloutStrategy,
  MachineDeploymentClassRolloutStrategyRollingUpdate,
} from "./machine-deployment-class.ts";
export type {
  MachinePoolClass,
  MachinePoolClassBootstrapTemplate,
  MachinePoolClassInfrastructureTemplate,
  MachinePoolClassMachineDeletionSpec,
  MachinePoolClassNamingSpec,
} from "./machine-pool-class.ts";
export { MachinePool } from "./machine-pool.ts";
export type {
  MachinePoolDeprecatedStatus,
  MachinePoolInitializationStatus,
  MachinePoolPhase,
  MachinePoolSpec,
  MachinePoolStatus,
  MachinePoolV1Beta1DeprecatedStatus,
} from "./machine-pool.ts";
export { MachineHealthCheck } from "./machine-health-check.ts";
export type {
  MachineHealthCheckChecks,
  MachineHealthCheckDeprecatedStatus,
  MachineHealthCheckRemediation,
  MachineHealthCheckRemediationTriggerIf,
  MachineHealthCheckSpec,
  MachineHealthCheckStatus,
  MachineHealthCheckV1Beta1DeprecatedStatus,
} from "./machine-health-check.ts";
export { MachineDrainRule } from "./machine-drain-rule.ts";
export type {
  MachineDrainRuleDrainBehavior,
  MachineDrainRuleDrainConfig,
  MachineDrainRuleMachineSelector,
  MachineDrainRulePodSelector,
  MachineDrainRuleSpec,
} from "../v1beta1/machine-drain-rule.ts";
