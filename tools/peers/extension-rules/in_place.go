package main

import (
	"context"
	"encoding/json"

	// For the linker: they are the packages of the functions below.
	_ "sigs.k8s.io/cluster-api/controlplane/kubeadm/reconcilers/kubeadmcontrolplane"
	_ "sigs.k8s.io/cluster-api/core/reconcilers/machinedeployment"
	_ "unsafe"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	runtimehooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
)

// InPlaceQuestion is a request of one of the hooks that ask what can be changed in place, and the response to it.
type InPlaceQuestion struct {
	Request  json.RawMessage `json:"request"`
	Response json.RawMessage `json:"response"`
}

//go:linkname applyMachinePatches sigs.k8s.io/cluster-api/controlplane/kubeadm/reconcilers/kubeadmcontrolplane.applyPatchesToRequest
func applyMachinePatches(ctx context.Context, request *runtimehooksv1.CanUpdateMachineRequest, response *runtimehooksv1.CanUpdateMachineResponse) error

//go:linkname matchesMachine sigs.k8s.io/cluster-api/controlplane/kubeadm/reconcilers/kubeadmcontrolplane.matchesMachine
func matchesMachine(request *runtimehooksv1.CanUpdateMachineRequest) (bool, []string, error)

//go:linkname applyMachineSetPatches sigs.k8s.io/cluster-api/core/reconcilers/machinedeployment.applyPatchesToRequest
func applyMachineSetPatches(ctx context.Context, request *runtimehooksv1.CanUpdateMachineSetRequest, response *runtimehooksv1.CanUpdateMachineSetResponse) error

//go:linkname matchesMachineSet sigs.k8s.io/cluster-api/core/reconcilers/machinedeployment.matchesMachineSet
func matchesMachineSet(request *runtimehooksv1.CanUpdateMachineSetRequest) (bool, []string, error)

// canUpdateMachine returns whether the control plane of kubeadm updates the machine in place after these patches.
func canUpdateMachine(question *Question) (any, error) {
	request, response := &runtimehooksv1.CanUpdateMachineRequest{}, &runtimehooksv1.CanUpdateMachineResponse{}
	if err := read(question, request, response); err != nil {
		return nil, err
	}
	for _, side := range []*runtimehooksv1.CanUpdateMachineRequestObjects{&request.Current, &request.Desired} {
		if err := decode(&side.InfrastructureMachine, &side.BootstrapConfig); err != nil {
			return nil, err
		}
	}
	if err := applyMachinePatches(context.Background(), request, response); err != nil {
		return nil, err
	}
	matches, _, err := matchesMachine(request)
	return matches, err
}

// canUpdateMachineSet returns whether core moves the machines of the MachineSet in place after these patches.
func canUpdateMachineSet(question *Question) (any, error) {
	request, response := &runtimehooksv1.CanUpdateMachineSetRequest{}, &runtimehooksv1.CanUpdateMachineSetResponse{}
	if err := read(question, request, response); err != nil {
		return nil, err
	}
	for _, side := range []*runtimehooksv1.CanUpdateMachineSetRequestObjects{&request.Current, &request.Desired} {
		if err := decode(&side.InfrastructureMachineTemplate, &side.BootstrapConfigTemplate); err != nil {
			return nil, err
		}
	}
	if err := applyMachineSetPatches(context.Background(), request, response); err != nil {
		return nil, err
	}
	matches, _, err := matchesMachineSet(request)
	return matches, err
}

func read(question *Question, request, response any) error {
	if err := json.Unmarshal(question.InPlace.Request, request); err != nil {
		return err
	}
	return json.Unmarshal(question.InPlace.Response, response)
}

// decode sets the objects of raw extensions, as Cluster API does before it compares them.
func decode(extensions ...*runtime.RawExtension) error {
	for _, extension := range extensions {
		if len(extension.Raw) == 0 {
			continue
		}
		object := &unstructured.Unstructured{}
		if err := json.Unmarshal(extension.Raw, object); err != nil {
			return err
		}
		extension.Object = object
	}
	return nil
}
