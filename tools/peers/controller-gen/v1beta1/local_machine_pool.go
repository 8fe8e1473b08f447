package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// LocalMachinePoolTemplateResourceSpec is what templates may say of a LocalMachinePool.
type LocalMachinePoolTemplateResourceSpec struct {
	// capacity is what the Nodes of the machines report as their capacity.
	// +optional
	Capacity LocalMachineCapacity `json:"capacity,omitempty,omitzero"`
	// nodeLeaseDurationSeconds is how long a Node stays ready after the last heartbeat of its process.
	// +optional
	// +kubebuilder:default=40
	// +kubebuilder:validation:Minimum=4
	// +kubebuilder:validation:Maximum=3600
	NodeLeaseDurationSeconds int32 `json:"nodeLeaseDurationSeconds,omitempty"`
	// machineObjects is "Each" when every machine of the pool has a LocalMachine and a Machine, so that health checks can replace one, and
	// its Node is drained before it ends. When it is "None" or not set, they have none.
	// +optional
	// +kubebuilder:validation:Enum=None;Each
	MachineObjects string `json:"machineObjects,omitempty"`
}

// LocalMachinePoolSpec defines the desired state of LocalMachinePool. The MachinePool declares how many machines there are.
type LocalMachinePoolSpec struct {
	// providerIDList has the ID of every machine of the pool: local://<namespace>/<pool>.<number>. The controller sets it.
	// +optional
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=10000
	// +kubebuilder:validation:items:MinLength=1
	// +kubebuilder:validation:items:MaxLength=512
	ProviderIDList []string `json:"providerIDList,omitempty"`

	LocalMachinePoolTemplateResourceSpec `json:",inline"`
}

// LocalMachinePoolInitializationStatus reports the steps that happen once in the life of a LocalMachinePool.
// +kubebuilder:validation:MinProperties=1
type LocalMachinePoolInitializationStatus struct {
	// provisioned is true once a machine of the pool runs.
	// +optional
	Provisioned *bool `json:"provisioned,omitempty"`
}

// LocalMachinePoolStatus defines the observed state of LocalMachinePool.
type LocalMachinePoolStatus struct {
	// ready is true once a machine of the pool runs: core reads it of a pool under every contract.
	// +optional
	Ready *bool `json:"ready,omitempty"`
	// initialization reports the steps that happen once in the life of a LocalMachinePool.
	// +optional
	Initialization LocalMachinePoolInitializationStatus `json:"initialization,omitempty,omitzero"`
	// replicas is the number of machines that run.
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// infrastructureMachineKind is the kind of the machines that have a Machine.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=256
	InfrastructureMachineKind string `json:"infrastructureMachineKind,omitempty"`
	// conditions are the latest observations of the LocalMachinePool.
	// +optional
	// +kubebuilder:validation:MaxItems=32
	// +listType=map
	// +listMapKey=type
	Conditions []Condition `json:"conditions,omitempty"`
}

// LocalMachinePool is the Schema for the localmachinepools API.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:categories=cluster-api
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Cluster",type="string",JSONPath=".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",description="Cluster that the LocalMachinePool belongs to"
// +kubebuilder:printcolumn:name="Replicas",type="integer",JSONPath=".status.replicas",description="Machines that run"
// +kubebuilder:printcolumn:name="Ready",type="boolean",JSONPath=".status.ready",description="Whether a machine runs"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type LocalMachinePool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of LocalMachinePool.
	// +optional
	Spec LocalMachinePoolSpec `json:"spec,omitempty,omitzero"`
	// status is the observed state of LocalMachinePool.
	// +optional
	Status LocalMachinePoolStatus `json:"status,omitempty,omitzero"`
}

// LocalMachinePoolTemplateResource is a LocalMachinePool without a name.
type LocalMachinePoolTemplateResource struct {
	// metadata is added to the object.
	// +optional
	ObjectMeta TemplateObjectMeta `json:"metadata,omitempty,omitzero"`
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
// +kubebuilder:storageversion
// +kubebuilder:resource:categories=cluster-api
type LocalMachinePoolTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// spec is the desired state of the template.
	// +required
	Spec LocalMachinePoolTemplateSpec `json:"spec"`
}
