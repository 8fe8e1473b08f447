package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

const (
	// MachineFinalizer lets the controller delete the server before the HttpMachine is removed.
	MachineFinalizer = "httpmachine.infrastructure.cluster.x-k8s.io"

	// ServerReadyCondition says whether the server runs.
	ServerReadyCondition = "ServerReady"
	// ServerRunningReason says that the server runs.
	ServerRunningReason = "Running"
	// ServerStoppedReason says that the server was stopped in the cloud.
	ServerStoppedReason = "Stopped"
)

// HttpMachineSpec defines the desired state of HttpMachine.
type HttpMachineSpec struct {
	// providerID is the ID of the server: httpcloud://<id>. The controller sets it.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	ProviderID string `json:"providerID,omitempty"`

	// flavor is what the server has. The cloud says which there are. It cannot be changed.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Flavor string `json:"flavor,omitempty"`

	// image is what the server starts from. By default it is the one of the flavor. It cannot be changed.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Image string `json:"image,omitempty"`
}

// HttpMachineInitializationStatus reports the steps that happen once in the life of a HttpMachine.
// +kubebuilder:validation:MinProperties=1
type HttpMachineInitializationStatus struct {
	// provisioned is true once the server runs.
	// +optional
	Provisioned *bool `json:"provisioned,omitempty"`
}

// HttpMachineStatus defines the observed state of HttpMachine.
type HttpMachineStatus struct {
	// initialization reports the steps that happen once in the life of a HttpMachine.
	// +optional
	Initialization HttpMachineInitializationStatus `json:"initialization,omitempty,omitzero"`

	// addresses are the addresses of the server.
	// +optional
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=16
	Addresses []clusterv1.MachineAddress `json:"addresses,omitempty"`

	// conditions are the latest observations of the HttpMachine.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=32
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// HttpMachine is the Schema for the httpmachines API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=httpmachines,scope=Namespaced,categories=cluster-api
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ProviderID",type="string",JSONPath=".spec.providerID",description="ID of the server"
// +kubebuilder:printcolumn:name="Provisioned",type="boolean",JSONPath=".status.initialization.provisioned",description="Whether the server runs"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type HttpMachine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of HttpMachine.
	// +optional
	Spec HttpMachineSpec `json:"spec,omitempty,omitzero"`

	// status is the observed state of HttpMachine.
	// +optional
	Status HttpMachineStatus `json:"status,omitempty,omitzero"`
}

// GetConditions returns the conditions of the HttpMachine.
func (m *HttpMachine) GetConditions() []metav1.Condition {
	return m.Status.Conditions
}

// SetConditions sets the conditions of the HttpMachine.
func (m *HttpMachine) SetConditions(conditions []metav1.Condition) {
	m.Status.Conditions = conditions
}

// HttpMachineList contains a list of HttpMachine.
// +kubebuilder:object:root=true
type HttpMachineList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []HttpMachine `json:"items"`
}

func init() {
	objectTypes = append(objectTypes, &HttpMachine{}, &HttpMachineList{})
}
