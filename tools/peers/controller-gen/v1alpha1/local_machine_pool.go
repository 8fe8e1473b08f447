package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// LocalMachinePoolTemplateResourceSpec is what templates may say of a LocalMachinePool.
type LocalMachinePoolTemplateResourceSpec struct {
	// cpus is the number of processors that the Nodes of the machines report.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=1024
	CPUs int32 `json:"cpus,omitempty"`
	// memory is the memory that the Nodes of the machines report.
	// +optional
	Memory resource.Quantity `json:"memory,omitempty"`
	// leaseDuration is how long a Node stays ready after the last heartbeat of its process.
	// +optional
	// +kubebuilder:default="40s"
	LeaseDuration metav1.Duration `json:"leaseDuration,omitempty"`
}

// LocalMachinePoolSpec defines the desired state of LocalMachinePool.
type LocalMachinePoolSpec struct {
	// providerIDList has the ID of every machine of the pool: local://<namespace>/<pool>.<number>. The controller sets it.
	// +optional
	ProviderIDList []string `json:"providerIDList,omitempty"`

	LocalMachinePoolTemplateResourceSpec `json:",inline"`
}

// LocalMachinePoolStatus defines the observed state of LocalMachinePool.
type LocalMachinePoolStatus struct {
	// ready is true once a machine of the pool runs.
	// +optional
	Ready bool `json:"ready,omitempty"`
	// replicas is the number of machines that run.
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
	// conditions are the latest observations of the LocalMachinePool.
	// +optional
	Conditions []Condition `json:"conditions,omitempty"`
}

// LocalMachinePool is the Schema for the localmachinepools API.
// +kubebuilder:object:root=true
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:subresource:status
// +kubebuilder:metadata:labels={"cluster.x-k8s.io/v1beta1=v1alpha1","cluster.x-k8s.io/v1beta2=v1beta1"}
type LocalMachinePool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of LocalMachinePool.
	// +optional
	Spec LocalMachinePoolSpec `json:"spec,omitempty"`
	// status is the observed state of LocalMachinePool.
	// +optional
	Status LocalMachinePoolStatus `json:"status,omitempty"`
}

// LocalMachinePoolTemplateResource is a LocalMachinePool without a name.
type LocalMachinePoolTemplateResource struct {
	// metadata is added to the object.
	// +optional
	ObjectMeta TemplateObjectMeta `json:"metadata,omitempty"`
	// spec is the spec of the object.
	// +required
	Spec LocalMachinePoolTemplateResourceSpec `json:"spec"`
}

// LocalMachinePoolTemplateSpec defines the desired state of LocalMachinePoolTemplate.
type LocalMachinePoolTemplateSpec struct {
	// template is what the objects are made from.
	// +required
	Template LocalMachinePoolTemplateResource `json:"template"`
}

// LocalMachinePoolTemplate is the Schema for the localmachinepooltemplates API: LocalMachinePools of a ClusterClass are created from it.
// +kubebuilder:object:root=true
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:metadata:labels={"cluster.x-k8s.io/v1beta1=v1alpha1","cluster.x-k8s.io/v1beta2=v1beta1"}
type LocalMachinePoolTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of the template.
	// +required
	Spec LocalMachinePoolTemplateSpec `json:"spec"`
}
