package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

// HttpClusterTemplateResourceSpec is the spec of the HttpClusters that are created from the template.
type HttpClusterTemplateResourceSpec struct {
	// identity is the name of the HttpIdentity whose account is used. It cannot be changed.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Identity string `json:"identity,omitempty"`
}

// HttpClusterTemplateResource describes the HttpClusters that are created from the template.
type HttpClusterTemplateResource struct {
	// metadata are the labels and annotations of the HttpClusters.
	// +optional
	ObjectMeta clusterv1.ObjectMeta `json:"metadata,omitempty,omitzero"`

	// spec is the spec of the HttpClusters.
	// +required
	Spec HttpClusterTemplateResourceSpec `json:"spec,omitempty,omitzero"`
}

// HttpClusterTemplateSpec defines the desired state of HttpClusterTemplate.
type HttpClusterTemplateSpec struct {
	// template describes the HttpClusters.
	// +required
	Template HttpClusterTemplateResource `json:"template,omitempty,omitzero"`
}

// HttpClusterTemplate is the Schema for the httpclustertemplates API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=httpclustertemplates,scope=Namespaced,categories=cluster-api
// +kubebuilder:storageversion
type HttpClusterTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of HttpClusterTemplate.
	// +optional
	Spec HttpClusterTemplateSpec `json:"spec,omitempty,omitzero"`
}

// HttpClusterTemplateList contains a list of HttpClusterTemplate.
// +kubebuilder:object:root=true
type HttpClusterTemplateList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []HttpClusterTemplate `json:"items"`
}

func init() {
	objectTypes = append(objectTypes, &HttpClusterTemplate{}, &HttpClusterTemplateList{})
}
