package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var version = schema.GroupVersion{Group: "bench.example.com", Version: "v1"}

func addToScheme(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(version, &Item{}, &ItemList{})
	metav1.AddToGroupVersion(scheme, version)
}

// Item is the kind that is reconciled.
type Item struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ItemSpec `json:"spec"`
}

// ItemSpec is the wanted state of an Item.
type ItemSpec struct {
	// Sent is when the object was written, in milliseconds since 1970.
	Sent float64 `json:"sent,omitempty"`
	// Parts fill the object.
	Parts []ItemPart `json:"parts,omitempty"`
}

// ItemPart is a part of an Item.
type ItemPart struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels,omitempty"`
	Size   int64             `json:"size"`
}

// ItemList is a list of Items.
type ItemList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Item `json:"items"`
}

// DeepCopyObject copies an Item.
func (in *Item) DeepCopyObject() runtime.Object {
	out := &Item{TypeMeta: in.TypeMeta, Spec: ItemSpec{Sent: in.Spec.Sent}}
	in.DeepCopyInto(&out.ObjectMeta)
	for _, part := range in.Spec.Parts {
		labels := make(map[string]string, len(part.Labels))
		for name, value := range part.Labels {
			labels[name] = value
		}
		out.Spec.Parts = append(out.Spec.Parts, ItemPart{Name: part.Name, Labels: labels, Size: part.Size})
	}
	return out
}

// DeepCopyObject copies an ItemList.
func (in *ItemList) DeepCopyObject() runtime.Object {
	out := &ItemList{TypeMeta: in.TypeMeta}
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	for i := range in.Items {
		out.Items = append(out.Items, *in.Items[i].DeepCopyObject().(*Item))
	}
	return out
}
