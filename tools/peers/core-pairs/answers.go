package main

import (
	"k8s.io/utils/ptr"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util/annotations"
	"sigs.k8s.io/cluster-api/util/conditions"
)

// Answers is what Cluster API's own fields and functions say about an object, in v1beta2.
type Answers map[string]any

func answersOfCluster(cluster *corev1beta2.Cluster) Answers {
	answers := Answers{
		"isMarkedPaused":             annotations.IsPaused(cluster, cluster),
		"clusterPhase":               cluster.Status.Phase,
		"infrastructureProvisioned":  ptr.Deref(cluster.Status.Initialization.InfrastructureProvisioned, false),
		"infrastructureRef":          reference(cluster.Spec.InfrastructureRef),
		"controlPlaneRef":            reference(cluster.Spec.ControlPlaneRef),
		"podRanges":                  cluster.Spec.ClusterNetwork.Pods.CIDRBlocks,
		"isAvailable":                conditions.IsTrue(cluster, corev1beta2.ClusterAvailableCondition),
		"hasConditions":              len(cluster.Status.Conditions) > 0,
		"controlPlaneEndpoint":       nil,
		"controlPlaneFailureDomains": controlPlaneDomains(cluster),
	}
	if endpoint := cluster.Spec.ControlPlaneEndpoint; endpoint.IsValid() {
		answers["controlPlaneEndpoint"] = endpoint
	}
	return answers
}

func controlPlaneDomains(cluster *corev1beta2.Cluster) []string {
	names := []string{}
	for _, domain := range cluster.Status.FailureDomains {
		if ptr.Deref(domain.ControlPlane, false) {
			names = append(names, domain.Name)
		}
	}
	return names
}

func answersOfMachine(machine *corev1beta2.Machine) Answers {
	return Answers{
		"isMarkedPaused":             annotations.HasPaused(machine),
		"machinePhase":               machine.Status.Phase,
		"infrastructureProvisioned":  ptr.Deref(machine.Status.Initialization.InfrastructureProvisioned, false),
		"bootstrapDataSecretCreated": ptr.Deref(machine.Status.Initialization.BootstrapDataSecretCreated, false),
		"machineAddresses":           append([]corev1beta2.MachineAddress{}, machine.Status.Addresses...),
		"infrastructureRef":          reference(machine.Spec.InfrastructureRef),
		"bootstrapConfigRef":         reference(machine.Spec.Bootstrap.ConfigRef),
		"bootstrapDataSecretName":    ptr.Deref(machine.Spec.Bootstrap.DataSecretName, ""),
		"machineFailureDomain":       machine.Spec.FailureDomain,
		"machineVersion":             machine.Spec.Version,
		"providerID":                 machine.Spec.ProviderID,
		"nodeName":                   machine.Status.NodeRef.Name,
		"isReady":                    conditions.IsTrue(machine, corev1beta2.MachineReadyCondition),
		"hasConditions":              len(machine.Status.Conditions) > 0,
	}
}

func reference(reference corev1beta2.ContractVersionedObjectReference) any {
	if !reference.IsDefined() {
		return nil
	}
	return reference
}
