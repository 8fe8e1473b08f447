// How Cluster API's Cluster changes between its versions, as a declaration: what upstream's functions do by hand.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import type { Cluster as Older } from "@capstan/api/core/v1beta1";
import type { Cluster as Newer } from "@capstan/api/core/v1beta2";
import { losesFields, remediationTemplate, unhealthyConditions } from "./health-checks.ts";

export const cluster: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "spec.availabilityGates": { bounds: "differ" },
    "spec.clusterNetwork.apiServerPort": { bounds: "differ" },
    "spec.clusterNetwork.pods.cidrBlocks": { bounds: "differ" },
    "spec.clusterNetwork.services.cidrBlocks": { bounds: "differ" },
    "spec.controlPlaneEndpoint.host": { bounds: "differ" },
    "spec.controlPlaneEndpoint.port": { bounds: "differ" },
    "spec.topology.controlPlane.metadata": { bounds: "differ" },
    "spec.topology.controlPlane.readinessGates": { bounds: "differ" },
    "spec.topology.controlPlane.variables.overrides": { bounds: "differ" },
    "spec.topology.variables": { bounds: "differ" },
    "spec.topology.workers.machineDeployments": { bounds: "differ" },
    "spec.topology.workers.machineDeployments[].metadata": { bounds: "differ" },
    "spec.topology.workers.machineDeployments[].minReadySeconds": { bounds: "differ" },
    "spec.topology.workers.machineDeployments[].name": { bounds: "differ" },
    "spec.topology.workers.machineDeployments[].readinessGates": { bounds: "differ" },
    "spec.topology.workers.machineDeployments[].variables.overrides": { bounds: "differ" },
    "spec.topology.workers.machinePools": { bounds: "differ" },
    "spec.topology.workers.machinePools[].failureDomains": { bounds: "differ" },
    "spec.topology.workers.machinePools[].metadata": { bounds: "differ" },
    "spec.topology.workers.machinePools[].minReadySeconds": { bounds: "differ" },
    "spec.topology.workers.machinePools[].name": { bounds: "differ" },
    "spec.topology.workers.machinePools[].variables.overrides": { bounds: "differ" },
    "status.observedGeneration": { bounds: "differ" },
    "spec.paused": { as: "boolPresence" },
    "spec.controlPlaneRef": { as: "reference", bounds: "differ" },
    "spec.controlPlaneRef.fieldPath": "removed",
    "spec.controlPlaneRef.resourceVersion": "removed",
    "spec.controlPlaneRef.uid": "removed",
    "spec.infrastructureRef": { as: "reference", bounds: "differ" },
    "spec.infrastructureRef.fieldPath": "removed",
    "spec.infrastructureRef.resourceVersion": "removed",
    "spec.infrastructureRef.uid": "removed",
    "spec.topology.class": { to: "spec.topology.classRef.name", bounds: "differ" },
    "spec.topology.classNamespace": { to: "spec.topology.classRef.namespace" },
    "spec.topology.rolloutAfter": "removed",
    "spec.topology.variables[].definitionFrom": "removed",

    "spec.topology.controlPlane.machineHealthCheck.enable": { to: "spec.topology.controlPlane.healthCheck.enabled" },
    "spec.topology.controlPlane.machineHealthCheck.nodeStartupTimeout": {
      to: "spec.topology.controlPlane.healthCheck.checks.nodeStartupTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.controlPlane.machineHealthCheck.unhealthyConditions": {
      to: "spec.topology.controlPlane.healthCheck.checks.unhealthyNodeConditions",
      as: unhealthyConditions,
      bounds: "differ",
    },
    "spec.topology.controlPlane.machineHealthCheck.unhealthyMachineConditions": {
      to: "spec.topology.controlPlane.healthCheck.checks.unhealthyMachineConditions",
      as: unhealthyConditions,
      bounds: "differ",
    },
    "spec.topology.controlPlane.machineHealthCheck.maxUnhealthy": {
      to: "spec.topology.controlPlane.healthCheck.remediation.triggerIf.unhealthyLessThanOrEqualTo",
    },
    "spec.topology.controlPlane.machineHealthCheck.unhealthyRange": {
      to: "spec.topology.controlPlane.healthCheck.remediation.triggerIf.unhealthyInRange",
    },
    "spec.topology.controlPlane.machineHealthCheck.remediationTemplate": {
      to: "spec.topology.controlPlane.healthCheck.remediation.templateRef",
      as: remediationTemplate,
      loses: losesFields,
    },
    "spec.topology.controlPlane.nodeDrainTimeout": {
      to: "spec.topology.controlPlane.deletion.nodeDrainTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.controlPlane.nodeVolumeDetachTimeout": {
      to: "spec.topology.controlPlane.deletion.nodeVolumeDetachTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.controlPlane.nodeDeletionTimeout": {
      to: "spec.topology.controlPlane.deletion.nodeDeletionTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.controlPlane.variables.overrides[].definitionFrom": "removed",
    "spec.topology.workers.machineDeployments[].machineHealthCheck.enable": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.enabled",
    },
    "spec.topology.workers.machineDeployments[].machineHealthCheck.nodeStartupTimeout": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.checks.nodeStartupTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machineDeployments[].machineHealthCheck.unhealthyConditions": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.checks.unhealthyNodeConditions",
      as: unhealthyConditions,
      bounds: "differ",
    },
    "spec.topology.workers.machineDeployments[].machineHealthCheck.unhealthyMachineConditions": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.checks.unhealthyMachineConditions",
      as: unhealthyConditions,
      bounds: "differ",
    },
    "spec.topology.workers.machineDeployments[].machineHealthCheck.maxUnhealthy": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.remediation.triggerIf.unhealthyLessThanOrEqualTo",
    },
    "spec.topology.workers.machineDeployments[].machineHealthCheck.unhealthyRange": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.remediation.triggerIf.unhealthyInRange",
    },
    "spec.topology.workers.machineDeployments[].machineHealthCheck.remediationTemplate": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.remediation.templateRef",
      as: remediationTemplate,
      loses: losesFields,
    },
    "spec.topology.workers.machineDeployments[].nodeDrainTimeout": {
      to: "spec.topology.workers.machineDeployments[].deletion.nodeDrainTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machineDeployments[].nodeVolumeDetachTimeout": {
      to: "spec.topology.workers.machineDeployments[].deletion.nodeVolumeDetachTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machineDeployments[].nodeDeletionTimeout": {
      to: "spec.topology.workers.machineDeployments[].deletion.nodeDeletionTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machineDeployments[].strategy.type": {
      to: "spec.topology.workers.machineDeployments[].rollout.strategy.type",
      default: "RollingUpdate",
    },
    "spec.topology.workers.machineDeployments[].strategy.rollingUpdate.maxUnavailable": {
      to: "spec.topology.workers.machineDeployments[].rollout.strategy.rollingUpdate.maxUnavailable",
    },
    "spec.topology.workers.machineDeployments[].strategy.rollingUpdate.maxSurge": {
      to: "spec.topology.workers.machineDeployments[].rollout.strategy.rollingUpdate.maxSurge",
    },
    "spec.topology.workers.machineDeployments[].strategy.rollingUpdate.deletePolicy": {
      to: "spec.topology.workers.machineDeployments[].deletion.order",
    },
    "spec.topology.workers.machineDeployments[].strategy.remediation.maxInFlight": {
      to: "spec.topology.workers.machineDeployments[].healthCheck.remediation.maxInFlight",
    },
    "spec.topology.workers.machineDeployments[].variables.overrides[].definitionFrom": "removed",
    "spec.topology.workers.machinePools[].nodeDrainTimeout": {
      to: "spec.topology.workers.machinePools[].deletion.nodeDrainTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machinePools[].nodeVolumeDetachTimeout": {
      to: "spec.topology.workers.machinePools[].deletion.nodeVolumeDetachTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machinePools[].nodeDeletionTimeout": {
      to: "spec.topology.workers.machinePools[].deletion.nodeDeletionTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.topology.workers.machinePools[].variables.overrides[].definitionFrom": "removed",
    "status.failureDomains": { as: { mapToList: "name" }, bounds: "differ" },
    "status.failureReason": { to: "status.deprecated.v1beta1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1beta1.failureMessage" },
    "status.infrastructureReady": { to: "status.initialization.infrastructureProvisioned", as: "boolPresence" },
    "status.controlPlaneReady": { to: "status.initialization.controlPlaneInitialized", as: "boolPresence" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
    "status.v1beta2.controlPlane": { to: "status.controlPlane" },
    "status.v1beta2.workers": { to: "status.workers" },
  },
});
