package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// AllowedNamespaces says which namespaces may use an identity: those of the list and those that the selector matches. If it is empty, all may.
type AllowedNamespaces struct {
	// list has the names of namespaces.
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=1000
	NamespaceList []string `json:"list,omitempty"`

	// selector selects namespaces by their labels.
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
}

// HttpSecretReference names a Secret.
type HttpSecretReference struct {
	// namespace is the namespace of the Secret.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Namespace string `json:"namespace,omitempty"`

	// name is the name of the Secret.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Name string `json:"name,omitempty"`
}

// HttpIdentitySpec defines the desired state of HttpIdentity.
type HttpIdentitySpec struct {
	// allowedNamespaces says which namespaces may use the account. Without it none may.
	// +optional
	AllowedNamespaces *AllowedNamespaces `json:"allowedNamespaces,omitempty"`

	// secretRef names the Secret that has the token of the account under the key "token".
	// +required
	SecretRef HttpSecretReference `json:"secretRef,omitempty,omitzero"`
}

// HttpIdentity is the Schema for the httpidentities API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=httpidentities,scope=Cluster,categories=cluster-api
// +kubebuilder:metadata:labels=clusterctl.cluster.x-k8s.io/move-hierarchy=
// +kubebuilder:storageversion
// +kubebuilder:printcolumn:name="Secret",type="string",JSONPath=".spec.secretRef.name"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type HttpIdentity struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of HttpIdentity.
	// +optional
	Spec HttpIdentitySpec `json:"spec,omitempty,omitzero"`
}

// HttpIdentityList contains a list of HttpIdentity.
// +kubebuilder:object:root=true
type HttpIdentityList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []HttpIdentity `json:"items"`
}

func init() {
	objectTypes = append(objectTypes, &HttpIdentity{}, &HttpIdentityList{})
}
