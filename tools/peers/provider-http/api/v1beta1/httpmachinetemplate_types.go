package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

// HttpMachineTemplateResource describes the HttpMachines that are created from the template.
type HttpMachineTemplateResource struct {
	// metadata are the labels and annotations of the HttpMachines.
	// +optional
	ObjectMeta clusterv1.ObjectMeta `json:"metadata,omitempty,omitzero"`

	// spec is the spec of the HttpMachines.
	// +required
	Spec HttpMachineSpec `json:"spec,omitempty,omitzero"`
}

// HttpMachineTemplateSpec defines the desired state of HttpMachineTemplate.
type HttpMachineTemplateSpec struct {
	// template describes the HttpMachines.
	// +required
	Template HttpMachineTemplateResource `json:"template,omitempty,omitzero"`
}

// HttpMachineTemplate is the Schema for the httpmachinetemplates API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=httpmachinetemplates,scope=Namespaced,categories=cluster-api
// +kubebuilder:storageversion
type HttpMachineTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of HttpMachineTemplate.
	// +optional
	Spec HttpMachineTemplateSpec `json:"spec,omitempty,omitzero"`
}

// HttpMachineTemplateList contains a list of HttpMachineTemplate.
// +kubebuilder:object:root=true
type HttpMachineTemplateList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []HttpMachineTemplate `json:"items"`
}

func init() {
	objectTypes = append(objectTypes, &HttpMachineTemplate{}, &HttpMachineTemplateList{})
}
