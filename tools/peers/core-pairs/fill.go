package main

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/randfill"
)

// newFiller fills objects by a fixed seed, with values that the API server would take in the fields that are asked for. Topologies,
// counts and what else nobody asks for are left out.
func newFiller() *randfill.Filler {
	return randfill.NewWithSeed(1).NilChance(0.3).NumElements(0, 3).Funcs(
		fillText, fillMetadata, fillTime, fillReference, fillOlderReference, fillOlderAddress, fillNewerAddress,
		fillOlderClusterSpec, fillNewerClusterSpec, fillOlderMachineSpec, fillNewerMachineSpec, fillOlderNetwork, fillNewerNetwork,
		fillOlderCondition, fillNewerOldCondition, fillCondition,
		fillOlderCount, fillNewerCount, fillOlderWorkers, fillNewerWorkers,
		fillOlderClusterStatus, fillNewerClusterStatus, fillOlderMachineStatus, fillNewerMachineStatus,
		fillOlderEndpoint, fillNewerEndpoint,
	)
}

// pick takes one of some values.
func pick[T any](c randfill.Continue, values ...T) T { return values[c.Intn(len(values))] }

func fillText(text *string, c randfill.Continue) {
	*text = pick(c, "a", "b-1", "c.example.com", "node-4", "zone-5")
}

func fillMetadata(metadata *metav1.ObjectMeta, c randfill.Continue) {
	metadata.Name = pick(c, "one", "two")
	metadata.Namespace = "default"
	if c.Bool() {
		metadata.Annotations = map[string]string{pick(c, corev1beta2.PausedAnnotation, "example.com/note"): pick(c, "", "false")}
	}
}

func fillTime(at *metav1.Time, c randfill.Continue) {
	*at = metav1.NewTime(time.Unix(int64(1_700_000_000+c.Intn(1_000_000)), 0).UTC())
}

func fillReference(reference *corev1beta2.ContractVersionedObjectReference, c randfill.Continue) {
	*reference = corev1beta2.ContractVersionedObjectReference{}
	if c.Intn(4) > 0 {
		reference.APIGroup, reference.Kind, reference.Name = "infrastructure.cluster.x-k8s.io", "FooThing", pick(c, "x", "y")
	}
}

func fillOlderReference(reference *corev1.ObjectReference, c randfill.Continue) {
	*reference = corev1.ObjectReference{APIVersion: "infrastructure.cluster.x-k8s.io/" + pick(c, "v1alpha3", "v1beta1"), Kind: "FooThing",
		Name: pick(c, "x", "y"), Namespace: "default"}
}

func addressType(c randfill.Continue) string { return pick(c, "InternalIP", "ExternalIP", "Hostname") }

func fillOlderAddress(address *corev1beta1.MachineAddress, c randfill.Continue) {
	address.Type, address.Address = corev1beta1.MachineAddressType(addressType(c)), pick(c, "10.0.0.1", "10.0.0.2")
}

func fillNewerAddress(address *corev1beta2.MachineAddress, c randfill.Continue) {
	address.Type, address.Address = corev1beta2.MachineAddressType(addressType(c)), pick(c, "10.0.0.1", "10.0.0.2")
}

func fillOlderClusterSpec(spec *corev1beta1.ClusterSpec, c randfill.Continue) {
	c.FillNoCustom(spec)
	spec.Topology, spec.AvailabilityGates = nil, nil
}

func fillNewerClusterSpec(spec *corev1beta2.ClusterSpec, c randfill.Continue) {
	c.FillNoCustom(spec)
	spec.Topology, spec.AvailabilityGates = corev1beta2.Topology{}, nil
}

func fillOlderMachineSpec(spec *corev1beta1.MachineSpec, c randfill.Continue) {
	c.FillNoCustom(spec)
	spec.Taints, spec.ReadinessGates = nil, nil
	spec.NodeDrainTimeout, spec.NodeVolumeDetachTimeout, spec.NodeDeletionTimeout = nil, nil, nil
}

func fillNewerMachineSpec(spec *corev1beta2.MachineSpec, c randfill.Continue) {
	c.FillNoCustom(spec)
	spec.Taints, spec.ReadinessGates, spec.Deletion = nil, nil, corev1beta2.MachineDeletionSpec{}
}

func fillOlderNetwork(network *corev1beta1.ClusterNetwork, c randfill.Continue) {
	c.FillNoCustom(network)
	if network.APIServerPort != nil {
		*network.APIServerPort = pick(c, int32(6443), 443)
	}
}

func fillNewerNetwork(network *corev1beta2.ClusterNetwork, c randfill.Continue) {
	c.FillNoCustom(network)
	network.APIServerPort = pick(c, int32(0), 6443)
}

func fillOlderEndpoint(endpoint *corev1beta1.APIEndpoint, c randfill.Continue) {
	endpoint.Host, endpoint.Port = pick(c, "", "10.0.0.1", "c.example.com"), pick(c, int32(0), 443, 6443)
}

func fillNewerEndpoint(endpoint *corev1beta2.APIEndpoint, c randfill.Continue) {
	endpoint.Host, endpoint.Port = pick(c, "", "10.0.0.1", "c.example.com"), pick(c, int32(0), 443, 6443)
}

func fillOlderCount(*corev1beta1.ClusterControlPlaneStatus, randfill.Continue) {}
func fillNewerCount(*corev1beta2.ClusterControlPlaneStatus, randfill.Continue) {}
func fillOlderWorkers(*corev1beta1.WorkersStatus, randfill.Continue)           {}
func fillNewerWorkers(*corev1beta2.WorkersStatus, randfill.Continue)           {}

func conditionType(c randfill.Continue) string {
	return pick(c, "Ready", "Available", "ControlPlaneInitialized", "InfrastructureReady")
}

func fillOlderCondition(condition *corev1beta1.Condition, c randfill.Continue) {
	condition.Type = corev1beta1.ConditionType(conditionType(c))
	condition.Status = pick(c, corev1.ConditionTrue, corev1.ConditionFalse, corev1.ConditionUnknown)
	condition.Reason, condition.Message = pick(c, "", "Waiting"), pick(c, "", "not yet")
	fillTime(&condition.LastTransitionTime, c)
}

func fillNewerOldCondition(condition *corev1beta2.Condition, c randfill.Continue) {
	older := corev1beta1.Condition{}
	fillOlderCondition(&older, c)
	*condition = corev1beta2.Condition{Type: corev1beta2.ConditionType(older.Type), Status: older.Status, Reason: older.Reason,
		Message: older.Message, LastTransitionTime: older.LastTransitionTime}
}

func fillCondition(condition *metav1.Condition, c randfill.Continue) {
	condition.Type, condition.Reason, condition.Message = conditionType(c), "Because", pick(c, "", "all is well")
	condition.Status = pick(c, metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown)
	condition.ObservedGeneration = int64(c.Intn(3))
	fillTime(&condition.LastTransitionTime, c)
}

func clusterPhase(c randfill.Continue) string {
	return pick(c, "", "Pending", "Provisioning", "Provisioned", "Deleting", "Failed")
}

// machinePhase leaves out Updating, which v1beta1 does not have.
func machinePhase(c randfill.Continue) string {
	return pick(c, "", "Pending", "Provisioning", "Provisioned", "Running", "Deleting", "Failed")
}

func fillOlderClusterStatus(status *corev1beta1.ClusterStatus, c randfill.Continue) {
	c.FillNoCustom(status)
	status.Phase, status.ObservedGeneration, status.FailureReason = clusterPhase(c), 0, nil
}

func fillNewerClusterStatus(status *corev1beta2.ClusterStatus, c randfill.Continue) {
	c.FillNoCustom(status)
	status.Phase, status.ObservedGeneration = clusterPhase(c), 0
	if status.Deprecated != nil && status.Deprecated.V1Beta1 != nil {
		status.Deprecated.V1Beta1.FailureReason = nil
	}
	seen := map[string]bool{}
	domains := status.FailureDomains
	status.FailureDomains = nil
	for _, domain := range domains {
		if !seen[domain.Name] {
			status.FailureDomains = append(status.FailureDomains, domain)
		}
		seen[domain.Name] = true
	}
}

func fillOlderMachineStatus(status *corev1beta1.MachineStatus, c randfill.Continue) {
	c.FillNoCustom(status)
	status.Phase, status.ObservedGeneration, status.NodeInfo, status.Deletion = machinePhase(c), 0, nil, nil
	status.FailureReason = nil
}

func fillNewerMachineStatus(status *corev1beta2.MachineStatus, c randfill.Continue) {
	c.FillNoCustom(status)
	status.Phase, status.ObservedGeneration, status.NodeInfo, status.Deletion = machinePhase(c), 0, nil, nil
	if status.Deprecated != nil && status.Deprecated.V1Beta1 != nil {
		status.Deprecated.V1Beta1.FailureReason = nil
	}
}
