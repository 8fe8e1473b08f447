package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

const (
	// ClusterFinalizer lets the controller delete the network before the HttpCluster is removed.
	ClusterFinalizer = "httpcluster.infrastructure.cluster.x-k8s.io"

	// AccountReadyCondition says whether there is an account that the cluster may use.
	AccountReadyCondition = "AccountReady"
	// AccountFoundReason says that the account was found.
	AccountFoundReason = "Found"
	// IdentityNotFoundReason says that the HttpIdentity does not exist.
	IdentityNotFoundReason = "IdentityNotFound"
	// NamespaceNotAllowedReason says that the HttpIdentity does not allow the namespace.
	NamespaceNotAllowedReason = "NamespaceNotAllowed"
	// TokenMissingReason says that the Secret of the HttpIdentity has no token.
	TokenMissingReason = "TokenMissing"

	// NetworkReadyCondition says whether the network is there.
	NetworkReadyCondition = "NetworkReady"

	// ReadyReason says that the thing is ready.
	ReadyReason = "Ready"
	// CreatingReason says that the thing is being created.
	CreatingReason = "Creating"
	// GoneReason says that the thing was deleted in the cloud.
	GoneReason = "Gone"
	// CallFailedReason says that the cloud rejected a call.
	CallFailedReason = "CallFailed"
)

// HttpClusterSpec defines the desired state of HttpCluster.
type HttpClusterSpec struct {
	// controlPlaneEndpoint is where the control plane is reached. The controller sets it to the address of the network.
	// +optional
	ControlPlaneEndpoint clusterv1.APIEndpoint `json:"controlPlaneEndpoint,omitempty,omitzero"`

	// identity is the name of the HttpIdentity whose account is used. It cannot be changed.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Identity string `json:"identity,omitempty"`
}

// HttpClusterInitializationStatus reports the steps that happen once in the life of a HttpCluster.
// +kubebuilder:validation:MinProperties=1
type HttpClusterInitializationStatus struct {
	// provisioned is true once the network is ready.
	// +optional
	Provisioned *bool `json:"provisioned,omitempty"`
}

// HttpClusterStatus defines the observed state of HttpCluster.
type HttpClusterStatus struct {
	// initialization reports the steps that happen once in the life of a HttpCluster.
	// +optional
	Initialization HttpClusterInitializationStatus `json:"initialization,omitempty,omitzero"`

	// conditions are the latest observations of the HttpCluster.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=32
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// HttpCluster is the Schema for the httpclusters API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=httpclusters,scope=Namespaced,categories=cluster-api
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Identity",type="string",JSONPath=".spec.identity",description="Account that is used"
// +kubebuilder:printcolumn:name="Provisioned",type="boolean",JSONPath=".status.initialization.provisioned",description="Whether the network is ready"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type HttpCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of HttpCluster.
	// +optional
	Spec HttpClusterSpec `json:"spec,omitempty,omitzero"`

	// status is the observed state of HttpCluster.
	// +optional
	Status HttpClusterStatus `json:"status,omitempty,omitzero"`
}

// GetConditions returns the conditions of the HttpCluster.
func (c *HttpCluster) GetConditions() []metav1.Condition {
	return c.Status.Conditions
}

// SetConditions sets the conditions of the HttpCluster.
func (c *HttpCluster) SetConditions(conditions []metav1.Condition) {
	c.Status.Conditions = conditions
}

// HttpClusterList contains a list of HttpCluster.
// +kubebuilder:object:root=true
type HttpClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []HttpCluster `json:"items"`
}

func init() {
	objectTypes = append(objectTypes, &HttpCluster{}, &HttpClusterList{})
}
