package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// LocalMachineTemplateResourceSpec is what templates may say of a LocalMachine.
type LocalMachineTemplateResourceSpec struct {
	// cpus is the number of processors the machine's Node reports.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=1024
	CPUs int32 `json:"cpus,omitempty"`
	// memory is the memory the machine's Node reports.
	// +optional
	Memory resource.Quantity `json:"memory,omitempty"`
	// leaseDuration is how long the Node stays ready after the last heartbeat of its process.
	// +optional
	// +kubebuilder:default="40s"
	LeaseDuration metav1.Duration `json:"leaseDuration,omitempty"`
}

// LocalMachineSpec defines the desired state of LocalMachine.
type LocalMachineSpec struct {
	// providerID is the ID of the machine: local://<namespace>/<name>. The controller sets it, and the machine's Node has the same value.
	// +optional
	ProviderID string `json:"providerID,omitempty"`

	LocalMachineTemplateResourceSpec `json:",inline"`
}

// LocalMachineStatus defines the observed state of LocalMachine.
type LocalMachineStatus struct {
	// ready is true once the machine's process runs.
	// +optional
	Ready bool `json:"ready,omitempty"`
	// addresses are the addresses of the machine.
	// +optional
	Addresses []MachineAddress `json:"addresses,omitempty"`
	// failureReason is a one-word reason for an error that no retry fixes.
	// +optional
	FailureReason string `json:"failureReason,omitempty"`
	// failureMessage explains an error that no retry fixes.
	// +optional
	FailureMessage string `json:"failureMessage,omitempty"`
	// conditions are the latest observations of the LocalMachine.
	// +optional
	Conditions []Condition `json:"conditions,omitempty"`
}

// LocalMachine is the Schema for the localmachines API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:subresource:status
// +kubebuilder:metadata:labels={"cluster.x-k8s.io/v1beta1=v1alpha1","cluster.x-k8s.io/v1beta2=v1beta1"}
// +kubebuilder:printcolumn:name="Cluster",type="string",JSONPath=".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",description="Cluster that the LocalMachine belongs to"
// +kubebuilder:printcolumn:name="ProviderID",type="string",JSONPath=".spec.providerID",description="Name of the machine"
// +kubebuilder:printcolumn:name="Ready",type="boolean",JSONPath=".status.ready",description="Whether the process runs"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type LocalMachine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of LocalMachine.
	// +optional
	Spec LocalMachineSpec `json:"spec,omitempty"`
	// status is the observed state of LocalMachine.
	// +optional
	Status LocalMachineStatus `json:"status,omitempty"`
}

// LocalMachineTemplateResource is a LocalMachine without a name.
type LocalMachineTemplateResource struct {
	// metadata is added to the object.
	// +optional
	ObjectMeta TemplateObjectMeta `json:"metadata,omitempty"`
	// spec is the spec of the object.
	// +required
	Spec LocalMachineTemplateResourceSpec `json:"spec"`
}

// LocalMachineTemplateSpec defines the desired state of LocalMachineTemplate.
type LocalMachineTemplateSpec struct {
	// template is what the objects are made from.
	// +required
	Template LocalMachineTemplateResource `json:"template"`
}

// LocalMachineTemplate is the Schema for the localmachinetemplates API: LocalMachines are created from it.
// +kubebuilder:object:root=true
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:metadata:labels={"cluster.x-k8s.io/v1beta1=v1alpha1","cluster.x-k8s.io/v1beta2=v1beta1"}
type LocalMachineTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of the template.
	// +required
	Spec LocalMachineTemplateSpec `json:"spec"`
}
