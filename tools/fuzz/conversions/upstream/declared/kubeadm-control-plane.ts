// How Cluster API's KubeadmControlPlane changes between its versions, as a declaration: what upstream's functions do by hand.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import type { KubeadmControlPlane as Older } from "@capstan/api/controlplane/kubeadm/v1beta1";
import type { KubeadmControlPlane as Newer } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { extraArgs } from "./extra-args.ts";
import { losesReadiness, readiness } from "./kubeadm-flags.ts";
import { retryPeriod, timeouts } from "./timeouts.ts";

export const kubeadmControlPlane: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.machineTemplate.infrastructureRef": { to: "spec.machineTemplate.spec.infrastructureRef", as: "reference" },
    "spec.machineTemplate.readinessGates": { to: "spec.machineTemplate.spec.readinessGates" },
    "spec.machineTemplate.taints": { to: "spec.machineTemplate.spec.taints" },
    "spec.machineTemplate.nodeDrainTimeout": {
      to: "spec.machineTemplate.spec.deletion.nodeDrainTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.machineTemplate.nodeVolumeDetachTimeout": {
      to: "spec.machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.machineTemplate.nodeDeletionTimeout": {
      to: "spec.machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.kubeadmConfigSpec.clusterConfiguration.apiVersion": "removed",
    "spec.kubeadmConfigSpec.clusterConfiguration.kind": "removed",
    "spec.kubeadmConfigSpec.clusterConfiguration.networking": "removed",
    "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion": "removed",
    "spec.kubeadmConfigSpec.clusterConfiguration.clusterName": "removed",
    "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs": { as: extraArgs },
    "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.extraArgs": { as: extraArgs },
    "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.extraArgs": { as: extraArgs },
    "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.extraArgs": { as: extraArgs },
    "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.kubeletExtraArgs": { as: extraArgs },
    "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.kubeletExtraArgs": { as: extraArgs },
    "spec.kubeadmConfigSpec.initConfiguration.apiVersion": "removed",
    "spec.kubeadmConfigSpec.initConfiguration.kind": "removed",
    "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens[].ttl": {
      to: "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens[].ttlSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.kubeadmConfigSpec.joinConfiguration.apiVersion": "removed",
    "spec.kubeadmConfigSpec.joinConfiguration.kind": "removed",
    "spec.kubeadmConfigSpec.diskSetup.partitions[].layout": { as: "boolPresence" },
    "spec.kubeadmConfigSpec.files[].append": { as: "boolPresence" },
    "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.extraVolumes[].readOnly": { as: "boolPresence" },
    "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.extraVolumes[].readOnly": { as: "boolPresence" },
    "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.extraVolumes[].readOnly": { as: "boolPresence" },
    "spec.kubeadmConfigSpec.ignition.containerLinuxConfig.strict": { as: "boolPresence" },
    "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification": {
      as: "boolPresence",
    },
    "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfig.cluster.insecureSkipTLSVerify": {
      as: "boolPresence",
    },
    "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfig.user.exec.provideClusterInfo": {
      as: "boolPresence",
    },
    "spec.kubeadmConfigSpec.useExperimentalRetryJoin": "removed",
    "spec.rolloutBefore": { to: "spec.rollout.before" },
    "spec.rolloutAfter": { to: "spec.rollout.after" },
    "spec.rolloutStrategy.type": { to: "spec.rollout.strategy.type", default: "RollingUpdate" },
    "spec.rolloutStrategy.rollingUpdate": { to: "spec.rollout.strategy.rollingUpdate" },
    "spec.remediationStrategy.maxRetry": { to: "spec.remediation.maxRetry" },
    "spec.remediationStrategy.retryPeriod": {
      to: "spec.remediation.retryPeriodSeconds",
      as: retryPeriod,
      bounds: "differ",
    },
    "spec.remediationStrategy.minHealthyPeriod": {
      to: "spec.remediation.minHealthyPeriodSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.machineNamingStrategy": { to: "spec.machineNaming" },
    "status.updatedReplicas": { to: "status.deprecated.v1beta1.updatedReplicas" },
    "status.unavailableReplicas": { to: "status.deprecated.v1beta1.unavailableReplicas" },
    "status.initialized": { to: "status.initialization.controlPlaneInitialized", as: "boolPresence" },
    "status.failureReason": { to: "status.deprecated.v1beta1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1beta1.failureMessage" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.lastRemediation.timestamp": { to: "status.lastRemediation.time" },
    "status.v1beta2.conditions": { to: "status.conditions" },
    "status.v1beta2.readyReplicas": { to: "status.readyReplicas" },
    "status.v1beta2.availableReplicas": { to: "status.availableReplicas" },
    "status.v1beta2.upToDateReplicas": { to: "status.upToDateReplicas" },
  },
  newer: {
    "spec.kubeadmConfigSpec.initConfiguration.timeouts.kubeletHealthCheckSeconds": "added",
    "spec.kubeadmConfigSpec.initConfiguration.timeouts.kubernetesAPICallSeconds": "added",
    "spec.kubeadmConfigSpec.initConfiguration.timeouts.etcdAPICallSeconds": "added",
    "spec.kubeadmConfigSpec.initConfiguration.timeouts.tlsBootstrapSeconds": "added",
    "spec.kubeadmConfigSpec.initConfiguration.timeouts.discoverySeconds": "added",
    "spec.kubeadmConfigSpec.joinConfiguration.timeouts.kubeletHealthCheckSeconds": "added",
    "spec.kubeadmConfigSpec.joinConfiguration.timeouts.kubernetesAPICallSeconds": "added",
    "spec.kubeadmConfigSpec.joinConfiguration.timeouts.etcdAPICallSeconds": "added",
    "spec.kubeadmConfigSpec.joinConfiguration.timeouts.discoverySeconds": "added",
  },
  together: {
    ready: {
      older: { ready: "status.ready", replicas: "status.readyReplicas" },
      newer: { replicas: "status.deprecated.v1beta1.readyReplicas" },
      as: readiness,
      loses: losesReadiness,
    },
    timeouts: {
      older: {
        controlPlane: "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.timeoutForControlPlane",
        discovery: "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout",
      },
      newer: {
        init: "spec.kubeadmConfigSpec.initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds",
        join: "spec.kubeadmConfigSpec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds",
        tlsBootstrap: "spec.kubeadmConfigSpec.joinConfiguration.timeouts.tlsBootstrapSeconds",
      },
      as: timeouts,
      bounds: "differ",
    },
  },
});
