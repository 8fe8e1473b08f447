package main

import (
	"context"
	"encoding/json"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	runtimehooksv1 "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"
	"sigs.k8s.io/cluster-api/core/reconcilers/topology/cluster/patches/inline"
)

// PatchQuestion is a document and the patches of it, in order.
type PatchQuestion struct {
	Document json.RawMessage `json:"document"`
	Items    []struct {
		PatchType runtimehooksv1.PatchType `json:"patchType"`
		Patch     []byte                   `json:"patch"`
	} `json:"items"`
}

// applyPatch applies patches with the library that Cluster API applies them with.
func applyPatch(question *Question) (any, error) {
	document := []byte(question.Patch.Document)
	for _, item := range question.Patch.Items {
		if item.PatchType == runtimehooksv1.JSONMergePatchType {
			merged, err := jsonpatch.MergePatch(document, item.Patch)
			if err != nil {
				return nil, err
			}
			document = merged
			continue
		}
		patch, err := jsonpatch.DecodePatch(item.Patch)
		if err != nil {
			return nil, err
		}
		if document, err = patch.Apply(document); err != nil {
			return nil, err
		}
	}
	return json.RawMessage(document), nil
}

// SelectorQuestion is a selector of a patch in a ClusterClass, and an item of a request.
type SelectorQuestion struct {
	Selector clusterv1.PatchSelector                   `json:"selector"`
	Item     runtimehooksv1.GeneratePatchesRequestItem `json:"item"`
}

// matchSelector returns whether a patch with the selector patches the template of the item.
func matchSelector(question *Question) (any, error) {
	item := question.Selector.Item
	object := &unstructured.Unstructured{}
	if err := json.Unmarshal(item.Object.Raw, object); err != nil {
		return nil, err
	}
	item.Object = runtime.RawExtension{Raw: item.Object.Raw, Object: object}
	generator := inline.NewGenerator(&clusterv1.ClusterClassPatch{
		Definitions: []clusterv1.PatchDefinition{{Selector: question.Selector.Selector}},
	})
	response, err := generator.Generate(context.Background(), nil, &runtimehooksv1.GeneratePatchesRequest{
		Items: []runtimehooksv1.GeneratePatchesRequestItem{item},
	})
	if err != nil {
		return nil, err
	}
	return len(response.Items) > 0, nil
}
