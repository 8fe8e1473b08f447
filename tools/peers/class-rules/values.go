package main

import (
	"context"
	"encoding/json"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	runtimehooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
	"sigs.k8s.io/cluster-api/core/reconcilers/topology/cluster/patches/inline"
)

// ValueQuestion is a template of a patch, and the variables.
type ValueQuestion struct {
	Template  string                     `json:"template"`
	Variables map[string]json.RawMessage `json:"variables"`
}

const (
	foos = "example.dev/v1"
	kind = "FooTemplate"
)

// renderTemplate returns the value that the template has.
func renderTemplate(question *Question) (any, error) {
	asked := question.Value
	from := &clusterv1.JSONPatchValue{Template: asked.Template}
	patches, err := patchesOf(asked, clusterv1.ClusterClassPatch{
		Name:        "one",
		Definitions: definitions(clusterv1.JSONPatch{Op: "add", Path: "/spec/a", ValueFrom: from}),
	})
	if err != nil {
		return nil, err
	}
	operations := []struct {
		Value any `json:"value"`
	}{}
	if err := json.Unmarshal(patches[0].Patch, &operations); err != nil {
		return nil, err
	}
	return operations[0].Value, nil
}

// isEnabled returns whether the template has a patch applied.
func isEnabled(question *Question) (any, error) {
	asked := question.Value
	value := &apiextensionsv1.JSON{Raw: []byte("1")}
	patches, err := patchesOf(asked, clusterv1.ClusterClassPatch{
		Name:        "one",
		EnabledIf:   asked.Template,
		Definitions: definitions(clusterv1.JSONPatch{Op: "add", Path: "/spec/a", Value: value}),
	})
	return len(patches) > 0, err
}

func definitions(patch clusterv1.JSONPatch) []clusterv1.PatchDefinition {
	return []clusterv1.PatchDefinition{{
		Selector: clusterv1.PatchSelector{
			APIVersion:     foos,
			Kind:           kind,
			MatchResources: clusterv1.PatchSelectorMatch{InfrastructureCluster: ptr.To(true)},
		},
		JSONPatches: []clusterv1.JSONPatch{patch},
	}}
}

// patchesOf returns what core generates for one template that the patch selects.
func patchesOf(asked *ValueQuestion, patch clusterv1.ClusterClassPatch) ([]runtimehooksv1.GeneratePatchesResponseItem, error) {
	object := &unstructured.Unstructured{}
	object.SetAPIVersion(foos)
	object.SetKind(kind)
	request := &runtimehooksv1.GeneratePatchesRequest{Items: []runtimehooksv1.GeneratePatchesRequestItem{{
		Object:          runtime.RawExtension{Object: object},
		HolderReference: runtimehooksv1.HolderReference{Kind: "Cluster", FieldPath: "spec.infrastructureRef"},
	}}}
	for name, value := range asked.Variables {
		variable := runtimehooksv1.Variable{Name: name, Value: apiextensionsv1.JSON{Raw: value}}
		request.Variables = append(request.Variables, variable)
	}
	response, err := inline.NewGenerator(&patch).Generate(context.Background(), nil, request)
	if err != nil {
		return nil, err
	}
	return response.Items, nil
}
