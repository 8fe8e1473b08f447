package v1beta1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// LocalMachineCapacity is what the machine's Node reports as its capacity. Nothing is reserved for it.
type LocalMachineCapacity struct {
	// cpus is the number of processors the Node reports.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=1024
	CPUs int32 `json:"cpus,omitempty"`
	// memory is the memory the Node reports.
	// +optional
	Memory resource.Quantity `json:"memory,omitempty"`
}

// LocalMachineTemplateResourceSpec is what templates may say of a LocalMachine.
type LocalMachineTemplateResourceSpec struct {
	// capacity is what the machine's Node reports as its capacity.
	// +optional
	Capacity LocalMachineCapacity `json:"capacity,omitempty,omitzero"`
	// nodeLeaseDurationSeconds is how long the Node stays ready after the last heartbeat of its process.
	// +optional
	// +kubebuilder:default=40
	// +kubebuilder:validation:Minimum=4
	// +kubebuilder:validation:Maximum=3600
	NodeLeaseDurationSeconds int32 `json:"nodeLeaseDurationSeconds,omitempty"`
}

// LocalMachineSpec defines the desired state of LocalMachine.
type LocalMachineSpec struct {
	// providerID is the ID of the machine: local://<namespace>/<name>. The controller sets it, and the machine's Node has the same value.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	ProviderID string `json:"providerID,omitempty"`

	LocalMachineTemplateResourceSpec `json:",inline"`
}

// LocalMachineInitializationStatus reports the steps that happen once in the life of a LocalMachine.
// +kubebuilder:validation:MinProperties=1
type LocalMachineInitializationStatus struct {
	// provisioned is true once the machine's process runs.
	// +optional
	Provisioned *bool `json:"provisioned,omitempty"`
}

// LocalMachineStatus defines the observed state of LocalMachine.
type LocalMachineStatus struct {
	// initialization reports the steps that happen once in the life of a LocalMachine.
	// +optional
	Initialization LocalMachineInitializationStatus `json:"initialization,omitempty,omitzero"`
	// addresses are the addresses of the machine.
	// +optional
	// +kubebuilder:validation:MaxItems=16
	// +listType=atomic
	Addresses []MachineAddress `json:"addresses,omitempty"`
	// failureDomain is the domain the machine was placed in.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	FailureDomain string `json:"failureDomain,omitempty"`
	// conditions are the latest observations of the LocalMachine.
	// +optional
	// +kubebuilder:validation:MaxItems=32
	// +listType=map
	// +listMapKey=type
	Conditions []Condition `json:"conditions,omitempty"`
	// deprecated holds fields that only older versions report.
	// +optional
	Deprecated LocalDeprecatedStatus `json:"deprecated,omitempty,omitzero"`
}

// LocalMachine is the Schema for the localmachines API.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Cluster",type="string",JSONPath=".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",description="Cluster that the LocalMachine belongs to"
// +kubebuilder:printcolumn:name="ProviderID",type="string",JSONPath=".spec.providerID",description="Name of the machine"
// +kubebuilder:printcolumn:name="Provisioned",type="boolean",JSONPath=".status.initialization.provisioned",description="Whether the process runs"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type LocalMachine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of LocalMachine.
	// +optional
	Spec LocalMachineSpec `json:"spec,omitempty,omitzero"`
	// status is the observed state of LocalMachine.
	// +optional
	Status LocalMachineStatus `json:"status,omitempty,omitzero"`
}

// LocalMachineTemplateResource is a LocalMachine without a name.
type LocalMachineTemplateResource struct {
	// metadata is added to the object.
	// +optional
	ObjectMeta TemplateObjectMeta `json:"metadata,omitempty,omitzero"`
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
// +kubebuilder:storageversion
// +kubebuilder:resource:categories=cluster-api
type LocalMachineTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of the template.
	// +required
	Spec LocalMachineTemplateSpec `json:"spec"`
}
